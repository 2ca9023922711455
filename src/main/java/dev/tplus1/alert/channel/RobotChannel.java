package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.Answer;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Hosts;
import dev.tplus1.http.Secret;
import dev.tplus1.http.TryAgainException;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A chat that is told through its robot: one POST to the robot's own host, over https. */
final class RobotChannel implements Channel {
    /** A try that may last longer would outlive the patience of whoever stops the process. */
    static final CallLimits LIMITS =
            new CallLimits(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(14),
                    Duration.ofSeconds(14),
                    1,
                    Duration.ofSeconds(14),
                    1);

    private final String name;
    private final Robot robot;
    private final Exchange exchange;
    private final Clock clock;

    RobotChannel(String name, Robot robot, Exchange exchange, Clock clock) {
        this.name = name;
        this.robot = robot;
        this.exchange = exchange;
        this.clock = clock;
    }

    /**
     * @param secrets beside those in the robot's address
     */
    static RobotChannel open(
            String name,
            Robot robot,
            Set<Secret> secrets,
            CallLimits limits,
            Clock clock,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        Set<Secret> hidden = new HashSet<>(secrets);
        hidden.addAll(inAddress(robot.address()));
        Exchange exchange =
                new Exchange(
                        Hosts.of(robot.address(), List.of()),
                        limits,
                        clock,
                        hidden,
                        trusted,
                        stopping);
        return new RobotChannel(name, robot, exchange, clock);
    }

    /** Path and query: whoever has them may write into the chat. */
    private static Set<Secret> inAddress(URI address) {
        Set<Secret> secrets = new HashSet<>();
        for (String part : new String[] {address.getRawPath(), address.getRawQuery()}) {
            if (part != null && part.length() > 1) {
                secrets.add(new Secret(part));
            }
        }
        return secrets;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Sent send(Digest digest) {
        URI address = robot.address();
        try {
            Answer answer = exchange.ask(robot.ask(digest, clock.instant()));
            return robot.read(answer, text -> exchange.shown(text, address));
        } catch (TryAgainException e) {
            return new Sent.TryAgain(told(e), e.retryAfter());
        } catch (CallStoppedException e) {
            return new Sent.TryAgain(told(e), Duration.ZERO);
        } catch (CallException e) {
            return new Sent.Refused(told(e));
        }
    }

    @Override
    public String unreachable() {
        try {
            exchange.reach(robot.address());
            return "";
        } catch (TryAgainException | CallException e) {
            return told(e);
        }
    }

    private static String told(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    @Override
    public void close() {
        exchange.close();
    }
}
