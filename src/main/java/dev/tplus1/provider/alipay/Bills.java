package dev.tplus1.provider.alipay;

import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Received;
import dev.tplus1.http.Retries;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.AnswerFile;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;
import dev.tplus1.statement.input.StatementInput;
import dev.tplus1.statement.input.ZipInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * Brings a day's bill: asks the gateway for a link, which is good for 30 seconds, and the host of
 * bills for the ZIP behind it. Each try asks for a link of its own. (opendocs.alipay.com,
 * "查询对账单下载地址".) Thread-safe.
 */
final class Bills {
    private static final int HEAD_BYTES = 4096;

    /** Begins what is sent in place of a ZIP once a link has expired. */
    private static final String EXPIRED = "下载超时";

    private static final int DETAIL_AND_SUMMARY = 2;

    /** How long Alipay keeps bills, of whose age it answers as of a day without one. */
    private static final int MONTHS_KEPT = 30;

    private final Gateway gateway;
    private final Exchange exchange;
    private final Retries retries;
    private final Clock clock;
    private final Rules rules;

    /**
     * What a job file says of bills.
     *
     * @param type the bill_type
     * @param noBillCodes parts of details that say that a day has no bill
     * @param tooEarlyCodes parts of details that may say that it has none yet
     * @param readyAfter how long after the day's end its bill is there at the latest
     * @param upgrade whether a link with http is asked for over https, or refused
     * @param hosts that hand bills out
     */
    record Rules(
            String type,
            List<String> noBillCodes,
            List<String> tooEarlyCodes,
            Duration readyAfter,
            boolean upgrade,
            List<String> hosts) {}

    Bills(Gateway gateway, Exchange exchange, Retries retries, Clock clock, Rules rules) {
        this.gateway = gateway;
        this.exchange = exchange;
        this.retries = retries;
        this.clock = clock;
        this.rules = rules;
    }

    /** Asks whether there is a link to a day's bill, and lets it expire. */
    Reply ask(LocalDate date) throws TryAgainException, CallException {
        return gateway.ask(
                NoBill.METHOD, Map.of("bill_type", rules.type(), "bill_date", date.toString()));
    }

    boolean none(Reply reply) {
        return reply.saysNo(rules.noBillCodes());
    }

    Found download(LocalDate date, Path folder) throws RefusedException, IOException {
        if (clock.instant().isBefore(end(date))) {
            return new NotReady("Alipay's day " + date + " is not over");
        }
        Fetching fetching = new Fetching(date, folder);
        try {
            return retries.run("Alipay's statement of " + date, fetching);
        } catch (CallStoppedException e) {
            throw e;
        } catch (CallException e) {
            RefusedException refused = fetching.refused;
            if (refused == null) {
                throw e;
            }
            refused.addSuppressed(e);
            throw refused;
        }
    }

    private static Instant end(LocalDate date) {
        return date.plusDays(1).atStartOfDay(DetailReader.BEIJING).toInstant();
    }

    /** Where an answer says that a day's bill is; over https, or refused by the exchange. */
    URI link(LocalDate date, Reply reply) throws CallException {
        URI link;
        try {
            link = URI.create(reply.text("bill_download_url"));
        } catch (IllegalArgumentException _) {
            throw new CallException("Alipay's link to the bill of " + date + " is no address");
        }
        if (link.getHost() == null) {
            throw new CallException("Alipay's link to the bill of " + date + " is no address");
        }
        if (!"http".equalsIgnoreCase(link.getScheme())) {
            return link;
        }
        if (!rules.upgrade()) {
            throw new CallException(
                    "Alipay's link to the bill of "
                            + date
                            + " is plain http, which plain-http: refuse does not allow");
        }
        boolean usual = link.getPort() < 0 || link.getPort() == 80;
        return URI.create(
                "https://"
                        + link.getHost()
                        + (usual ? "" : ":" + link.getPort())
                        + (link.getRawPath() == null ? "" : link.getRawPath())
                        + (link.getRawQuery() == null ? "" : "?" + link.getRawQuery()));
    }

