package dev.tplus1.provider.api;

import dev.tplus1.callback.Callback;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.Pauses;
import dev.tplus1.http.Retries;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An account at a provider that answers what a test wants, without any network. */
public final class FakeApi implements ApiSettings, ProviderApi {
    /** The references of the callbacks that were asked about. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    /** The dates that were downloaded, or tried. */
    public final List<LocalDate> dates = new CopyOnWriteArrayList<>();

    public final AtomicInteger cancelled = new AtomicInteger();
    public final AtomicInteger closed = new AtomicInteger();

    private final Deque<Download> downloads = new ArrayDeque<>();
    private final Map<String, Query> orders = new ConcurrentHashMap<>();
    private Proof.Call statements = () -> "signed in as merchant 1";
    private @Nullable ApiMeans means;

    /** One answer to a download. */
    public interface Download {
        StatementSource.Found into(Path folder) throws RefusedException, IOException;
    }

    /** One answer about an order. */
    public interface Query {
        State of(Callback callback) throws IOException;
    }

    /** The next download answers so; the last one given answers for ever. */
    public FakeApi downloads(Download download) {
        downloads.add(download);
        return this;
    }

    /** The next download is this file. */
    public FakeApi has(String name, String text) {
        return downloads(folder ->
                new StatementSource.Ready(List.of(Files.writeString(folder.resolve(name), text))));
    }

    /** The next download is not there yet. */
    public FakeApi notReady(String why) {
        return downloads(_ -> new StatementSource.NotReady(why));
    }

    /** What it answers about the callback with this reference; any other stands. */
    public FakeApi order(String reference, Query query) {
        orders.put(reference, query);
        return this;
    }

    /** How it proves that it hands statements out. */
    public FakeApi proof(Proof.Call by) {
        statements = by;
        return this;
    }

    /** Makes of a job the same one, where this account has this API in place of its folder. */
    public UnaryOperator<JobFile> of(String account) {
        return job -> in(job, account);
    }

    private JobFile in(JobFile job, String account) {
        List<AccountFile> accounts = new ArrayList<>();
        for (AccountFile each : job.accounts()) {
            accounts.add(
                    each.id().equals(account)
                            ? new AccountFile(
                                    each.id(),
                                    each.settings(),
                                    each.cutoffGrace(),
                                    each.suspenseDays(),
                                    new AccountFile.Api(this),
                                    each.poll())
                            : each);
        }
        return new JobFile(
                job.job(),
                job.database(),
                job.ledger(),
                accounts,
                job.replay(),
                job.alertsMaxShare(),
                job.alerts(),
                job.reports(),
                job.archive(),
                job.scratch(),
                job.outbox(),
                job.approval(),
                job.traces(),
                job.ping(),
                job.metrics(),
                job.retention(),
                job.logs());
    }

    /** What a call throws that is stopped before it has its answer. */
    public static CallException stopped() {
        try {
            throw new Retries(CallLimits.DEFAULT, Pauses.REAL, () -> true)
                    .run("the provider", () -> new IllegalStateException("was not stopped"));
        } catch (CallException e) {
            return e;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the process was asked to stop, as far as it was told. */
    public boolean stopping() {
        ApiMeans given = means;
        return given != null && given.stopping().getAsBoolean();
    }

    @Override
    public ProviderApi open(ApiMeans given) {
        means = given;
        return this;
    }

    @Override
    public String from() {
        return "https://api.example.com";
    }

    @Override
    public StatementSource.Found download(LocalDate date, Path folder)
            throws RefusedException, IOException {
        dates.add(date);
        Download next;
        synchronized (downloads) {
            next = downloads.size() > 1 ? downloads.removeFirst() : downloads.getFirst();
        }
        return next.into(folder);
    }

    @Override
    public State state(Callback callback) throws IOException {
        asked.add(callback.reference());
        return orders.getOrDefault(callback.reference(), _ -> new State.Stands()).of(callback);
    }

    @Override
    public List<Proof> proofs() {
        return List.of(
                new Proof(Proof.Of.STATEMENTS, "url", statements),
                new Proof(Proof.Of.ORDERS, "url", () -> "orders can be asked for"));
    }

    @Override
    public void cancel() {
        cancelled.incrementAndGet();
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
