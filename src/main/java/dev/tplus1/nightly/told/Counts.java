package dev.tplus1.nightly.told;

import dev.tplus1.alert.Digest;
import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Money;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.Difference;

import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The breaks of one revision, counted in the groups in which its report shows them. One thread. */
final class Counts {
    private final Map<Group, Sum> groups = new EnumMap<>(Group.class);

    void add(Group group, Break each) {
        Sum sum = groups.computeIfAbsent(group, _ -> new Sum());
        sum.count++;
        sum.add(Difference.of(each));
    }

    Digest.Tally of(Group group) {
        Sum sum = groups.get(group);
        return sum == null ? Digest.Tally.NONE : new Digest.Tally(sum.count, sum.amounts());
    }

    /** A count, and the absolute amounts of each currency. */
    static final class Sum {
        private final Map<Currency, Long> minor = new HashMap<>();
        private long count;

        void add(long more) {
            count += more;
        }

        void add(List<Money> amounts) {
            for (Money money : amounts) {
                minor.merge(money.currency(), money.absolute().minor(), Math::addExact);
            }
        }

        long count() {
            return count;
        }

        /** The largest first. */
        List<Money> amounts() {
            return minor.entrySet().stream()
                    .map(each -> new Money(each.getValue(), each.getKey()))
                    .sorted(
                            Comparator.comparing(Money::value)
                                    .reversed()
                                    .thenComparing(money -> money.currency().getCurrencyCode()))
                    .toList();
        }
    }
}
