package dev.tplus1.faults;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.util.Arrays;

/**
 * Runs the named tests and prints a line for each: {@code GREEN class#method}, {@code RED
 * class#method} when an assertion failed, {@code BROKEN class#method why} for anything else.
 */
final class GuardsRun {
    private GuardsRun() {}

    public static void main(String[] tests) {
        for (String test : tests) {
            LauncherDiscoveryRequest request =
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(DiscoverySelectors.selectMethod(test))
                            .build();
            LauncherFactory.create()
                    .execute(
                            request,
                            new TestExecutionListener() {
                                @Override
                                public void executionFinished(
                                        TestIdentifier of, TestExecutionResult result) {
                                    if (of.isTest()
                                            || result.getStatus()
                                                    != TestExecutionResult.Status.SUCCESSFUL) {
                                        System.out.println(told(result) + " " + test);
                                        result.getThrowable().ifPresent(GuardsRun::explain);
                                    }
                                }
                            });
        }
        System.exit(0);
    }

    private static String told(TestExecutionResult result) {
        return switch (result.getStatus()) {
            case SUCCESSFUL -> "GREEN";
            case FAILED ->
                    result.getThrowable().filter(AssertionError.class::isInstance).isPresent()
                            ? "RED"
                            : "BROKEN";
            case ABORTED -> "BROKEN";
        };
    }

    private static void explain(Throwable why) {
        Arrays.stream(String.valueOf(why).split("\\R", -1))
                .limit(8)
                .forEach(line -> System.out.println("    " + line));
    }
}
