package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;

class ImportCommandTests {
    private static final ImportAnswer ONE_REFUSED =
            new ImportAnswer(
                    2,
                    1,
                    0,
                    0,
                    30,
                    0,
                    List.of(new ImportAnswer.Refused("Breaks row 3, 7K3M9QX2", "it changed")),
                    List.of());

    @TempDir private Path folder;
    private String job = "";
    private String sheet = "";
    private final FakeWork work = new FakeWork();

    @BeforeEach
    void writeFiles() throws IOException {
        sheet = Files.writeString(folder.resolve("report.xlsx"), "x").toString();
        job =
                Files.writeString(
                                folder.resolve("shop.yaml"),
                                """
                                tplus1:
                                  job: shop
                                  database: {url: "${URL}"}
                                  accounts:
                                    - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                                """)
                        .toString();
    }

    @Test
    void saysWhatWasAppliedAndWhichRowsWereRefused() {
        work.imported = ONE_REFUSED;

        Ended ended = work.run("breaks", "import", sheet, "--job", job, "--as", "ann");

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Import.class,
                        asked -> {
                            assertThat(asked.file()).isEqualTo(Path.of(sheet));
                            assertThat(asked.as()).isEqualTo("ann");
                        });
        assertThat(ended.out()).isEqualTo("2 resolved, 1 approved, 30 left open, 1 refused.\n");
        assertThat(ended.err()).isEqualTo("tplus1: Breaks row 3, 7K3M9QX2: refused: it changed\n");
        assertThat(ended.code()).isEqualTo(3);
    }

    @Test
    void answersAnApprovalAsJsonAlone() {
        LocalDate date = LocalDate.of(2026, 11, 28);
        work.approved.add(new Deciding.Approval("one", date, "7K3M9QX2", "ann", true));
        work.approved.add(new Deciding.Approval("one", date, null, "bob", false));
        work.said.add("7K3M9QX2: it changed since");
        work.answers.add(new AccountAnswer.NotReady("one", date, "no statement yet"));

        Ended json =
                work.run("breaks", "approve", "7K3M9QX2", "--note", "n", "--job", job, "--json");
        Ended text = work.run("breaks", "approve", "7K3M9QX2", "--note", "n", "--job", job);

        String told =
                "7K3M9QX2: it changed since\n"
                        + "7K3M9QX2: approved by ann, a second person is needed; nothing is"
                        + " replayed.\n";
        String notReady = "tplus1: one 2026-11-28: not ready: no statement yet\n";
        assertThat(json)
                .isEqualTo(
                        new Ended(
                                4,
                                """
                                [{"account":"one","business_date":"2026-11-28","break_id":"7K3M9QX2",\
                                "approved_by":"ann","second_approval":"needed"},
                                {"account":"one","business_date":"2026-11-28","break_id":null,\
                                "approved_by":"bob","second_approval":""}]
                                """,
                                told + notReady));
        assertThat(text).isEqualTo(new Ended(4, told, notReady));
    }

    @Test
    void answersAsJson() {
        work.imported = ONE_REFUSED;

        Ended ended = work.run("breaks", "import", sheet, "--job", job, "--json");

        assertThat(ended.out())
                .contains("\"resolved\":2")
                .contains("{\"row\":\"Breaks row 3, 7K3M9QX2\",\"why\":\"it changed\"}");
    }

    @Test
    void saysNothingButJsonToAProgramWhateverComesOfTheApprovals() {
        work.imported = ONE_REFUSED;
        work.answers.add(new AccountAnswer.Stopped("one", LocalDate.of(2026, 11, 28)));
        work.answers.add(
                new AccountAnswer.AlreadyDone(
                        "one",
                        LocalDate.of(2026, 11, 28),
                        1,
                        ZonedDateTime.parse("2026-11-29T08:00:00Z")));

        Ended ended = work.run("breaks", "import", sheet, "--job", job, "--json");

        assertThat(ended.out().lines()).singleElement().asString().startsWith("{");
        assertThat(ended.err()).contains("already reconciled as r1", "2 dates: ");
    }

    @Test
    void saysWhatWasDoneUntilItFailed() {
        work.imported = new ImportAnswer(2, 0, 0, 0, 0, 5, List.of(), List.of());
        work.failure = new SettingException("the disk is full");

        Ended ended = work.run("breaks", "import", sheet, "--job", job);

        assertThat(ended.out())
                .isEqualTo("2 resolved, 0 approved, 0 left open, 0 refused, 5 not reached.\n");
        assertThat(ended.err()).contains("the disk is full");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void refusesAFileThatIsNotThere() {
        Ended ended = work.run("breaks", "import", folder + "/none.xlsx", "--job", job);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }
}
