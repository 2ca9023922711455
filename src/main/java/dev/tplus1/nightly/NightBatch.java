package dev.tplus1.nightly;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

/**
 * The Spring Batch side of a night: one job of six steps, one job instance per job file, account,
 * business date and revision (and one more where a person approved a held one). The caller holds
 * the date's lease around every launch, because Spring Batch itself lets two restarts of one
 * execution run side by side. Thread-safe.
 */
final class NightBatch implements AutoCloseable {
    private static final String JOB = "reconcile";
    private static final String RUN = "run";

    /** The step from which on a run changes the books. */
    static final String REPLAY = "replay";

    private final ConfigurableApplicationContext context;
    private final JobOperator operator;
    private final JobRepository repository;
    private final Job job;
    private final Map<String, Run> running;

    NightBatch(DataSource dataSource) {
        this.running = new ConcurrentHashMap<>();
        this.context =
                new SpringApplicationBuilder(Wiring.class)
                        .web(WebApplicationType.NONE)
                        .logStartupInfo(false)
                        .registerShutdownHook(false)
                        .properties(
                                Map.of(
                                        "spring.main.banner-mode", "off",
                                        "spring.batch.job.enabled", "false",
                                        "spring.batch.jdbc.initialize-schema", "never",
                                        "spring.batch.jdbc.table-prefix", "TPLUS1_BATCH_",
                                        "spring.batch.jdbc.isolation-level-for-create",
                                                "read_committed",
                                        "spring.jmx.enabled", "false"))
                        .initializers(starting -> {
                            starting.getBeanFactory().registerSingleton("dataSource", dataSource);
                            starting.getBeanFactory().registerSingleton("runs", new Runs(running));
                        })
                        .run();
        this.operator = context.getBean(JobOperator.class);
        this.repository = context.getBean(JobRepository.class);
        this.job = context.getBean(Job.class);
    }

    /**
     * The runs that are on their way in this process, by the identifying parameter of their
     * instance.
     */
    record Runs(Map<String, Run> byKey) {
        Run of(StepExecution step) {
            Run run =
                    byKey.get(
                            String.valueOf(
                                    step.getJobExecution().getJobParameters().getString(RUN)));
            if (run == null) {
                throw new IllegalStateException("a step of a run that is not this process's");
            }
            return run;
        }
    }

    /**
     * Starts the run's job instance, or goes on with it where an earlier execution of it failed,
     * was stopped, or died.
     *
     * @return whether all steps are through; if not, {@link Run#failure} tells why
     */
    boolean launch(Run run) throws JobExecutionException {
        String key = run.runId() + (run.approved() ? "/approved" : "");
        JobParameters parameters = parameters(key);
        running.put(key, run);
        try {
            JobInstance instance = repository.getJobInstance(JOB, parameters);
            JobExecution last = instance == null ? null : repository.getLastJobExecution(instance);
            if (run.concluded() && last != null && last.getStatus() == BatchStatus.COMPLETED) {
                return published(run);
            }
            JobExecution execution;
            if (last == null) {
                if (instance != null) {
                    // a process died between making the instance and its first execution
                    repository.deleteJobInstance(instance);
                }
                execution = operator.start(job, parameters);
            } else {
                execution = operator.restart(recovered(last));
            }
            if (execution.getStatus() != BatchStatus.COMPLETED && run.failure() == null) {
                List<Throwable> failures = execution.getAllFailureExceptions();
                run.failed(
                        failures.isEmpty()
                                ? new IllegalStateException(
                                        "the run ended " + execution.getStatus())
                                : failures.getFirst());
            }
            return execution.getStatus() == BatchStatus.COMPLETED;
        } finally {
            running.remove(key);
        }
    }

    /** Whether an earlier execution of a run got as far as this step. */
    boolean entered(String runId, String step) {
        JobInstance instance = repository.getJobInstance(JOB, parameters(runId));
        return instance != null && repository.getLastStepExecution(instance, step) != null;
    }

    private static JobParameters parameters(String key) {
        return new JobParametersBuilder().addString(RUN, key).toJobParameters();
    }

    /** All its steps are through, and yet its report is missing: that alone is done again. */
    private static boolean published(Run run) {
        try {
            run.conclude();
            return true;
        } catch (RunStopped | RuntimeException thrown) {
            run.failed(thrown);
            return false;
        }
    }

    /**
     * An execution that no process works on any more, so that it can be gone on with: we hold its
     * lease.
     */
    private JobExecution recovered(JobExecution last) {
        BatchStatus status = last.getStatus();
        boolean running = status.isRunning() || status == BatchStatus.STOPPING;
        // also one that failed, but whose step could not be told so: its connection had broken
        if (status == BatchStatus.UNKNOWN || (!running && hasOpenStep(last))) {
            LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
            for (StepExecution step : last.getStepExecutions()) {
                if (step.getStatus() != BatchStatus.COMPLETED) {
                    step.setStatus(BatchStatus.FAILED);
                    step.setExitStatus(ExitStatus.FAILED);
                    step.setEndTime(now);
                    repository.update(step);
                }
            }
            last.setStatus(BatchStatus.FAILED);
            last.setExitStatus(ExitStatus.FAILED);
            last.setEndTime(now);
            repository.update(last);
            return last;
        }
        return running ? operator.recover(last) : last;
    }

    private static boolean hasOpenStep(JobExecution last) {
        return last.getStepExecutions().stream()
                .map(StepExecution::getStatus)
                .anyMatch(status ->
                        status.isRunning()
                                || status == BatchStatus.STOPPING
                                || status == BatchStatus.UNKNOWN);
    }

    @Override
    public void close() {
        context.close();
    }

    /** The job: fetch, check, reconcile, replay, verify, conclude. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Wiring {
        @Bean
        Job reconcile(JobRepository repository, Runs runs) {
            return new JobBuilder(JOB, repository)
                    .start(step(repository, runs, "fetch", Run::fetch))
                    .next(step(repository, runs, "check", Run::check))
                    .next(step(repository, runs, "reconcile", Run::reconcile))
                    .next(step(repository, runs, REPLAY, Run::replay))
                    .next(step(repository, runs, "verify", Run::verify))
                    .next(step(repository, runs, "conclude", Run::conclude))
                    .build();
        }

        private static Step step(JobRepository repository, Runs runs, String name, Doing doing) {
            // every step is entered again on a restart: it knows from the database what is done
            // already
            return new StepBuilder(name, repository)
                    .tasklet((contribution, _) -> {
                        Run run = runs.of(contribution.getStepExecution());
                        try {
                            run.observed().step(name, () -> holdingNoConnection(doing, run));
                            return RepeatStatus.FINISHED;
                        } catch (Exception | Error thrown) {
                            run.failed(thrown);
                            throw thrown;
                        }
                    })
                    .allowStartIfComplete(true)
                    .build();
        }

        /**
         * A step may wait, download or read for longer than the server lets a session be silent. In
         * a step's transaction, which is on nothing, the first statement's connection would be kept
         * until the step's end, and be dead by then: so it is set aside, as a transaction of our
         * own would set it aside.
         */
        private static void holdingNoConnection(Doing doing, Run run) throws Exception {
            List<TransactionSynchronization> steps =
                    TransactionSynchronizationManager.getSynchronizations();
            TransactionSynchronizationManager.clearSynchronization();
            try {
                doing.with(run);
            } finally {
                TransactionSynchronizationManager.initSynchronization();
                steps.forEach(TransactionSynchronizationManager::registerSynchronization);
            }
        }
    }

    /** What a step does with its run. */
    @FunctionalInterface
    interface Doing {
        void with(Run run) throws Exception;
    }
}
