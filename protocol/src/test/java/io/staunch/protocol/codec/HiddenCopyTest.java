package io.staunch.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HiddenCopyTest {
    record Point(int x, long y) {}

    record Other(String name) {}

    /** Defines this test's classes and the product's anew, and gives their files away only if it is told to. */
    private static final class OwnLoader extends ClassLoader {
        private final boolean givesFiles;

        OwnLoader(boolean givesFiles) {
            super(HiddenCopyTest.class.getClassLoader());
            this.givesFiles = givesFiles;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                boolean own = name.startsWith("io.staunch.") && findLoadedClass(name) == null;
                return own ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(file(name))) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static String file(String name) {
            return name.replace('.', '/') + ".class";
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            return givesFiles ? super.getResourceAsStream(name) : null;
        }
    }

    /** Run in a loader of its own; says whether the codec's class is a hidden one. */
    public static final class Trip implements Supplier<Boolean> {
        @Override
        public Boolean get() {
            Codec<Point> codec = Codecs.of(Point.class);
            var out = new BytesOut();
            codec.write(out, new Point(-3, 1L << 40));
            assertThat(codec.read(new BytesIn(out.toBytes()))).isEqualTo(new Point(-3, 1L << 40));
            return codec.getClass().isHidden();
        }
    }

    @Test
    void eachRecordTypeHasACodecClassOfItsOwn() {
        Codec<Point> points = Codecs.of(Point.class);
        Codec<Other> others = Codecs.of(Other.class);

        assertThat(points.getClass().isHidden()).isTrue();
        assertThat(points.getClass()).isNotEqualTo(others.getClass());
        assertThat(new Trip().get()).isTrue();
    }

    @Test
    void whereClassFilesCanNotBeHadTheOrdinaryClassDoesTheSame() throws Exception {
        assertThat(tripIn(new OwnLoader(true))).isTrue();
        assertThat(tripIn(new OwnLoader(false))).isFalse();
    }

    @Test
    void goesWithTheRecordsThatItWasMadeFor() throws Exception {
        WeakReference<Class<?>> gone = codecOfAClassThatNobodyKeeps();

        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
        }

        assertThat(gone.get()).isNull();
    }

    /** The loader defines the record only: the codec is made by the product that stays. */
    private static WeakReference<Class<?>> codecOfAClassThatNobodyKeeps() throws Exception {
        Class<?> type = new OwnLoader(true).define(Point.class.getName());
        Class<?> made = Codecs.of(type).getClass();
        assertThat(made.isHidden()).isTrue();
        return new WeakReference<>(made);
    }

    @SuppressWarnings("unchecked") // it is one
    private static boolean tripIn(ClassLoader loader) throws Exception {
        Object trip =
                loader.loadClass(Trip.class.getName()).getDeclaredConstructor().newInstance();
        return ((Supplier<Boolean>) trip).get();
    }
}