    /** Proves that the hosts of bills are there. */
    String reachHosts() throws IOException {
        for (String host : rules.hosts()) {
            URI url = URI.create("https://" + host.strip());
            retries.run(
                    "Alipay's host of bills",
                    () -> {
                        exchange.reach(url);
                        return url;
                    });
        }
        return "bills can be fetched from " + String.join(", ", rules.hosts());
    }

    /** One day's bill on its way into a folder. */
    private final class Fetching implements Retries.Try<Found> {
        private final LocalDate date;
        private final Path folder;

        /** Why what the last try brought cannot be trusted; null where it brought nothing. */
        private @Nullable RefusedException refused;

        Fetching(LocalDate date, Path folder) {
            this.date = date;
            this.folder = folder;
        }

        @Override
        public Found make() throws TryAgainException, IOException {
            refused = null;
            Reply reply = ask(date);
            if (!reply.ok()) {
                return withoutBill(reply);
            }
            URI link = link(date, reply);
            Path file = folder.resolve("alipay-" + date + ".zip");
            switch (exchange.save(Ask.get(link, Map.of()), file)) {
                case Received.Saved saved -> prove(saved, link);
                case Received.Refused(var answer) ->
                        // whatever is wrong with this link, the next one may be good
                        throw new TryAgainException(
                                "the host of bills answered "
                                        + answer.status()
                                        + ": "
                                        + exchange.shown(answer.text(), link));
            }
            return new Ready(List.of(file));
        }

        /**
         * A day without a bill, or whose bill is not made yet: Alipay may say the same of both, so
         * it is believed that there is none once all bills should be there.
         */
        private Found withoutBill(Reply reply) throws IOException {
            boolean early = clock.instant().isBefore(end(date).plus(rules.readyAfter()));
            String told = gateway.shown(reply.told());
            if (early && (none(reply) || reply.saysNo(rules.tooEarlyCodes()))) {
                return new NotReady("Alipay has no bill of " + date + " yet: it answers " + told);
            }
            if (!none(reply)) {
                throw new CallException("Alipay gives no bill of " + date + ": it answers " + told);
            }
            if (date.isBefore(
                    LocalDate.now(clock.withZone(DetailReader.BEIJING)).minusMonths(MONTHS_KEPT))) {
                throw new CallException(
                        "Alipay has no bill of "
                                + date
                                + " any more: it keeps them for some "
                                + MONTHS_KEPT
                                + " months (it answers "
                                + told
                                + "); give the file by --statement");
            }
            Path file = folder.resolve("alipay-" + date + NoBill.SUFFIX);
            AnswerFile.write(file, reply.body());
            return new Ready(List.of(file));
        }

        /** Keeps a file that is a whole ZIP, and nothing else. */
        private void prove(Received.Saved saved, URI link) throws TryAgainException, IOException {
            Path file = saved.file();
            boolean sound = false;
            try {
                if (!ZipInput.isZip(file)) {
                    throw notZip(saved, link);
                }
                try (ZipInput zip = ZipInput.open(file)) {
                    if (zip.size() < DETAIL_AND_SUMMARY) {
                        throw zip.refuse(
                                "a detail file and a summary are expected, found "
                                        + zip.size()
                                        + " files");
                    }
                    zip.prove();
                }
                sound = true;
            } catch (RefusedException e) {
                refused = e;
                throw new TryAgainException(String.valueOf(e.getMessage()));
            } finally {
                if (!sound) {
                    Files.deleteIfExists(file);
                }
            }
        }

        /** What came in place of a ZIP. */
        private RefusedException notZip(Received.Saved saved, URI link)
                throws TryAgainException, IOException {
            byte[] head;
            try (InputStream in = Files.newInputStream(saved.file())) {
                head = in.readNBytes(HEAD_BYTES);
            }
            String text = new String(head, StandardCharsets.UTF_8);
            if (text.contains(EXPIRED)
                    || new String(head, Charset.forName("GB18030")).contains(EXPIRED)) {
                throw new TryAgainException("the link to the bill had expired");
            }
            return new RefusedException(
                    StatementInput.name(saved.file()),
                    0,
                    saved.bytes() == 0
                            ? "the host of bills sends an empty file"
                            : "the host of bills sends "
                                    + saved.bytes()
                                    + " bytes that are no ZIP: "
                                    + exchange.shown(text, link));
        }
    }
}
