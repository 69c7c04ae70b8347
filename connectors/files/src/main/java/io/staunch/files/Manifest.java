package io.staunch.files;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The files of a prepared transaction, as its manifest lists them: a line of text for each, and a checksum at the end.
 *
 * @param run the number of the run that prepared it
 */
record Manifest(long run, List<Written> files) {
    private static final String FIRST = "staunch-files 1";
    private static final int PARTS = 5;

    Manifest {
        files = List.copyOf(files);
    }

    byte[] bytes() {
        var text = new StringBuilder(FIRST).append('\n').append(run).append('\n');
        for (Written each : files) {
            text.append(each.folder()).append('\t');
            text.append(each.hidden()).append('\t');
            text.append(each.shown()).append('\t');
            text.append(each.length()).append('\t');
            text.append(each.show() ? "show" : "keep").append('\n');
        }
        text.append(checksum(text.toString())).append('\n');
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @param path for messages */
    static Manifest of(byte[] bytes, String path) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        if (!lines.isEmpty()
                && lines.get(0).startsWith("staunch-files ")
                && !lines.get(0).equals(FIRST)) {
            throw new StaunchException(
                    path + " was written by a newer version ('" + lines.get(0) + "'); this one knows '" + FIRST
                            + "'. Start the newer version",
                    Remedy.FAIL_JOB);
        }
        int end = text.length()
                - (lines.isEmpty() ? 0 : lines.get(lines.size() - 1).length() + 1);
        if (lines.size() < 3 || !checksum(text.substring(0, end)).equals(lines.get(lines.size() - 1))) {
            throw new StaunchException(
                    path + " is damaged: its checksum is wrong, so that it is not known which files belong to the"
                            + " transaction. Bring it back from a copy of the disk",
                    Remedy.FAIL_JOB);
        }
        List<Written> files = new ArrayList<>();
        for (String line : lines.subList(2, lines.size() - 1)) {
            String[] parts = line.split("\t", PARTS);
            files.add(new Written(parts[0], parts[1], parts[2], Long.parseLong(parts[3]), parts[4].equals("show")));
        }
        return new Manifest(Long.parseLong(lines.get(1)), files);
    }

    static String checksum(String text) {
        var crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
