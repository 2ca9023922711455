package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What becomes of messages that cannot be published, on every database. */
abstract class DeadLetterContract extends RelayFixture {

    @Test
    void makesADeadLetterOfWhatWasTriedTooOften() {
        write("S1", "1");
        write("S1", "2");

        for (int i = 0; i < 5; i++) {
            round(_ -> UNKNOWN);
            later();
        }

        assertThat(received).hasSize(3);
        assertThat(unpublished()).containsExactly("S1 DEAD 3 no answer", "S1 BEHIND 0");
        assertThat(letters.count()).isEqualTo(new Letters.Count(1, 1));
    }

    @Test
    void makesADeadLetterAtOnceOfWhatIsRefused() {
        write("S1", "1");
        write("S1", "2");
        write("S2", "3");

        Round round = round(message -> message.payload().equals("1") ? REFUSED : TAKEN);

        assertThat(round).isEqualTo(new Round(1, 1, Round.End.DONE, ""));
        assertThat(unpublished()).containsExactly("S1 DEAD 1 answered 410", "S1 BEHIND 0");
    }

    @Test
    void makesADeadLetterOfWhatIsNotJsonWithoutAskingTheSink() {
        String[] broken = {"", "{", "{} {}", "hello", "{\"a\": NaN}", "\"a\nb\"", "[".repeat(5000)};
        for (int i = 0; i < broken.length; i++) {
            write("S" + i, broken[i]);
        }
        write("S9", "\"fine\"");

        Round round = round(_ -> TAKEN);

        assertThat(round).isEqualTo(new Round(1, broken.length, Round.End.DONE, ""));
        assertThat(received).containsExactly("S9:\"fine\"");
        assertThat(unpublished())
                .hasSize(broken.length)
                .allMatch(line -> line.endsWith(" DEAD 1 not JSON"));
    }

    @Test
    void requeuesADeadLetterAndGoesOnWithItsKeyInOrder() {
        write("S1", "1");
        write("S1", "2");
        round(_ -> REFUSED);

        long requeued = letters.requeue(List.of(idOf("1")));
        List<String> between = unpublished();
        round(_ -> TAKEN);

        assertThat(requeued).isEqualTo(1);
        assertThat(between).containsExactly("S1 DUE 0 answered 410", "S1 BEHIND 0");
        assertThat(received).containsExactly("S1:1", "S1:1", "S1:2");
        assertThat(unpublished()).isEmpty();
    }

    @Test
    void requeuesAllDeadLettersAndNothingElse() {
        write("S1", "1");
        write("S2", "2");
        write("S3", "3");
        round(message -> message.payload().equals("3") ? UNKNOWN : REFUSED);

        long requeued = letters.requeueAllDead();

        assertThat(requeued).isEqualTo(2);
        assertThat(unpublished())
                .containsExactly(
                        "S1 DUE 0 answered 410", "S2 DUE 0 answered 410", "S3 WAITING 1 no answer");
        assertThat(letters.requeueAllDead()).isZero();
    }

    @Test
    void discardsAMessageSoThatThoseBehindItAreSent() {
        write("S1", "1");
        write("S1", "2");
        round(_ -> REFUSED);

        letters.discard(List.of(idOf("1")), "ops", "delivered by hand");
        round(_ -> TAKEN);

        assertThat(received).containsExactly("S1:1", "S1:2");
        assertThat(letters.count()).isEqualTo(new Letters.Count(0, 0));
        assertThat(letters.list(Letters.Which.WAITING_AND_DEAD, 10)).isEmpty();
        assertThat(letters.list(Letters.Which.ALL_UNPUBLISHED, 10))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.state()).isEqualTo(Letter.State.DISCARDED);
                    assertThat(letter.discardedBy()).isEqualTo("ops");
                    assertThat(letter.discardedNote()).isEqualTo("delivered by hand");
                    assertThat(letter.at()).isNotNull();
                });
    }

    @Test
    void decidesAboutAllMessagesOrNone() {
        write("S1", "1");
        write("S2", "2");
        write("S3", "3");
        write("S4", "4");
        round(message -> message.payload().equals("4") ? TAKEN : REFUSED);
        letters.discard(List.of(idOf("3")), "ops", "gone");
        List<String> before = unpublished();

        assertThatThrownBy(() -> letters.requeue(List.of(idOf("1"), 999_999L)))
                .hasMessage(
                        "999999: no such message; tplus1 outbox list shows those there are; nothing"
                                + " was changed");
        assertThatThrownBy(() -> letters.requeue(List.of(idOf("1"), idOf("4"))))
                .hasMessage(
                        idOf("4") + ": was published already; leave it out; nothing was changed");
        assertThatThrownBy(() -> letters.discard(List.of(idOf("1"), idOf("3")), "ops", "x"))
                .hasMessage(
                        idOf("3") + ": was discarded already; leave it out; nothing was changed");
        assertThat(unpublished()).isEqualTo(before);
    }
}
