package dev.tplus1.nightly;

import static dev.tplus1.nightly.Shop.DATE;

import dev.tplus1.entry.Money;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Ids that differ in nothing that many a collation looks at. */
final class AlikeIds {
    /** Case, trailing and leading blank, accent, Unicode form, width, what is unseen, sharp s. */
    static final List<String> IDS =
            List.of(
                    "cafe",
                    "CAFE",
                    "Cafe",
                    "cafe ",
                    " cafe",
                    "caf\u00e9",
                    "cafe\u0301",
                    "\uff43\uff41\uff46\uff45",
                    "ca\u200bfe",
                    "cafe\ud83c\udf75",
                    "cafe\ud83c\udf70",
                    "stra\u00dfe",
                    "strasse",
                    "\u0131d",
                    "id");

    private AlikeIds() {}

    /**
     * Every second payment is booked, every other is a missed callback; each third order has a
     * refund besides, which the books do not know to have succeeded.
     */
    static void fill(Shop shop) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < IDS.size(); i++) {
            String id = IDS.get(i);
            String at = Shop.at(DATE, i);
            long minor = 1000L + i;
            boolean booked = i % 2 == 0;
            shop.order(
                    Shop.ACCOUNT,
                    id,
                    minor,
                    "CNY",
                    booked ? "PAID" : "PENDING",
                    booked ? id : null,
                    booked ? at : null);
            lines.add(line(id, "", "PAYMENT", minor, at));
            if (booked && i % 3 == 0) {
                Money one = new Money(100, Money.currency("CNY"));
                shop.refund(Shop.ACCOUNT, id, id, one, "PENDING", null);
                lines.add(line(id, id, "REFUND", 100, Shop.at(DATE, 100 + i)));
            }
        }
        shop.statement(DATE, lines.toArray(String[]::new));
    }

    private static String line(String id, String refundNo, String kind, long minor, String at) {
        return "\"%s\",\"%s\",\"%s\",%s,%d.%02d,CNY,SUCCESS,%s"
                .formatted(id, id, refundNo, kind, minor / 100, minor % 100, at);
    }

    /** All that a night left, but for what no two runs have in common. */
    static Map<String, String> outcome(Shop shop) {
        return shop.files().entrySet().stream()
                .filter(file -> file.getKey().matches(".*/r\\d+/(summary.json|breaks.csv)"))
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                file ->
                                        file.getValue()
                                                .replaceAll(
                                                        "\\s*\"((runId|finishedAt)\":"
                                                            + " \"[^\"]*\"|audit\": [{][^}]*}),?",
                                                        "")));
    }
}
