package dev.tplus1.bench;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/**
 * The rival of a small date: a job of one step that does nothing, in the same batch tables, with
 * the same starters and settings.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Hello {
    public static void main(String[] args) {
        new SpringApplicationBuilder(Hello.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties(
                        "spring.main.banner-mode=off",
                        "logging.level.root=off",
                        "spring.batch.jdbc.initialize-schema=never",
                        "spring.batch.jdbc.table-prefix=TPLUS1_BATCH_",
                        "spring.batch.jdbc.isolation-level-for-create=read_committed",
                        "spring.datasource.url=" + args[0],
                        "spring.datasource.username=sa",
                        "spring.jmx.enabled=false")
                .run("run=" + System.nanoTime())
                .close();
    }

    @Bean
    Job nothing(JobRepository repository) {
        return new JobBuilder("hello", repository)
                .start(
                        new StepBuilder("hello", repository)
                                .tasklet((_, _) -> RepeatStatus.FINISHED)
                                .build())
                .build();
    }
}
