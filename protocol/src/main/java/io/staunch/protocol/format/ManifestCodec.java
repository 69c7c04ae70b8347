package io.staunch.protocol.format;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.bytes.FormatTag;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.format.Manifest.ChunkEntry;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.format.Manifest.OperatorEntry;
import io.staunch.protocol.format.Manifest.OperatorKind;
import io.staunch.protocol.format.Manifest.Parent;
import io.staunch.protocol.format.Manifest.SinkEntry;
import io.staunch.protocol.format.Manifest.SourceEntry;
import io.staunch.protocol.format.Manifest.SplitEntry;
import io.staunch.protocol.format.Manifest.StateEntry;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.refused.RefusedPlace;
import io.staunch.sink.Sink;
import io.staunch.source.RecordPlace;
import io.staunch.state.StateKind;
import io.staunch.store.StoreClaim.Chunk;
import java.util.List;

/** Manifests as bytes, format 4. In format 3 no sink prepared anything, in format 2 no sink kept anything in checkpoints and no state was of timers, in format 1 nothing was remembered of refused records. */
final class ManifestCodec {
    private static final FormatTag FORMAT = new FormatTag("StMf", "checkpoint manifest", 4);

    private ManifestCodec() {}

    static byte[] write(Manifest manifest) {
        var out = new BytesOut(1024);
        FORMAT.write(out);
        out.writeString(manifest.job());
        out.writeVarLong(manifest.checkpoint());
        Fields.writeNullable(out, manifest.previous(), BytesOut::writeVarLong);
        Fields.write(out, manifest.owner());
        Fields.writeNullable(out, manifest.parent(), (o, parent) -> {
            Fields.write(o, parent.lineage());
            o.writeVarLong(parent.checkpoint());
        });
        out.writeZigZag(manifest.createdMs());
        out.writeVarInt(manifest.keyGroups());
        Fields.writeList(out, manifest.operators(), ManifestCodec::writeOperator);
        Fields.writeList(out, manifest.sources(), ManifestCodec::writeSource);
        Fields.writeList(out, manifest.sinks(), ManifestCodec::writeSink);
        Fields.writeList(out, manifest.refused(), ManifestCodec::writeRefused);
        return out.toBytes();
    }

    static Manifest read(byte[] bytes) {
        var in = new BytesIn(bytes);
        try {
            int version = FORMAT.read(in);
            Manifest manifest = readContent(in, version);
            in.expectEnd();
            return manifest;
        } catch (StaunchException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MalformedBytesException(
                    "malformed checkpoint manifest before offset " + in.offset() + ": " + e.getMessage(), e);
        }
    }

    private static Manifest readContent(BytesIn in, int version) {
        String job = in.readString();
        long checkpoint = in.readVarLong();
        Long previous = Fields.readNullable(in, BytesIn::readVarLong);
        Owner owner = Fields.readOwner(in);
        Parent parent = Fields.readNullable(in, i -> new Parent(Fields.readUuid(i), i.readVarLong()));
        return new Manifest(
                job,
                checkpoint,
                previous,
                owner,
                parent,
                in.readZigZag(),
                in.readVarInt(),
                Fields.readList(in, ManifestCodec::readOperator),
                Fields.readList(in, ManifestCodec::readSource),
                Fields.readList(in, i -> readSink(i, version)),
                version < 2 ? List.of() : Fields.readList(in, ManifestCodec::readRefused));
    }

    private static void writeOperator(BytesOut out, OperatorEntry operator) {
        out.writeString(operator.name());
        out.writeString(operator.kind().name());
        Fields.writeNullable(out, operator.key(), (o, key) -> o.writeString(key.text()));
        Fields.writeList(out, operator.states(), (o, state) -> {
            o.writeString(state.name());
            o.writeString(state.kind().name());
            Fields.writeList(o, state.types(), (t, type) -> t.writeString(type.text()));
        });
        Fields.writeList(out, operator.chunks(), ManifestCodec::writeChunk);
        out.writeBoolean(operator.finished());
    }

