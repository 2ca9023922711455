package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

final class DatabaseTests extends DatabaseContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }

    @Test
    void refusesAnotherKindOfDatabase() {
        assertThatThrownBy(() ->
                        Database.open(
                                "ledger", new DatabaseSettings("jdbc:oracle:x", "u", "secret")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("ledger.url");
    }

    @Test
    void showsNoPasswordWhereverItWasWritten() {
        for (DatabaseSettings settings :
                new DatabaseSettings[] {
                    new DatabaseSettings(
                            "jdbc:mysql://root:hunter2@127.0.0.1:1/shop?connectTimeout=500",
                            null,
                            null),
                    new DatabaseSettings(
                            "jdbc:mysql://127.0.0.1:1/shop?user=root&password=hunter2&connectTimeout=500",
                            null,
                            null),
                    new DatabaseSettings(
                            "jdbc:mysql://address=(host=127.0.0.1)(port=1)(password=hunter2)/shop",
                            "root",
                            "x"),
                    new DatabaseSettings("jdbc:mysql://root:hunter2@:bad:/shop", null, null),
                    new DatabaseSettings(
                            "jdbc:mysql://root:hunter2/more@127.0.0.1:1/shop", null, null),
                    new DatabaseSettings(
                            "jdbc:mysql://root:hunter2?more@127.0.0.1:1/shop", null, null),
                    new DatabaseSettings(
                            "jdbc:mysql://root:hunter2#more@127.0.0.1:1/shop", null, null),
                    new DatabaseSettings(
                            "jdbc:mysql://127.0.0.1:1/shop?password=hunter2&sslMode=hunter2",
                            null,
                            null),
                    new DatabaseSettings(
                            "jdbc:h2:mem:x;NO_SUCH=hunter2;PASSWORD=hunter2", "sa", ""),
                    new DatabaseSettings("jdbc:h2:shop;hunter2", "sa", "hunter2"),
                }) {
            assertThat(settings.toString()).doesNotContain("hunter2");
            assertThatThrownBy(() -> Database.open("ledger", settings))
                    .isInstanceOf(DatabaseException.class)
                    .satisfies(e -> {
                        for (Throwable t = e; t != null; t = t.getCause()) {
                            assertThat(String.valueOf(t.getMessage())).doesNotContain("hunter2");
                        }
                    })
                    .hasMessageStartingWith("ledger: cannot connect to jdbc:")
                    .hasMessageNotContaining("\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'jdbc:mysql://u:p@h-1.example:3306,[::1]:2/shop?a=b',"
                + " 'jdbc:mysql://h-1.example:3306,[::1]:2/shop'",
        "jdbc:mysql://h/shop?user=u@h&password=p, jdbc:mysql://h/shop",
        "jdbc:mysql://u:1234?p@h/shop, jdbc:mysql://...",
        "jdbc:mysql://u:1234;p@h/shop, jdbc:mysql://...",
        "jdbc:mysql://u:1234/p@h/shop, jdbc:mysql://...",
        "jdbc:mysql://u:1234?a=p@h/shop, jdbc:mysql://...",
        "jdbc:mysql://h:none/shop, jdbc:mysql://...",
        "jdbc:mysql://address=(host=h)(password=a)b)/shop, jdbc:mysql://...",
        "'jdbc:mysql://(host=h,password=a,b)/shop', jdbc:mysql://...",
        "jdbc:mysql://address=(host=h)(port=1)(user=u)(password=p)/shop,"
                + " jdbc:mysql://address=(host=h)(port=1)/shop",
        "'jdbc:mysql://(host=h,port=1,password=p)/shop', 'jdbc:mysql://(host=h,port=1,)/shop'",
        "jdbc:h2:file:./demo;USER=u;PASSWORD=p, jdbc:h2:file:./demo"
    })
    void saysWhereItIsWhereTheUrlCanHoldNoPartOfAPassword(String url, String shown) {
        assertThat(new Redaction(new DatabaseSettings(url, null, null)).url()).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"1044, true", "1045, true", "1142, true", "1049, false", "1205, false"})
    void knowsThatALoginIsDeniedAlsoWhereItsNameIsItsPassword(int code, boolean denied) {
        DatabaseSettings settings = new DatabaseSettings("jdbc:mysql://h/shop", "shop", "shop");
        SQLException said = new SQLException("Access denied for user 'shop'@'%'", "42000", code);

        DatabaseException told = DatabaseException.connecting("database", settings, said);

        assertThat(told.getCause()).isNull();
        assertThat(SqlErrors.denied(told)).isEqualTo(denied);
        assertThat(SqlErrors.denied(new IllegalStateException(said))).isEqualTo(denied);
    }

    @Test
    void saysWhatTheDriverSaysButForWhatIsHidden() {
        Redaction redaction =
                new Redaction(new DatabaseSettings("jdbc:mysql://u:hush1@h:none/shop", null, null));

        assertThat(redaction.clean("Access denied for user 'u'@'h' by 'HUSH1'"))
                .isEqualTo("Access denied for user 'u'@'***' by '***'");
        assertThat(redaction.clean("near 'u:hu'")).isEqualTo("near '***'");
        assertThat(redaction.clean("jdbc:mysql://u:hush1@h:none/shop"))
                .isEqualTo("jdbc:mysql://...");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db:3306/shop?user=app@server&password=p@ss,",
        "jdbc:mysql://app:p%40ss@db:3306/shop,",
        "'jdbc:mysql://(host=db,port=3306)/shop', p@ss",
        "jdbc:mysql://db:3306/shop?disconnectOnExpiredPasswords=true, p@ss",
        "jdbc:mysql://db:3306/shop?passwordCharacterEncoding=UTF-8, p@ss",
        "jdbc:h2:file:./shop;PASSWORD_HASH=true;USER=app, p@ss"
    })
    void saysAllElseOfAWellFormedUrl(String url, @Nullable String password) {
        Redaction redaction = new Redaction(new DatabaseSettings(url, null, password));

        assertThat(
                        redaction.clean(
                                "Unknown database 'shop' at db:3306 for 'app' (using password: YES,"
                                        + " true, UTF-8), the value 'VERIFIED' of \"sslMode\", but"
                                        + " P@SS"))
                .isEqualTo(
                        "Unknown database 'shop' at db:3306 for 'app' (using password: YES, true,"
                                + " UTF-8), the value 'VERIFIED' of \"sslMode\", but ***");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "jdbc:mysql://app@server:hunter2@db:1/shop | segment 'app@server:hunter2@db:1'",
                "jdbc:mysql://root:x7$K!9q,Lm2@db:1/shop | For input string: \"x7$K!9q\"",
                "jdbc:mysql://root:x7$K!9q#Lm2@db:1/shop | For input string: \"x7$K!9q\"",
                "jdbc:mysql://root:2024?k=x@db:1 | For input string: \"2024\"",
                "jdbc:h2:tcp://sa:hush@db:1/shop | For input string: \"hush@db:1\"",
                "jdbc:h2:file:./d;INIT=CREATE USER b PASSWORD 'hush' | SQL: PASSWORD 'hush'",
                "jdbc:h2:/x?user=sa&password=hu,sh | no file \"/x?user=sa&password=hu,sh\""
            })
    void hidesEachPartOfAUrlThatCannotBeReadForCertain(String url, String said) {
        Redaction redaction = new Redaction(new DatabaseSettings(url, null, null));

        assertThat(redaction.clean(said) + redaction.url())
                .doesNotContain("hunter2", "x7$K", "Lm2", "2024", "hush", "sh\"");
    }

    @Test
    void hidesAShortPasswordWhereItIsAWord() {
        Redaction redaction =
                new Redaction(new DatabaseSettings("jdbc:h2:mem:x;PASSWORD=ab", null, null));

        assertThat(redaction.clean("no database 'ab'")).isEqualTo("no database '***'");
    }

    @Test
    void refusesAPercentSignThatIsNoEncodingWithoutShowingWhatIsBehindIt() {
        assertThatThrownBy(() ->
                        Database.open(
                                "ledger",
                                new DatabaseSettings(
                                        "jdbc:mysql://127.0.0.1:1/shop?password=a%hunter2",
                                        null, null)))
                .isInstanceOf(SettingException.class)
                .hasMessage("ledger.url: holds a % that is no encoding; write %25 in its place")
                .hasNoCause();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://u:p@h:1/shop?a=b, jdbc:mysql://h:1/shop",
        "jdbc:mysql://h:1/shop?user=u&password=p, jdbc:mysql://h:1/shop",
        "jdbc:mysql://address=(host=h)(user=u)(password=p)/shop,"
                + " jdbc:mysql://address=(host=h)/shop",
        "'jdbc:mysql://(host=h,user=u,password=p)/shop', 'jdbc:mysql://(host=h,)/shop'",
        "jdbc:h2:file:./demo;USER=u;PASSWORD=p, jdbc:h2:file:./demo"
    })
    void isAtAPlaceWhoeverLogsIn(String url, String place) {
        assertThat(new DatabaseSettings(url, "u", "p").place()).isEqualTo(place);
    }

    @Test
    void tellsThatAnotherProcessHasTheFileOpen(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("demo");
        try (Database first =
                Database.open("database", new DatabaseSettings("jdbc:h2:file:" + file, "sa", ""))) {
            first.jdbc().sql("CREATE TABLE t (id INT)").update();
        }

        try (FileChannel other =
                        FileChannel.open(
                                folder.resolve("demo.mv.db"),
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE);
                var _ = other.lock()) {
            assertThatThrownBy(() ->
                            Database.open(
                                    "database",
                                    new DatabaseSettings("jdbc:h2:file:" + file, "sa", "")))
                    .isInstanceOf(DatabaseInUseException.class)
                    .hasMessageContaining("is open in another process");
        }
    }

    @Test
    void keepsWhatIsOnlyInMemoryWhileItIsOpen() {
        try (Database database = Database.open("database", TestDatabases.h2Settings())) {
            database.jdbc().sql("CREATE TABLE t (id INT)").update();

            assertThat(database.jdbc().sql("SELECT COUNT(*) FROM t").query(Integer.class).single())
                    .isZero();
            assertThat(database.product()).isEqualTo("H2");
        }
    }

    @Test
    void leavesNoTraceFileBesideAnEmbeddedDatabase(@TempDir Path folder) {
        String url = "jdbc:h2:file:" + folder.resolve("demo");
        try (Database database =
                Database.open("database", new DatabaseSettings(url, "sa", "right"))) {
            database.jdbc().sql("CREATE TABLE t (id INT)").update();
        }

        assertThatThrownBy(
                        () -> Database.open("database", new DatabaseSettings(url, "sa", "wrong")))
                .isInstanceOf(DatabaseException.class);

        assertThat(folder.toFile().list()).containsExactly("demo.mv.db");
    }
}
