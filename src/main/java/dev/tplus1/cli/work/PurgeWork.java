package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.purge.PurgeAnswer;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.purge.Purge;
import dev.tplus1.nightly.purge.Purged;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.time.Clock;
import java.util.function.Consumer;

/** Keeps house. */
final class PurgeWork {
    private final Clock clock;

    PurgeWork(Clock clock) {
        this.clock = clock;
    }

    /**
     * @param end told while the signal still keeps the process
     */
    PurgeAnswer purge(Work.PurgeRequest request, Consumer<PurgeAnswer> end) {
        JobFile job = request.job().file();
        try (StopSignal signal = new StopSignal()) {
            Purged purged;
            try (Purge purge = Purge.open(job, clock)) {
                purged = request.dryRun() ? purge.look() : purge.run(signal::given);
            } catch (DataAccessException | TransactionException e) {
                throw DatabaseException.of("the purge could not go on; run it again", e);
            }
            PurgeAnswer answer = new PurgeAnswer(job.job(), request.dryRun(), purged);
            end.accept(answer);
            return answer;
        }
    }
}
