package io.staunch.protocol.refused;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.refused.RefusedPlaces.Lesson;
import io.staunch.source.RecordPlace;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is remembered of refused records, and for how long. */
class RefusedPlacesTest {
    private static RefusedPlace place(String sink, String split, long number) {
        return new RefusedPlace(sink, "flights", new RecordPlace(split, number), "too large");
    }

    private static final RefusedPlaces SOME =
            RefusedPlaces.of(List.of(place("totals", "f-0", 9), place("totals", "f-1", 4), place("audit", "f-0", 9)));

    @Test
    void aPlaceIsKnownForItsSinkAlone() {
        assertThat(SOME.at("totals", "flights", new RecordPlace("f-1", 4))).isNotNull();
        assertThat(SOME.at("audit", "flights", new RecordPlace("f-1", 4))).isNull();
        assertThat(SOME.at("totals", "trains", new RecordPlace("f-1", 4))).isNull();
        assertThat(SOME.at("totals", "flights", new RecordPlace("f-1", 5))).isNull();
    }

    @Test
    void aCheckpointRemembersWhatItsPositionsHaveNotPassed() {
        assertThat(SOME.ahead(Map.of("flights", Map.of("f-0", 9L, "f-1", 4L)))).isEqualTo(SOME);
        assertThat(SOME.ahead(Map.of("flights", Map.of("f-0", 10L, "f-1", 4L))).all())
                .containsExactly(place("totals", "f-1", 4));
        assertThat(SOME.ahead(Map.of("flights", Map.of("f-0", 10L, "f-1", 5L))).isEmpty())
                .isTrue();
    }

    @Test
    void aSplitThatIsNotReadYetHasItsPlacesAheadAndASourceThatIsGoneHasNone() {
        assertThat(SOME.ahead(Map.of("flights", Map.of("f-0", 10L))).all()).containsExactly(place("totals", "f-1", 4));
        assertThat(SOME.ahead(Map.of("trains", Map.of())).isEmpty()).isTrue();
    }

    /** A checkpoint must remember them although its positions are behind them, or even though their source is gone. */
    @Test
    void whatIsInFlightIsStillToComeWhereverPositionsAre() {
        var inFlight = new SourcePlace("flights", new RecordPlace("f-0", 9));
        var elsewhere = new SourcePlace("trains", new RecordPlace("f-1", 4));
        assertThat(SOME.toCome(Map.of("flights", Map.of("f-0", 10L, "f-1", 5L)), Set.of(inFlight, elsewhere))
                        .all())
                .containsExactly(place("audit", "f-0", 9), place("totals", "f-0", 9));
        assertThat(SOME.toCome(Map.of("flights", Map.of("f-0", 10L, "f-1", 4L)), Set.of(inFlight)))
                .isEqualTo(SOME);
        assertThat(SOME.toCome(Map.of(), Set.of(inFlight)).size()).isEqualTo(2);
        assertThat(SOME.toCome(Map.of("flights", Map.of("f-0", 10L, "f-1", 5L)), Set.of())
                        .isEmpty())
                .isTrue();
    }

    @Test
    void aSinkThatIsGoneIsForgotten() {
        assertThat(SOME.ofSinks(Set.of("audit")).all()).containsExactly(place("audit", "f-0", 9));
    }

    @Test
    void onlyPlacesThatWereNotKnownAreProgress() {
        assertThat(SOME.lesson(List.of(place("totals", "f-0", 9)))).isEqualTo(Lesson.NOTHING_NEW);
        assertThat(SOME.lesson(List.of(place("totals", "f-0", 9), place("totals", "f-0", 10))))
                .isEqualTo(Lesson.NEW);
        assertThat(SOME.lesson(List.of())).isEqualTo(Lesson.NOTHING_NEW);
    }

    @Test
    void whatIsRememberedIsBounded() {
        List<RefusedPlace> most = LongStream.range(0, RefusedPlaces.MOST)
                .mapToObj(number -> place("totals", "f-0", number))
                .toList();
        assertThat(RefusedPlaces.NONE.lesson(most)).isEqualTo(Lesson.NEW);
        RefusedPlaces full = RefusedPlaces.of(most);
        assertThat(full.lesson(List.of(place("totals", "f-0", 5)))).isEqualTo(Lesson.NOTHING_NEW);
        assertThat(full.lesson(List.of(place("totals", "f-1", 5)))).isEqualTo(Lesson.TOO_MANY);
    }

    @Test
    void theFirstReasonForAPlaceStays() {
        var other = new RefusedPlace("totals", "flights", new RecordPlace("f-0", 9), "no key");
        assertThat(SOME.plus(List.of(other))).isEqualTo(SOME);
    }
}
