package io.staunch.files;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.RecordPlace;
import io.staunch.source.Split;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place to go on reading, as a {@link Split} holds it: {@code in/a.csv} at {@code file=inode-42,head=100:0badcafe,offset=57}.
 *
 * @param id of the file: its path below the source's folder
 * @param file identity of the file, or {@code -} if the file system knows none
 * @param offset in bytes of the content, decompressed, at which the next record begins
 * @param end in bytes as they are stored, beyond which nothing is read; {@link #OPEN} if the file may grow
 * @param done whether all up to the end was read
 */
record FilePosition(String id, String file, Head head, long offset, long end, boolean done) {
    static final long OPEN = -1;

    private static final String NUMBER = "0|[1-9][0-9]{0,17}";
    private static final Pattern FORM = Pattern.compile("file=(?<file>[A-Za-z0-9.-]+),head=(?<length>0|[1-9][0-9]{0,3})"
            + ":(?<checksum>[0-9a-f]{8}),offset=(?<offset>" + NUMBER + ")(,end=(?<end>" + NUMBER
            + "))?(?<done>,done)?");

    static FilePosition of(Split split) {
        Matcher parts = FORM.matcher(split.position());
        if (!parts.matches() || Integer.parseInt(parts.group("length")) > Head.MOST) {
            throw new StaunchException(
                    "split '" + split.id() + "' at '" + split.position() + "' is no place in a file: expected"
                            + " 'file=...,head=...,offset=...'. The checkpoint is of another source, or of another version",
                    Remedy.FAIL_JOB);
        }
        String end = parts.group("end");
        return new FilePosition(
                split.id(),
                parts.group("file"),
                new Head(
                        Integer.parseInt(parts.group("length")), Integer.parseUnsignedInt(parts.group("checksum"), 16)),
                Long.parseLong(parts.group("offset")),
                end == null ? OPEN : Long.parseLong(end),
                parts.group("done") != null);
    }

    Split split() {
        String text = "file=" + file + ",head=" + head.length() + ":" + "%08x".formatted(head.checksum()) + ",offset="
                + offset + (end == OPEN ? "" : ",end=" + end) + (done ? ",done" : "");
        return new Split(id, text);
    }

    FilePosition at(Head seen, long next, boolean last) {
        return new FilePosition(id, file, seen, next, end, last);
    }

    RecordPlace place() {
        return new RecordPlace(id, offset);
    }
}
