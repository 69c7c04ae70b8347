package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TypeValueTest {
    record Mine(int number) {}

    record Holder(List<Mine> mine, List<String> texts) {}

    private final TypeValue<Integer> values = new TypeValue<>();
    private final AtomicInteger made = new AtomicInteger();

    private int of(ResolvedType type) {
        return values.of(type, made::incrementAndGet);
    }

    private static Type component(int number) {
        return Holder.class.getRecordComponents()[number].getGenericType();
    }

    @Test
    void isMadeOnceForEachType() {
        assertThat(of(ResolvedType.of(component(0)))).isEqualTo(1);
        assertThat(of(ResolvedType.of(component(1)))).isEqualTo(2);
        assertThat(of(ResolvedType.of(component(0)))).isEqualTo(1);
        assertThat(of(ResolvedType.of(component(1)))).isEqualTo(2);
        assertThat(Codecs.of(component(0))).isSameAs(Codecs.of(component(0)));
    }

    /** One loader sees both: its class may hold what is made of the other. Of two that don't see each other neither may. */
    @Test
    void isKeptOnlyWhereAClassLoaderSeesAllOfIt() throws Exception {
        Class<?> copy = copy();
        Class<?> another = copy();
        assertThat(copy).isNotSameAs(Mine.class).isNotSameAs(another);
        var seen = new ResolvedType(List.class, List.of(ResolvedType.of(copy)));
        assertThat(of(seen)).isEqualTo(1);
        assertThat(of(seen)).isEqualTo(1);
        var unseen = new ResolvedType(java.util.Map.class, List.of(ResolvedType.of(copy), ResolvedType.of(another)));
        assertThat(of(unseen)).isEqualTo(2);
        assertThat(of(unseen)).isEqualTo(3);
    }

    /** The same class once more, of a loader that finds everything else where this one does. */
    private static Class<?> copy() throws Exception {
        URL[] here = {Mine.class.getProtectionDomain().getCodeSource().getLocation()};
        return new URLClassLoader(here, Mine.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Mine.class.getName()) ? findClass(name) : super.loadClass(name, resolve);
            }
        }.loadClass(Mine.class.getName());
    }
}
