package io.staunch.testkit.simulation.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.sink.Sink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.TableTwoPhaseCommit;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.outside.TableWriteAhead;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sink that is watched answers as it would unwatched: what it says of itself is not what its template says if it says nothing. */
class WatchedSinksTest {
    /** The template says the one, and simulations do not ask the other. */
    private static final Set<String> OF_THE_TEMPLATE = Set.of("kind", "look");

    static Stream<Sink<?>> sinks() {
        return Stream.of(
                new LogSink<String>("out", text -> text),
                new LogLead<String>("out", text -> text),
                new TableUpsert<String>("out", text -> text),
                new TableWriteAhead<>("out", String.class, text -> text, Protection.LEDGER),
                new TableTwoPhaseCommit<String>("out", text -> text, false));
    }

    @ParameterizedTest
    @MethodSource("sinks")
    void everyQuestionIsPassedOn(Sink<?> sink) {
        Class<?> watched = WatchedSinks.watch("out", sink).getClass();
        Class<?> template = Arrays.stream(watched.getInterfaces())
                .filter(Sink.class::isAssignableFrom)
                .findFirst()
                .orElseThrow();
        assertThat(template.getMethods())
                .filteredOn(each -> !Modifier.isStatic(each.getModifiers()))
                .filteredOn(each -> !OF_THE_TEMPLATE.contains(each.getName()))
                .isNotEmpty()
                .allSatisfy(each ->
                        assertThat(declared(watched, each)).as(each.toString()).isTrue());
    }

    private static boolean declared(Class<?> by, Method method) {
        return Arrays.stream(by.getDeclaredMethods())
                .anyMatch(each -> each.getName().equals(method.getName())
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }
}
