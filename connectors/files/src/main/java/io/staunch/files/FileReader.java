package io.staunch.files;

import io.staunch.environment.AgentHandle;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes records of what its fetch agent has read, and emits them. Single owner: the task's worker. */
final class FileReader<T> implements SourceReader<T> {
    private static final Logger LOG = LoggerFactory.getLogger(FileReader.class);

    /** Bad records that are each named in the log; after them one in so many is. */
    private static final int FEW = 10;

    private static final int MANY = 1000;

    private final FileFormat<T> kind;
    private final FileFormat.Reader<T> format;
    private final OnBadRecord onBad;
    private final FileOptions options;
    private final UnaryOperator<String> paths;
    private final FileHandover handover = new FileHandover();
    private final AgentHandle agent;
    private final Origins origins = new Origins();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final List<Place> byNumber = new ArrayList<>();

    private @Nullable Piece piece;
    private int next;
    private long skipped;
    private int aside;

    /** A file and how far it is read. */
    private static final class Place {
        private final ArrayDeque<Piece> aside = new ArrayDeque<>();
        private FilePosition position;
        /** Of what is emitted. A file that was read before has none: there may be many, and numbers have an end. */
        private Origins.@Nullable Stretch stretch;

        private boolean paused;
        private byte @Nullable [] header;

        Place(FilePosition position) {
            this.position = position;
        }
    }

    /**
     * @param paths says where a file of a given id is
     * @param starter starts the fetch agent on the hand-over
     */
    FileReader(
            FileFormat<T> kind,
            OnBadRecord onBad,
            FileOptions options,
            UnaryOperator<String> paths,
            Function<FileHandover, AgentHandle> starter) {
        this.kind = kind;
        this.format = kind.open();
        this.onBad = onBad;
        this.options = options;
        this.paths = paths;
        this.agent = starter.apply(handover);
    }

    @Override
    public void add(List<Split> splits) {
        for (Split split : splits) {
            FilePosition position = FilePosition.of(split);
            if (places.containsKey(split.id())) {
                throw new IllegalStateException("file " + split.id() + " is already read by this task");
            }
            var place = new Place(position);
            places.put(split.id(), place);
            byNumber.add(place);
            if (!position.done()) {
                handover.assign(new FileHandover.Assigned(byNumber.size() - 1, position));
            }
        }
        agent.wake();
    }

    @Override
    public int poll(SourceOutput<T> out, int most) throws Exception {
        int emitted = 0;
        while (emitted < most && out.ready()) {
            Piece from = piece == null ? begin(out) : piece;
            if (from == null) {
                return emitted;
            }
            emitted += emit(from, out, most - emitted);
        }
        return emitted;
    }

    /** The next piece of a file that is not paused. */
    private @Nullable Piece begin(SourceOutput<T> out) {
        piece = nextPiece();
        next = 0;
        if (piece != null) {
            Place place = byNumber.get(piece.file());
            out.split(place.position.id());
            if (piece.records() > 0 && piece.header() != place.header) {
                place.header = piece.header();
            }
            if (piece.records() > 0) {
                beginFile(place);
            }
        }
        return piece;
    }

    private void beginFile(Place place) {
        try {
            format.begin(place.header);
        } catch (FileRefusedException e) {
            throw FileFault.unfit(path(place.position.id()), e);
        }
    }

    private @Nullable Piece nextPiece() {
        for (int i = 0; i < byNumber.size() && aside > 0; i++) {
            Place of = byNumber.get(i);
            if (!of.paused && !of.aside.isEmpty()) {
                aside--;
                return of.aside.remove();
            }
        }
        for (Piece taken = handover.take(); taken != null; taken = handover.take()) {
            agent.wake();
            Place of = byNumber.get(taken.file());
            if (!of.paused) {
                return taken;
            }
            of.aside.add(taken);
            aside++;
        }
        return null;
    }

    private int emit(Piece from, SourceOutput<T> out, int most) {
        Place place = byNumber.get(from.file());
        out.split(place.position.id());
        int emitted = 0;
        while (next < from.records() && emitted < most && out.ready()) {
            emitted += from.tooLong() ? tooLong(from, place, out) : one(from, place, out);
        }
        if (next == from.records()) {
            place.position = place.position.at(from.head(), from.next(), from.last());
            piece = null;
        }
        return emitted;
    }

    /** @return how many records that was: a blank line is none */
    private int one(Piece from, Place place, SourceOutput<T> out) {
        int begin = next == 0 ? 0 : from.ends()[next - 1];
        int end = from.ends()[next];
        int length = FileCursor.withoutLineEnd(from.bytes(), begin, end) - begin;
        long offset = from.offset() + begin;
        int count = length == 0 ? 0 : 1;
        if (length > 0) {
            read(from, place, begin, length, offset, out);
        }
        next++;
        place.position = place.position.at(from.head(), from.offset() + end, false);
        return count;
    }

