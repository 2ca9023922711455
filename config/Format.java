import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Checks (or, with "apply", rewrites) the layout of every Java file below the given folders. */
public class Format {
    public static void main(String[] args) throws Exception {
        boolean apply = args[0].equals("apply");
        Formatter formatter = new Formatter(JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build());
        int wrong = 0;
        for (String folder : Arrays.asList(args).subList(1, args.length)) {
            List<Path> files;
            try (var walk = Files.walk(Path.of(folder))) {
                files = walk.filter(p -> p.toString().endsWith(".java")).sorted().toList();
            }
            for (Path file : files) {
                String text = Files.readString(file);
                String formatted = formatter.formatSourceAndFixImports(text);
                if (!formatted.equals(text)) {
                    wrong++;
                    if (apply) {
                        Files.writeString(file, formatted);
                    } else {
                        System.err.println(file + ": not in the project's layout");
                    }
                }
            }
        }
        if (wrong > 0 && !apply) {
            System.err.println("Run: mvn process-sources -Dformat.mode=apply");
            System.exit(1);
        }
    }
}
