package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.secret.Secret;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What databases and sinks say of themselves before anything is connected. */
class DescriptionsTest {
    private static final Database SHOP = Database.url("jdbc:postgresql://db.example:5432/shop?sslmode=require");

    record Total(String airport, long flights) {}

    record Odd(List<String> names, long id) {}

    @Test
    void aDatabaseIsNamedWithoutItsParametersAndSecrets() {
        Database database = SHOP.user("me").password(Secret.of(() -> "hunter2"));
        assertThat(database.toString()).isEqualTo("postgresql://db.example:5432/shop, user me, password from supplier");
        assertThat(database.name()).isEqualTo("shop");
        assertThat(Database.url("jdbc:h2:file:/tmp/x/books;AUTO_SERVER=TRUE").name())
                .isEqualTo("books");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/shop?user=me&password=hunter2, password(Secret",
        "jdbc:postgresql://me:hunter2@db/shop, password(Secret",
        "jdbc:h2:file:./x;PASSWORD=hunter2, password(Secret",
        "jdbc:oracle:thin:x, is no URL of a database that is known here",
        "jdbc:h2:file:./x;WRITE_DELAY=500, WRITE_DELAY",
        "jdbc:mariadb://me:hunter2@db/shop, password(Secret",
        "jdbc:mariadb://db/shop?transactionReplay=true, transactionReplay",
        "jdbc:mariadb://db/shop?x=1&useaffectedrows=TRUE, useAffectedRows",
        "jdbc:mariadb://db/shop?transactionreplay=1&x=2, transactionReplay",
        "jdbc:mariadb:sequential://db/shop, leave out what stands before the //",
        "'jdbc:postgresql://one,two/shop?targetServerType=preferSecondary&x=1', leave targetServerType out",
        "'jdbc:postgresql://one:1,two:2/shop?x=1&targetServerType=any', leave targetServerType out"
    })
    void mistakesAreNamedAndShowNoSecret(String url, String part) {
        List<String> problems = Database.url(url).problems();
        assertThat(problems)
                .anyMatch(problem -> problem.contains(part))
                .noneMatch(problem -> problem.contains("hunter2"));
    }

    @Test
    void whatTheDriverMayNotBeToldIsFoundHoweverItIsSaid() {
        Database shop = Database.url("jdbc:mariadb://one,two/shop?transactionReplay=false");
        assertThat(shop.problems()).isEmpty();
        assertThat(shop.property("TransactionReplay", "1").problems())
                .singleElement()
                .asString()
                .contains("transactionReplay");
    }

    /** On a standby, or a replica, rows are seen late, and a source would pass over them. */
    @Test
    void ofSeveralServersThePrimaryIsTakenOrNone() {
        for (String url : List.of(
                "jdbc:postgresql://one,two/shop",
                "jdbc:postgresql://one,two/shop?targetServerType=primary",
                "jdbc:postgresql://one,two/shop?targetServerType=primary&x=1")) {
            Database several = Database.url(url);
            assertThat(several.problems()).isEmpty();
            assertThat(Dialect.POSTGRESQL.properties(several)).containsEntry("targetServerType", "primary");
            assertThat(several.property("targetServerType", "secondary").problems())
                    .singleElement()
                    .asString()
                    .contains("leave targetServerType out");
        }
        assertThat(Dialect.POSTGRESQL.properties(SHOP)).doesNotContainKey("targetServerType");
        Database maria = Database.url("jdbc:mariadb://one,two/shop");
        assertThat(JdbcSource.table(maria, "orders", Total.class)
                        .byId("flights")
                        .problems())
                .singleElement()
                .asString()
                .contains("Name the primary alone");
        assertThat(JdbcSink.writeAhead(maria, "totals", Total.class).problems()).isEmpty();
    }

