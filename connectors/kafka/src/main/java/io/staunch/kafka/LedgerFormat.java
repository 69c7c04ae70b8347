package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Records of the ledger topic: readable text, {@code name=value} in each line, version first. */
final class LedgerFormat {
    private static final String VERSION = "1";

    private LedgerFormat() {}

    static byte[] ownerKey(String resource) {
        return bytes("owner " + resource);
    }

    static byte[] entryKey(String resource) {
        return bytes("entry " + resource);
    }

    static byte[] bytes(Owner owner) {
        return bytes("version=" + VERSION + "\n" + lines(owner));
    }

    static byte[] bytes(LedgerEntry entry) {
        return bytes("version=" + VERSION + "\njob=" + entry.job() + "\ncommitted=" + entry.committed() + "\n"
                + lines(entry.owner()));
    }

    static Owner owner(String place, byte[] value) {
        return owner(place, fields(place, value));
    }

    static LedgerEntry entry(String place, String resource, byte[] value) {
        Map<String, String> fields = fields(place, value);
        return new LedgerEntry(
                field(place, fields, "job"), resource, number(place, fields, "committed"), owner(place, fields));
    }

    private static String lines(Owner owner) {
        return "attempt=" + owner.attempt() + "\nepoch=" + owner.epoch() + "\nlineage=" + owner.lineage() + "\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> fields(String place, byte[] value) {
        Map<String, String> fields = new HashMap<>();
        for (String line : new String(value, StandardCharsets.UTF_8).split("\n")) {
            int equals = line.indexOf('=');
            if (equals < 1 || fields.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
                throw malformed(place, "lines of name=value, each name once");
            }
        }
        String version = field(place, fields, "version");
        if (!version.equals(VERSION)) {
            throw new StaunchException(
                    "the ledger record at " + place + " has format " + version
                            + ", written by a newer Staunch; this one reads format " + VERSION
                            + ". Start with that release or a newer one",
                    Remedy.FAIL_JOB);
        }
        return fields;
    }

    private static Owner owner(String place, Map<String, String> fields) {
        try {
            return new Owner(
                    UUID.fromString(field(place, fields, "attempt")),
                    number(place, fields, "epoch"),
                    UUID.fromString(field(place, fields, "lineage")));
        } catch (IllegalArgumentException e) {
            throw malformed(place, "an owner: " + e.getMessage());
        }
    }

    private static long number(String place, Map<String, String> fields, String name) {
        try {
            return Long.parseLong(field(place, fields, name));
        } catch (NumberFormatException e) {
            throw malformed(place, "a number as " + name);
        }
    }

    private static String field(String place, Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw malformed(place, "a field " + name);
        }
        return value;
    }

    private static StaunchException malformed(String place, String expected) {
        return new StaunchException(
                "the ledger record at " + place + " is not one of this job: expected " + expected
                        + ". Nothing else may write to that topic; restore it, or start once with startMode(REWIND)",
                Remedy.FAIL_JOB);
    }
}
