package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class LoginTests {
    @Test
    void tellsReadingFromWhatIsMore() {
        assertThat(
                        Login.beyondReading(
                                List.of(
                                        "GRANT USAGE ON *.* TO `r`@`%` IDENTIFIED BY PASSWORD '*A'",
                                        "GRANT SELECT, SHOW VIEW ON `books`.* TO `r`@`%`",
                                        "GRANT SELECT (`a`, `b`) ON `books`.`t` TO `r`@`%`",
                                        "GRANT REPLICATION CLIENT ON *.* TO `r`@`%`",
                                        "GRANT `INSERT`@`%` TO `r`@`%`",
                                        "SET DEFAULT ROLE `x` FOR `r`@`%`")))
                .isEmpty();
        assertThat(
                        Login.beyondReading(
                                List.of(
                                        "GRANT SELECT, INSERT, UPDATE (`a`, `b`) ON `books`.* TO"
                                                + " `r`@`%`",
                                        "GRANT ALL PRIVILEGES ON `x`.* TO `r`@`%` WITH GRANT"
                                                + " OPTION",
                                        "GRANT PROXY ON ``@`` TO `r`@`%`",
                                        "GRANT BACKUP_ADMIN ON *.* TO `r`@`%`")))
                .containsExactly(
                        "ALL PRIVILEGES",
                        "BACKUP_ADMIN",
                        "GRANT OPTION",
                        "INSERT",
                        "PROXY",
                        "UPDATE");
    }

    @Test
    void findsTheRoles() {
        assertThat(
                        Login.roles(
                                List.of(
                                        "GRANT SELECT ON `a`.* TO `r`@`%`",
                                        "GRANT `one`@`%`,`two`@`%` TO `r`@`%`",
                                        "GRANT `three` TO `r`@`%`")))
                .containsExactly("`one`@`%`", "`two`@`%`", "`three`");
    }
}
