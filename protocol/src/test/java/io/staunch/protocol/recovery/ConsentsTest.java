package io.staunch.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConsentsTest {
    private static final Consents THERE =
            new Consents(Set.of("orders", "clicks"), Set.of("table at database"), Set.of("0123456789abcdef_"));

    @Test
    void whatNamesAPartASinkOrATransactionIsAboutSomething() {
        assertThat(THERE.aboutNothing(List.of(
                        "orders",
                        "orders.open",
                        "orders.open.lines[].price",
                        "table at database",
                        "table at database, checkpoint 17",
                        "0123456789abcdef_1_2")))
                .isEmpty();
    }

    @Test
    void whatIsMistypedIsAboutNothing() {
        List<String> mistyped = List.of(
                "ordes", "ordersopen", "table", "table at databse", "table at databse, checkpoint 17", "0123_1_2");
        assertThat(THERE.aboutNothing(mistyped)).containsExactlyInAnyOrderElementsOf(mistyped);
    }
}
