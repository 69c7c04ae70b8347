package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate authority made for one broker, and the broker's certificate for 127.0.0.1 and localhost. Made by the
 * JDK's {@code keytool}, which takes some two seconds, and kept in the broker's folder.
 *
 * @param keyStore the broker's key and certificate, PKCS12
 * @param authority the authority's certificate, PEM: what clients trust
 */
record Certificates(Path keyStore, Path authority) {
    /** No secret: whoever can read the store can read this. */
    static final String PASSWORD = "staunch-testkit";

    /** Names the files of this folder, which need not exist yet. */
    static Certificates in(Path folder) {
        return new Certificates(folder.resolve("broker.p12"), folder.resolve("authority.pem"));
    }

    /** Makes the files of this folder, all or none; once they exist they are kept. */
    static void make(Path folder) {
        if (Files.exists(folder)) {
            return;
        }
        Path unfinished = folder.resolveSibling(folder.getFileName() + ".unfinished");
        BrokerFolder.delete(unfinished);
        try {
            Files.createDirectories(unfinished);
            in(unfinished).make();
            Files.move(unfinished, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void make() throws IOException {
        keytool("-genkeypair", "-alias", "authority", "-dname", "CN=Staunch test authority", "-ext", "bc:c");
        keytool(
                "-genkeypair",
                "-alias",
                "broker",
                "-dname",
                "CN=localhost",
                "-signer",
                "authority",
                "-ext",
                "san=dns:localhost,ip:" + LoopbackPorts.HOST);
        keytool("-exportcert", "-alias", "authority", "-rfc", "-file", authority.toString());
        // A broker can't be told which key of a store to use, so only one is left.
        keytool("-delete", "-alias", "authority");
    }

    private void keytool(String action, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add(action);
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", keyStore.toString(), "-storepass", PASSWORD));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        if (action.equals("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "3650"));
        }
        Path output = keyStore.resolveSibling("keytool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new BrokerException("keytool " + action + " did not make the broker's certificates."
                        + new BrokerLog(output).quoted());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("Interrupted while keytool made the broker's certificates", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
