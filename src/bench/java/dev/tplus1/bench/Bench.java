package dev.tplus1.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** What jobs/bench starts: makes the data, runs the works, prints the table. */
final class Bench {
    private static final Set<String> WITH_DATABASES =
            Set.of("reconcile", "bill", "replay", "small");

    private final Setting setting;
    private final DatabaseWorks databases;
    private final Map<String, Callable<Work>> works = new LinkedHashMap<>();

    private Bench(Setting setting) {
        this.setting = setting;
        FileWorks files = new FileWorks(setting);
        this.databases = new DatabaseWorks(setting);
        works.put("diff", files::diff);
        works.put("twice", files::twice);
        works.put("tenth", files::tenth);
        works.put("cores", files::cores);
        works.put("third", files::third);
        works.put("mixed", files::mixed);
        works.put("repeated", files::repeated);
        works.put("reconcile", databases::reconcile);
        works.put("bill", databases::bill);
        works.put("replay", databases::replay);
        works.put("outputs", files::outputs);
        works.put("small", databases::small);
    }

    /**
     * @param args the checkout, then what the user said
     */
    static void main(String[] args) throws Exception {
        Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
        Bench bench;
        try {
            bench =
                    new Bench(
                            Setting.of(
                                    Path.of(args[0]), java, List.of(args).subList(1, args.length)));
            bench.known();
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage() + "\n");
            System.err.printf(
                    Setting.USAGE,
                    "diff, twice, tenth, cores, third, mixed, repeated,\n"
                            + "             reconcile, bill, replay, outputs, small");
            System.exit(2);
            return;
        }
        System.exit(bench.run() ? 0 : 1);
    }

    private void known() {
        for (String id : setting.only()) {
            if (!works.containsKey(id)) {
                throw new IllegalArgumentException("--only " + id + ": one of " + works.keySet());
            }
        }
    }

    /** Whether all works that were asked for could be measured and gave the right answers. */
    private boolean run() throws Exception {
        boolean all = true;
        Files.createDirectories(setting.out());
        Table table = null;
        try (databases) {
            for (Map.Entry<String, Callable<Work>> each : works.entrySet()) {
                if (!setting.only().isEmpty() && !setting.only().contains(each.getKey())) {
                    continue;
                }
                boolean measures = setting.step() == Setting.Step.RUN;
                try {
                    if (!measures && WITH_DATABASES.contains(each.getKey())) {
                        databases.data();
                        continue;
                    }
                    Work work = each.getValue().call();
                    if (measures) {
                        Figures figures = measured(work);
                        if (table == null) {
                            table = new Table(Machine.facts(databases.version()));
                        }
                        System.out.print(table.add(work, figures));
                    }
                } catch (IOException | IllegalStateException e) {
                    all = false;
                    System.err.println(each.getKey() + ": " + e.getMessage());
                    if (table != null) {
                        table.leaveOut(each.getKey(), String.valueOf(e.getMessage()));
                    }
                }
            }
        }
        if (table != null) {
            Path file = setting.folder("results.md");
            Files.writeString(file, table.markdown());
            System.out.println("\n" + table.markdown() + "\n" + file);
        }
        return all;
    }

    private Figures measured(Work work) throws Exception {
        // the first pair compares the answers, and leaves the files in memory for those that count
        List<Measured> ours = new ArrayList<>();
        List<Measured> rivals = new ArrayList<>();
        for (int pair = 0; pair <= setting.pairs(); pair++) {
            Measured our = measured(work.ours());
            Measured rival = work.rival() == null ? null : measured(work.rival());
            System.err.println(
                    work.id() + ", pair " + pair + ": " + our + (rival == null ? "" : " " + rival));
            if (pair > 0) {
                ours.add(our);
                if (rival != null) {
                    rivals.add(rival);
                }
            }
        }
        return new Figures(ours, rivals);
    }

    private static Measured measured(Work.Side side) throws Exception {
        side.prepare().run();
        Measured measured = Measured.run(side.command());
        side.check().run();
        return measured;
    }
}
