package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;

final class HostsTests {
    private static final URI SERVICE = URI.create("https://API.example.com");

    @Test
    void the_service_and_what_is_named_are_allowed_with_their_ports() {
        Hosts hosts = Hosts.of(SERVICE, List.of(" Files.Example.com ", "a.example.com:8443"));

        assertThat(hosts.allowed())
                .containsExactlyInAnyOrder(
                        "api.example.com:443", "files.example.com:443", "a.example.com:8443");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.com/a?b",
                "https://api.example.com:443",
                "HTTPS://API.EXAMPLE.COM/"
            })
    void the_service_is_allowed_however_it_is_written(String url) {
        assertThat(Hosts.of(SERVICE, List.of()).refusal(URI.create(url))).isEmpty();
    }

    @Test
    void a_service_inside_the_own_network_is_called_as_its_url_says() {
        Hosts plain = Hosts.inside(URI.create("http://push.example"));

        assertThat(plain.refusal(URI.create("http://push.example:80/metrics"))).isEmpty();
        assertThat(plain.refusal(URI.create("http://push.example:9091"))).startsWith("it ");
        assertThat(plain.refusal(URI.create("http://other.example"))).startsWith("it ");
        assertThat(Hosts.inside(SERVICE).refusal(URI.create("http://api.example.com:443")))
                .isEqualTo("it is no https address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.example.com/",
                "https://api.example.com:8443/",
                "https://example.com/",
                "https://api.example.com.evil.example/",
                "https://api.example.com@evil.example/",
                "https://user@api.example.com/",
                "https://evil.example/api.example.com",
                "https://api.example.com./",
                "https://api%2eexample.com/",
                "//api.example.com/",
                "api.example.com"
            })
    void anything_else_is_refused_with_a_reason(String url) {
        assertThat(Hosts.of(SERVICE, List.of()).refusal(URI.create(url))).startsWith("it ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.example.com",
                "https://a.example",
                "a b",
                "a:",
                "a/b",
                "u@a",
                "-a"
            })
    void what_is_no_host_is_a_mistake(String name) {
        assertThatThrownBy(() -> Hosts.of(SERVICE, List.of(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be names of hosts");
    }

    @Test
    void twenty_hosts_are_the_most() {
        List<String> twenty = IntStream.range(0, 20).mapToObj(i -> "h" + i).toList();

        assertThat(Hosts.of(SERVICE, twenty.subList(0, 19)).allowed()).hasSize(20);
        assertThatThrownBy(() -> Hosts.of(SERVICE, twenty)).hasMessage("must be at most 20 hosts");
    }

    @Test
    void a_service_is_read() {
        assertThat(Hosts.service(" https://gw.example:8443/stripe "))
                .isEqualTo(URI.create("https://gw.example:8443/stripe"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hush",
                "http://hush.example",
                "https://a:hush@b.example",
                "https://a.example/?hush",
                "https://a.example/#hush",
                "https:///hush",
                "https://hu sh"
            })
    void what_is_no_service_is_a_mistake_that_is_not_shown(String url) {
        assertThatThrownBy(() -> Hosts.service(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be a URL ")
                .hasMessageNotContaining("hush");
    }
}