    /** Records may be lost without a word, unless somebody sees to it: it takes more than a condition in small print. */
    @Test
    void whatMariaDbPreparesIsExactlyOnceForThoseAloneWhoSayThatTheTableIsLeftAsItIs() {
        Database maria = Database.url("jdbc:mariadb://db/shop");
        JdbcPreparedSink<Total> sink = JdbcSink.prepared(maria, "totals", Total.class);
        GuaranteeReport report = prepares(sink).guaranteeReport();
        assertThat(report.level()).isEqualTo(Guarantee.AT_MOST_ONCE);
        assertThat(report.toString())
                .contains("an ALTER TABLE of MariaDB that copies the table loses the rows")
                .contains("alteredOnlyWhenStopped()")
                .contains("JdbcSink.writeAhead");
        JdbcPreparedSink<Total> said = sink.alteredOnlyWhenStopped().leaveOut("flights");
        assertThat(said.problems()).isEmpty();
        assertThat(prepares(said).guaranteeReport().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(said.offer().reason()).contains("nobody alters the table but when the job has stopped in order");
    }

    @Test
    void elsewhereAlterTableWaitsAndThereIsNothingToSay() {
        JdbcPreparedSink<Total> sink = JdbcSink.prepared(SHOP, "totals", Total.class);
        assertThat(sink.offer().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(sink.alteredOnlyWhenStopped().offer()).isEqualTo(sink.offer());
    }

    private static Pipeline prepares(JdbcPreparedSink<Total> sink) {
        Pipeline pipeline = Pipeline.named("orders");
        pipeline.from("in", JdbcSource.table(SHOP, "orders", Total.class).byId("flights"))
                .to("out", sink);
        return pipeline;
    }

    @Test
    void settingsThatContradictEachOtherAreReportedTogether() {
        Database wrong = SHOP.connections(0).lockTimeout(Duration.ofMinutes(2)).property("sslpassword", "hunter2");
        assertThat(wrong.problems()).hasSize(3).noneMatch(problem -> problem.contains("hunter2"));
    }

    @Test
    void theResourceStaysWhenTheHostChanges() {
        assertThat(JdbcSink.writeAhead(SHOP, "totals", Total.class).resource())
                .isEqualTo(JdbcSink.writeAhead(Database.url("jdbc:postgresql://other/shop"), "totals", Total.class)
                        .resource())
                .isEqualTo("database shop, table totals");
    }

    @Test
    void theThreeStrengthsAreOffered() {
        assertThat(JdbcSink.writeAhead(SHOP, "totals", Total.class).offer().level())
                .isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(JdbcSink.upsert(SHOP, "totals", Total.class)
                        .key("airport")
                        .offer()
                        .level())
                .isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(JdbcSink.insert(SHOP, "totals", Total.class).offer().level()).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(JdbcSink.insert(SHOP, "totals", Total.class).offer().remedy())
                .contains("writeAhead")
                .contains("upsert");
        Database memory = Database.url("jdbc:h2:mem:x");
        assertThat(JdbcSink.writeAhead(memory, "totals", Total.class).offer().level())
                .isEqualTo(Guarantee.AT_MOST_ONCE);
        assertThat(JdbcSource.table(memory, "totals", Total.class)
                        .byId("flights")
                        .offer()
                        .level())
                .isEqualTo(Guarantee.AT_MOST_ONCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:x",
                "jdbc:h2:tcp://db.example:9092/mem:x",
                "jdbc:h2:ssl://db.example/mem:x;IFEXISTS=TRUE",
                "jdbc:h2:memFS:x",
                "jdbc:h2:nioMemLZF:x",
                "jdbc:h2:split:nioMemFS:x"
            })
    void aDatabaseInMemoryIsForgottenWhoeverHasIt(String url) {
        assertThat(JdbcSource.table(Database.url(url), "orders", Total.class)
                        .byId("flights")
                        .offer()
                        .level())
                .isEqualTo(Guarantee.AT_MOST_ONCE);
        assertThat(JdbcSink.writeAhead(Database.url(url), "totals", Total.class)
                        .offer()
                        .level())
                .isEqualTo(Guarantee.AT_MOST_ONCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:file:./mem", "jdbc:h2:tcp://mem:9092/~/remem", "jdbc:h2:./a;PASSWORD_HASH=mem:x"})
    void oneInAFileIsNot(String url) {
        assertThat(JdbcSink.writeAhead(Database.url(url), "totals", Total.class)
                        .offer()
                        .level())
                .isEqualTo(Guarantee.EXACTLY_ONCE);
    }

    @Test
    void aSinkThatPreparesIsExactlyOnceAndTheReportSaysHow() {
        GuaranteeReport report =
                prepares(JdbcSink.prepared(SHOP, "totals", Total.class)).guaranteeReport();
        assertThat(report.level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(report.toString()).contains("prepared with the checkpoint, committed after it by name");
    }

    @Test
    void aSinkThatPreparesIsRefusedByNameWhereNothingPreparedIsKept() {
        Database file = Database.url("jdbc:h2:file:./books");
        assertThat(JdbcSink.prepared(file, "totals", Total.class).problems())
                .singleElement()
                .asString()
                .contains("PostgreSQL and MariaDB have them, H2 has not", "h2:file:./books", "JdbcSink.writeAhead");
        assertThat(JdbcSink.prepared(SHOP, "totals", Total.class).problems()).isEmpty();
    }

    @Test
    void mistakesOfAMappingAreReportedTogether() {
        List<String> problems = JdbcSink.writeAhead(SHOP, "bad name", Odd.class)
                .rename("nothing", "x")
                .column("ID", String.class, odd -> "")
                .rename("id", "ID")
                .problems();
        assertThat(problems).hasSize(4);
        assertThat(problems).anyMatch(problem -> problem.contains("'names' of Odd has type List"));
        assertThat(problems).anyMatch(problem -> problem.contains("no component 'nothing'"));
        assertThat(problems).anyMatch(problem -> problem.contains("two values go to column 'ID'"));
        assertThat(problems).anyMatch(problem -> problem.contains("'bad name' is no name of a table"));
        assertThat(JdbcSink.writeAhead(SHOP, "t", String.class).problems()).hasSize(1);
        assertThat(JdbcSink.upsert(SHOP, "t", Total.class).problems())
                .singleElement()
                .asString()
                .contains("no key");
    }

    @ParameterizedTest
    @CsvSource({
        "flightNumber, flight_number",
        "id, id",
        "orderID, order_id",
        "URLPath, url_path",
        "line2Text, line2_text"
    })
    void componentsAreInSnakeCase(String component, String column) {
        assertThat(Columns.snakeCase(component)).isEqualTo(column);
    }

    @Test
    void namesOfTablesAreReadAsSqlReadsThem() {
        assertThat(TableName.checked("shop.totals").sql(Dialect.POSTGRESQL)).isEqualTo("\"shop\".\"totals\"");
        assertThat(TableName.checked("Totals").sql(Dialect.H2)).isEqualTo("\"TOTALS\"");
        assertThat(TableName.checked("shop.\"Odd`one\"").sql(Dialect.MARIADB)).isEqualTo("`shop`.`Odd``one`");
        assertThat(TableName.checked("\"Odd.\"\"one\"").sql(Dialect.POSTGRESQL)).isEqualTo("\"Odd.\"\"one\"");
        for (String wrong : List.of("", "a.b.c", "a.", ".a", "a b", "a;drop table b", "\"a", "1a")) {
            assertThat(TableName.of(wrong)).as("%s", wrong).isEqualTo(Optional.empty());
        }
    }

    @Test
    void aPasswordThatCanNotBeHadIsNamedBeforeAnythingIsConnected() {
        Database database = SHOP.password(Secret.env("NO_SUCH_VARIABLE"));
        assertThatThrownBy(() -> new Session(new Pools(), database, new SqlFaults("here", "none", Remedy.RETRY)))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("environment variable NO_SUCH_VARIABLE");
    }

    @Test
    void sinksCanBeSentElsewhere() throws Exception {
        var sink = JdbcSink.writeAhead(SHOP.password(Secret.env("X")), "totals", Total.class)
                .column("n", Long.class, Total::flights);
        try (var out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            out.writeObject(sink);
        }
    }
}