    private static OperatorEntry readOperator(BytesIn in) {
        return new OperatorEntry(
                in.readString(),
                Fields.readEnum(in, OperatorKind.class),
                Fields.readNullable(in, i -> Schema.parse(i.readString())),
                Fields.readList(
                        in,
                        i -> new StateEntry(
                                i.readString(),
                                Fields.readEnum(i, StateKind.class),
                                Fields.readList(i, t -> Schema.parse(t.readString())))),
                Fields.readList(in, ManifestCodec::readChunk),
                in.readBoolean());
    }

    private static void writeChunk(BytesOut out, ChunkEntry entry) {
        out.writeVarInt(entry.task());
        Fields.writeNullable(out, entry.groups(), (o, groups) -> {
            o.writeVarInt(groups.first());
            o.writeVarInt(groups.last());
        });
        writePlace(out, entry.chunk());
    }

    private static void writePlace(BytesOut out, Chunk chunk) {
        out.writeString(chunk.file());
        out.writeVarLong(chunk.offset());
        out.writeVarInt(chunk.length());
        out.writeInt(chunk.checksum());
    }

    private static Chunk readPlace(BytesIn in) {
        return new Chunk(in.readString(), in.readVarLong(), in.readVarInt(), in.readInt());
    }

    private static ChunkEntry readChunk(BytesIn in) {
        return new ChunkEntry(
                in.readVarInt(),
                Fields.readNullable(in, i -> new KeyGroupRange(i.readVarInt(), i.readVarInt())),
                readPlace(in));
    }

    private static void writeSource(BytesOut out, SourceEntry source) {
        out.writeString(source.name());
        Fields.writeList(out, source.splits(), (o, split) -> {
            o.writeString(split.id());
            o.writeString(split.position());
            o.writeBoolean(split.finished());
        });
    }

    private static SourceEntry readSource(BytesIn in) {
        return new SourceEntry(
                in.readString(),
                Fields.readList(in, i -> new SplitEntry(i.readString(), i.readString(), i.readBoolean())));
    }

    private static void writeSink(BytesOut out, SinkEntry sink) {
        out.writeString(sink.name());
        out.writeString(sink.kind().name());
        Fields.writeNullable(out, sink.resource(), BytesOut::writeString);
        Fields.writeNullable(out, sink.ledger(), BytesOut::writeString);
        out.writeZigZag(sink.slot());
        out.writeBoolean(sink.introduced());
        Fields.writeNullable(out, sink.copy(), ManifestCodec::writeCopy);
        Fields.writeList(out, sink.prepared(), ManifestCodec::writePrepared);
    }

    private static SinkEntry readSink(BytesIn in, int version) {
        return new SinkEntry(
                in.readString(),
                Fields.readEnum(in, Sink.Kind.class),
                Fields.readNullable(in, BytesIn::readString),
                Fields.readNullable(in, BytesIn::readString),
                (int) in.readZigZag(-1, Integer.MAX_VALUE, "a slot"),
                in.readBoolean(),
                version < 3 ? null : Fields.readNullable(in, ManifestCodec::readCopy),
                version < 4 ? List.of() : Fields.readList(in, ManifestCodec::readPrepared));
    }

    private static void writePrepared(BytesOut out, PreparedToken token) {
        Fields.write(out, token.owner());
        out.writeVarInt(token.task());
        out.writeVarLong(token.checkpoint());
    }

    private static PreparedToken readPrepared(BytesIn in) {
        return new PreparedToken(Fields.readOwner(in), in.readVarInt(), in.readVarLong());
    }

    private static void writeCopy(BytesOut out, CopyEntry copy) {
        out.writeString(copy.type().text());
        Fields.writeList(out, copy.chunks(), ManifestCodec::writePlace);
        out.writeVarLong(copy.records());
        out.writeVarLong(copy.confirmed());
    }

    private static CopyEntry readCopy(BytesIn in) {
        return new CopyEntry(
                Schema.parse(in.readString()),
                Fields.readList(in, ManifestCodec::readPlace),
                in.readVarLong(),
                in.readVarLong());
    }

    private static void writeRefused(BytesOut out, RefusedPlace refused) {
        out.writeString(refused.sink());
        out.writeString(refused.source());
        out.writeString(refused.place().split());
        out.writeZigZag(refused.place().number());
        out.writeString(refused.reason());
    }

    private static RefusedPlace readRefused(BytesIn in) {
        return new RefusedPlace(
                in.readString(), in.readString(), new RecordPlace(in.readString(), in.readZigZag()), in.readString());
    }
}
