package io.staunch.statebackend.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself, without asking a name server, which may take seconds. */
final class HostName {
    static final String OF_THIS_MACHINE = find();

    private HostName() {}

    private static String find() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            String name = System.getenv("HOSTNAME");
            name = name == null ? System.getenv("COMPUTERNAME") : name;
            return name == null ? "this machine" : name;
        }
    }
}
