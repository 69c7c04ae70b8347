package io.staunch.verification.kafka;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.Collector;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with topics, brokers and records, on a real broker: each error says what, where, and what to do. */
@Timeout(120)
class BadInputIT {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static KafkaBroker broker;

    private final String name = "bad" + NUMBER.incrementAndGet();
    private final String in = name + "-in";
    private final String out = name + "-out";

    @TempDir
    Path folder;

    record Sale(String shop, int cents) {}

    record Sum(String shop, long cents) {}

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopics() {
        broker.createTopic(in, 1);
        broker.createTopic(out, 1);
    }

    /** A start that must fail. */
    private record Start(UnaryOperator<KafkaSource<Sale>> source, UnaryOperator<KafkaSink<Sum>> sink) {
        static Start source(UnaryOperator<KafkaSource<Sale>> change) {
            return new Start(change, sink -> sink);
        }

        static Start sink(UnaryOperator<KafkaSink<Sum>> change) {
            return new Start(source -> source, change);
        }
    }

    /** Name, what is wrong, the remedy, and what the message has. */
    static List<Arguments> starts() {
        String servers = broker.bootstrapServers();
        return List.of(
                Arguments.of(
                        "a source's topic that is not there",
                        Start.source(source -> source.topics("no-such-topic")),
                        Remedy.FAIL_JOB,
                        List.of("there is no topic 'no-such-topic' at " + servers, "kafka-topics.sh --create")),
                Arguments.of(
                        "a sink's topic that is not there",
                        Start.sink(sink -> sink.topic("no-such-topic")),
                        Remedy.FAIL_JOB,
                        List.of("there is no topic 'no-such-topic' at " + servers, "kafka-topics.sh --create")),
                Arguments.of(
                        "a source's broker that does not answer",
                        Start.source(source -> source.bootstrapServers("127.0.0.1:1")
                                .property("default.api.timeout.ms", "1000")
                                .property("request.timeout.ms", "500")),
                        Remedy.RETRY,
                        List.of("looking up topic", "at 127.0.0.1:1 failed", "Check bootstrapServers")),
                Arguments.of(
                        "a sink's broker that does not answer",
                        Start.sink(sink -> sink.bootstrapServers("127.0.0.1:1")
                                .property("default.api.timeout.ms", "1000")
                                .property("request.timeout.ms", "500")),
                        Remedy.RETRY,
                        List.of("at 127.0.0.1:1 failed", "Check bootstrapServers")),
                Arguments.of(
                        "a source's broker whose name nobody knows",
                        Start.source(source -> source.bootstrapServers("no-such-host.invalid:9092")
                                .property("default.api.timeout.ms", "1000")
                                .property("request.timeout.ms", "500")),
                        Remedy.RETRY,
                        List.of("no-such-host.invalid:9092", "Check bootstrapServers")),
                Arguments.of(
                        "more copies of the ledger than brokers",
                        Start.sink(sink -> sink.ledgerReplication(3)),
                        Remedy.FAIL_JOB,
                        List.of("making topic 'staunch-ledger-", "replication factor", "ledgerReplication(")),
                Arguments.of(
                        "a transaction timeout above the broker's maximum",
                        Start.sink(sink -> sink.transactionTimeout(Duration.ofHours(1))),
                        Remedy.FAIL_JOB,
                        List.of("transaction.max.timeout.ms", "lower transactionTimeout(...)")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("starts")
    void aStartThatCantSucceedSaysWhy(String what, Start start, Remedy remedy, List<String> said) {
        Pipeline pipeline =
                pipeline(start.source().apply(source()), start.sink().apply(sink()));
        var error = catchThrowableOfType(StaunchException.class, () -> run(pipeline, RestartPolicy.never()));
        assertThat(error).isNotNull();
        assertThat(error.getMessage()).contains(said);
        assertThat(error.remedy()).isEqualTo(remedy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Confidential",
                "{\"shop\":\"Confidential\",\"cents\":\"many\"}",
                "{\"shop\":\"Confidential\",\"cents\":1.5}",
                "{\"shop\":\"Confidential\"}",
                "{\"shop\":\"Confidential\",\"cents\":99999999999}",
                "[\"Confidential\"]",
                ""
            })
    void aRecordThatCantBeReadIsNamedByItsPlaceAndNotShown(String value) {
        Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":1}", value, "{\"shop\":\"a\",\"cents\":2}"));
        var error = catchThrowableOfType(
                StaunchException.class, () -> run(pipeline(source(), sink()), RestartPolicy.upTo(3)));
        assertThat(error)
                .hasMessageContaining("the record at topic " + in + ", partition 0, offset 1 can't be read")
                .hasMessageContaining("flatMap");
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
        assertThat(trace(error)).doesNotContain("Confidential");
    }

    /** The way out that the message names: the same source, as bytes. */
    @Test
    void aJobGoesOnAtABadRecordOnceItCanReadIt() throws Exception {
        Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":1}", "bad", "{\"shop\":\"a\",\"cents\":2}"));
        assertThat(catchThrowableOfType(
                        StaunchException.class, () -> run(pipeline(source(), sink()), RestartPolicy.never())))
                .hasMessageContaining("offset 1");
        KafkaSource<byte[]> bytes =
                KafkaSource.bytes().bootstrapServers(broker.bootstrapServers()).topic(in);
        Pipeline lenient = Pipeline.named(name).guarantee(EXACTLY_ONCE);
        Stream<Sale> sales = lenient.from("sales", bytes).flatMap(BadInputIT::saleOrNothing);
        totals(sales, sink());
        try (Job job = Staunch.start(lenient, settings(RestartPolicy.never()))) {
            Topics.awaitCommitted(broker, out, 2, job);
            job.stop();
            job.await();
        }
        assertThat(Topics.committed(broker, out))
                .containsExactly("{\"shop\":\"a\",\"cents\":1}", "{\"shop\":\"a\",\"cents\":3}");
    }

    private static void saleOrNothing(byte[] json, Collector<Sale> out) {
        String text = new String(json, StandardCharsets.UTF_8);
        if (text.startsWith("{")) {
            out.emit(new Sale("a", Integer.parseInt(text.replaceAll("[^0-9]", ""))));
        }
    }

    /** A broker sees a new topic once it has made the partitions of those before it. */
    @Test
    void aLedgerTopicThatTheBrokerSeesLateIsWaitedFor() throws Exception {
        try (Admin admin = broker.admin();
                var job = new LeadProcess(broker, name)) {
            admin.createTopics(List.of(new NewTopic(name + "-large", 400, (short) -1)))
                    .all()
                    .get();
            assertThat(job.start(1).entry()).isNull();
            admin.deleteTopics(List.of(name + "-large")).all().get();
        }
    }

    @Test
    void aSinksTopicThatIsDeletedWhileTheJobRunsIsNamed() throws Exception {
        Settings settings = settings(RestartPolicy.upTo(3)).checkpointTimeout(Duration.ofSeconds(4));
        try (Job job = Staunch.start(pipeline(source(), sink()), settings)) {
            Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":1}"));
            Topics.awaitCommitted(broker, out, 1, job);
            Topics.delete(broker, Set.of(out));
            Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":2}"));
            var error = catchThrowableOfType(StaunchException.class, job::await);
            assertThat(error)
                    .hasMessageContaining("there is no topic '" + out + "'")
                    .hasMessageContaining("kafka-topics.sh --create");
        }
    }

    @Test
    void aSourcesTopicThatIsDeletedAndMadeAnewIsRefused() throws Exception {
        settle();
        Topics.remake(broker, in, 1);
        var error = catchThrowableOfType(
                StaunchException.class, () -> run(pipeline(source(), sink()), RestartPolicy.never()));
        assertThat(error)
                .hasMessageContaining("topic " + in + " was deleted and made anew")
                .hasMessageContaining("give the source a new name");
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
    }

    /** The enumerator does not look within this test: the reader alone notices. */
    @Test
    void aSourcesTopicThatIsMadeAnewWhileTheJobRunsIsNamed() throws Exception {
        Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":1}", "{\"shop\":\"a\",\"cents\":2}"));
        Settings seldom = settings(RestartPolicy.upTo(3)).discoverEvery(Duration.ofHours(1));
        try (Job job = Staunch.start(pipeline(source(), sink()), seldom)) {
            Topics.awaitCommitted(broker, out, 2, job);
            Topics.remake(broker, in, 1);
            Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":4}"));
            var error = catchThrowableOfType(StaunchException.class, job::await);
            assertThat(error)
                    .hasMessageContaining("topic " + in + " was deleted and made anew")
                    .hasMessageContaining("give the source a new name");
            assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
        }
        assertThat(Topics.committed(broker, out)).hasSize(2);
    }

    @Test
    void aSinksTopicThatIsDeletedBetweenRunsIsNamed() throws Exception {
        settle();
        Topics.delete(broker, Set.of(out));
        var error = catchThrowableOfType(
                StaunchException.class, () -> run(pipeline(source(), sink()), RestartPolicy.never()));
        assertThat(error)
                .hasMessageContaining("there is no topic '" + out + "'")
                .hasMessageContaining("kafka-topics.sh --create");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLedgerThatIsNotTheOneItWasIsRefusedWithTheWaysOut(boolean madeAnew) throws Exception {
        settle();
        String ledger = "staunch-ledger-" + name;
        Topics.delete(broker, Set.of(ledger));
        if (madeAnew) {
            Topics.create(broker, ledger, Map.of("cleanup.policy", "compact"));
        }
        for (int time = 1; time <= 2; time++) {
            var error = catchThrowableOfType(
                    RefusedException.class, () -> run(pipeline(source(), sink()), RestartPolicy.never()));
            assertThat(error)
                    .hasMessageContaining(name)
                    .hasMessageContaining("was made anew")
                    .hasMessageContaining("Ways out: ");
        }
        assertThat(Topics.committed(broker, out)).hasSize(1);
    }

    /** A first run, with one record. */
    private void settle() throws Exception {
        Topics.append(broker, in, 0, List.of("{\"shop\":\"a\",\"cents\":1}"));
        try (Job job = Staunch.start(pipeline(source(), sink()), settings(RestartPolicy.never()))) {
            Topics.awaitCommitted(broker, out, 1, job);
            job.stop();
            job.await();
        }
    }

    private void run(Pipeline pipeline, RestartPolicy restarts) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings(restarts))) {
            job.await();
        }
    }

    private Settings settings(RestartPolicy restarts) {
        return Settings.stateIn(folder.resolve("state"))
                .checkpointEvery(Duration.ofMillis(50))
                .parallelism(1)
                .restart(restarts);
    }

    private KafkaSource<Sale> source() {
        return KafkaSource.json(Sale.class)
                .bootstrapServers(broker.bootstrapServers())
                .topic(in);
    }

    private KafkaSink<Sum> sink() {
        return KafkaSink.json(Sum.class)
                .bootstrapServers(broker.bootstrapServers())
                .topic(out)
                .key(Sum::shop);
    }

    private Pipeline pipeline(KafkaSource<Sale> source, KafkaSink<Sum> sink) {
        Pipeline pipeline = Pipeline.named(name).guarantee(EXACTLY_ONCE);
        totals(pipeline.from("sales", source), sink);
        return pipeline;
    }

    private static void totals(Stream<Sale> sales, KafkaSink<Sum> sink) {
        sales.keyBy(Sale::shop)
                .fold("sums", new Sum("", 0), (sum, sale) -> new Sum(sale.shop(), sum.cents() + sale.cents()))
                .map((shop, sum) -> sum)
                .to("out", sink);
    }

    private static String trace(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