    private void read(Piece from, Place place, int begin, int length, long offset, SourceOutput<T> out) {
        T value;
        try {
            value = format.read(from.bytes(), begin, length);
        } catch (Exception e) {
            if (BadBytes.isOfClass(e)) {
                throw stop(
                        words(place.position.id(), offset),
                        BadBytes.reason(e),
                        "mend the class; that is not the record's fault," + " so that none is passed over for it");
            }
            bad(from, place, begin, length, offset, BadBytes.reason(e), out);
            return;
        }
        if (value == null) {
            bad(from, place, begin, length, offset, "the format reads it as null, and a record can't be nothing", out);
        } else {
            out.emit(value, Long.MIN_VALUE, origin(place, offset));
        }
    }

    private int tooLong(Piece from, Place place, SourceOutput<T> out) {
        String why = "it is longer than " + options.longestRecord() + " bytes (longestRecord)"
                + (kind instanceof Csv ? "; a quote that is never closed makes one record of all that follows" : "");
        bad(from, place, 0, 0, from.offset(), why, out);
        next++;
        return 1;
    }

    private void bad(Piece from, Place place, int begin, int length, long offset, String why, SourceOutput<T> out) {
        String where = words(place.position.id(), offset);
        if (onBad instanceof OnBadRecord.Give give) {
            byte[] value = from.tooLong() ? null : Arrays.copyOfRange(from.bytes(), begin, begin + length);
            out.emit(
                    give.output(),
                    new BadRecord(where, why, Long.MIN_VALUE, null, value),
                    Long.MIN_VALUE,
                    origin(place, offset));
        } else if (onBad instanceof OnBadRecord.Skip) {
            out.skip();
            skipped++;
            if (skipped <= FEW || skipped % MANY == 0) {
                LOG.warn("record {} that is passed over: the one in {} can't be read: {}", skipped, where, why);
            }
        } else {
            throw stop(where, why, "mend the class or the format; or say skipBadRecords() or badRecordsTo(...)");
        }
    }

    private static StaunchException stop(String where, String why, String instead) {
        return new StaunchException(
                "the record in " + where + " can't be read: " + why + ". The job goes on there once it can: " + instead,
                Remedy.FAIL_JOB);
    }

    private long origin(Place place, long offset) {
        Origins.Stretch stretch = place.stretch;
        if (stretch == null || !stretch.reaches(offset)) {
            stretch = origins.begin(place.position.id(), offset);
            place.stretch = stretch;
        }
        return stretch.origin(offset);
    }

    @Override
    public void pause(Set<String> splits) {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < byNumber.size(); i++) {
            Place each = byNumber.get(i);
            each.paused = splits.contains(each.position.id());
            if (each.paused) {
                numbers.add(i);
            }
        }
        if (piece != null && byNumber.get(piece.file()).paused) {
            byNumber.get(piece.file()).aside.addFirst(rest(piece, next));
            aside++;
            piece = null;
        }
        handover.pause(numbers);
        agent.wake();
    }

    /** What is left of a piece. */
    private static Piece rest(Piece of, int from) {
        if (from == 0) {
            return of;
        }
        int cut = of.ends()[from - 1];
        int[] ends = Arrays.copyOfRange(of.ends(), from, of.records());
        for (int i = 0; i < ends.length; i++) {
            ends[i] -= cut;
        }
        byte[] bytes = Arrays.copyOfRange(of.bytes(), cut, of.bytes().length);
        return new Piece(
                of.file(),
                of.header(),
                of.offset() + cut,
                bytes,
                ends,
                ends.length,
                false,
                of.next(),
                of.head(),
                of.last());
    }

    @Override
    public boolean finished() {
        return options.bounded() && places.values().stream().allMatch(place -> place.position.done());
    }

    @Override
    public boolean finished(String split) {
        Place place = places.get(split);
        return place != null && place.position.done();
    }

    @Override
    public List<Split> positions() {
        return places.values().stream().map(place -> place.position.split()).toList();
    }

    @Override
    public String describe(long origin) {
        RecordPlace place = origins.place(origin);
        return words(place.split(), place.number());
    }

    private String words(String id, long offset) {
        return "file " + path(id) + " at byte " + offset
                + (Compression.of(id) == Compression.NONE ? "" : " of its content");
    }

    private String path(String id) {
        return paths.apply(id);
    }

    @Override
    public Optional<RecordPlace> place(long origin) {
        return Optional.of(origins.place(origin));
    }

    @Override
    public void close() {
        handover.close();
        agent.wake();
    }
}
