package io.staunch.protocol.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.ledger.Owner;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.prepared.PreparedRecovery.Facts;
import io.staunch.protocol.prepared.PreparedRecovery.Interval;
import io.staunch.protocol.prepared.PreparedRecovery.Plan;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Prepared transactions")
class PreparedTest {
    private static final UUID LINEAGE = new UUID(2, 1);
    private static final UUID OTHER = new UUID(2, 2);
    private static final Owner OLD = new Owner(new UUID(1, 1), 1, LINEAGE);
    private static final Owner ME = new Owner(new UUID(1, 2), 2, LINEAGE);
    private static final Owner NEW = new Owner(new UUID(1, 3), 3, LINEAGE);
    private static final Strays STRAYS = new Strays(ME, 10, Set.of());

    private static PreparedToken token(Owner owner, long checkpoint) {
        return new PreparedToken(owner, 0, checkpoint);
    }

    @Test
    @DisplayName("are found again by their text, and by nothing that only begins like it")
    void text() {
        var token = new PreparedToken(new Owner(UUID.randomUUID(), 12, UUID.randomUUID()), 1, 77);
        assertThat(PreparedToken.parse(token.text())).isEqualTo(token);
        assertThat(PreparedToken.parse(token.text() + "0")).isNotEqualTo(token);
        assertThat(PreparedToken.parse(token.text() + "_0")).isNull();
        assertThat(PreparedToken.parse(token.text().replace("_77", "_077"))).isNull();
        assertThat(PreparedToken.parse("somebody else's")).isNull();
        var longest = new Owner(UUID.randomUUID(), 999_999_999_999_999_999L, UUID.randomUUID());
        assertThat(new PreparedToken(longest, 999_999_999, 999_999_999_999_999_999L).text())
                .hasSize(113);
    }

    @Test
    @DisplayName("have names that tell their job and sink from all others")
    void names() {
        var names = PreparedNames.of("shop", "orders at database");
        PreparedToken one = token(ME, 1);
        PreparedToken two = token(OLD, 2);
        String other = PreparedNames.of("shop", "returns at database").name(one);
        assertThat(names.name(one)).matches("[0-9a-f]{16}_" + one.text()).isNotEqualTo(other);
        assertThat(PreparedNames.of("sho", "porders at database")).isNotEqualTo(names);
        assertThat(names.tokens(List.of("somebody else's", names.name(two), other, names.prefix(), names.name(one))))
                .containsExactly(two, one);
        assertThat(names.name(one)).as("a name is never made in another way").startsWith("e1eb7c7b0ee9dee0_");
    }

    @Test
    @DisplayName("of older attempts, and own ones from before it began again, are strays unless they are needed")
    void strays() {
        PreparedToken old = token(OLD, 3);
        PreparedToken needed = token(OLD, 2);
        PreparedToken before = token(ME, 9);
        var pending = List.of(old, needed, before, token(ME, 10), token(NEW, 4));
        assertThat(STRAYS.among(pending, needed::equals)).containsExactlyInAnyOrder(old, before);
    }

    @Test
    @DisplayName("of another lineage are strays only if this one has replaced it")
    void lineages() {
        PreparedToken other = token(new Owner(new UUID(1, 9), 7, OTHER), 3);
        assertThat(STRAYS.among(List.of(other), token -> false)).isEmpty();
        assertThat(new Strays(ME, 10, Set.of(OTHER)).among(List.of(other), token -> false))
                .containsExactly(other);
    }

    @Test
    @DisplayName("that are gone without evidence are dropped, or nobody can tell")
    void fate() {
        assertThat(Fate.of(true, true, false)).isEqualTo(Fate.PREPARED);
        assertThat(Fate.of(true, true, true)).isEqualTo(Fate.COMMITTED);
        assertThat(Fate.of(false, true, false)).isEqualTo(Fate.DROPPED);
        assertThat(Fate.of(false, false, false)).isEqualTo(Fate.UNTOLD);
        assertThat(Settle.of(Fate.DROPPED, true)).isEqualTo(Settle.WRITE_COPY);
        assertThat(Settle.of(Fate.DROPPED, false)).isEqualTo(Settle.REPORT);
        assertThat(Settle.of(Fate.UNTOLD, true)).isEqualTo(Settle.ASSUME);
    }

    @Test
    @DisplayName("behind one that is written from its copy are rolled back and written, too")
    void copies() {
        PreparedToken first = token(OLD, 1);
        PreparedToken second = token(OLD, 2);
        PreparedToken third = token(OLD, 3);
        PreparedToken beyond = token(OLD, 4);
        List<Interval> lacking = List.of(
                new Interval(1, List.of(first)), new Interval(2, List.of(second)), new Interval(3, List.of(third)));
        List<PreparedToken> pending = List.of(first, third, beyond);
        Plan plan = PreparedRecovery.plan(new Facts(STRAYS, lacking, pending, true, List.of(), true));
        assertThat(plan.rollBack()).containsExactlyInAnyOrder(third, beyond);
        assertThat(plan.steps())
                .extracting(PreparedRecovery.Step::settle)
                .containsExactly(Settle.COMMIT, Settle.WRITE_COPY, Settle.WRITE_COPY);
        assertThat(PreparedRecovery.plan(new Facts(STRAYS, lacking, pending, true, List.of(), false))
                        .lost())
                .containsExactly(second);
    }

    @Test
    @DisplayName("are written from a copy once, and by nobody who was fenced")
    void copy() {
        assertThat(Settle.copy(4, 4, false)).isEqualTo(LedgerRow.WRITE);
        assertThat(Settle.copy(4, 4, true)).isEqualTo(LedgerRow.ALREADY);
        assertThat(Settle.copy(4, 5, false)).isEqualTo(LedgerRow.FENCED);
    }

    @Test
    @DisplayName("for a checkpoint that failed belong to the next one")
    void declined() {
        PreparedToken first = token(ME, 10);
        PreparedToken second = token(ME, 11);
        PreparedState state =
                PreparedState.recovered(9).prepared(first).prepared(second).durable(11);
        assertThat(state.next()).isNull();
        PreparedState allowed = state.allowed(11);
        assertThat(allowed.next()).isEqualTo(new PreparedState.Next(11, List.of(first, second)));
        assertThatThrownBy(() -> allowed.committed(11)).hasMessageContaining("was not committed");
        PreparedState settled = allowed.settled(first).settled(second).committed(11);
        assertThat(settled.next()).isNull();
        assertThat(settled.needs(first)).isFalse();
    }

    @Test
    @DisplayName("are never prepared or committed twice")
    void twice() {
        PreparedToken first = token(ME, 10);
        PreparedState state = PreparedState.recovered(9).prepared(first);
        assertThatThrownBy(() -> state.prepared(first)).hasMessageContaining("prepared twice");
        assertThatThrownBy(() -> state.settled(first)).hasMessageContaining("was next");
    }
}
