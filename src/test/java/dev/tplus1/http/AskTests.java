package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.Map;

final class AskTests {
    private static final URI URL = URI.create("https://api.example.com:8443/bill?token=hush");

    @Test
    void shows_neither_query_nor_headers_nor_body() {
        Ask ask = Ask.post(URL, Map.of("authorization", "hush"), "hush");

        assertThat(ask).hasToString("POST https://api.example.com:8443/bill");
    }

    @Test
    void shows_no_path_that_is_a_credential() {
        URI robot = URI.create("https://hooks.example.com:8443/services/T0/B0/hush?key=hush");

        Ask ask = Ask.postInSecret(robot, Map.of(), "hush");

        assertThat(ask).hasToString("POST https://hooks.example.com:8443/***");
        assertThat(ask.url()).isEqualTo(robot);
    }

    @Test
    void keeps_the_names_of_headers_in_lower_case() {
        assertThat(Ask.get(URL, Map.of("Content-Type", "A/B")).headers())
                .isEqualTo(Map.of("content-type", "A/B"));
    }

    @Test
    void has_a_body_just_when_it_is_no_get() {
        assertThatThrownBy(() -> new Ask("GET", URL, Map.of(), "body"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Ask("POST", URL, Map.of(), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Ask("PUT", URL, Map.of(), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Ask.put(URL, Map.of(), "all").toString()).startsWith("PUT https://");
    }

    @Test
    void a_secret_is_shown_as_stars_only() {
        Secret secret = new Secret("hush");

        assertThat(secret).hasToString("***").isEqualTo(new Secret("hush"));
        assertThat(secret.reveal()).isEqualTo("hush");
        assertThatThrownBy(() -> new Secret(" \n")).isInstanceOf(IllegalArgumentException.class);
    }
}
