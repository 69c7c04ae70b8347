package io.staunch.protocol.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    private static final int RANDOM_DAMAGES = 20_000;
    private static final UUID ATTEMPT = new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
    private static final UUID LINEAGE = new UUID(0x1112131415161718L, 0x191a1b1c1d1e1f20L);

    private static final Manifest FULL = new Manifest(
            "airport-delays",
            42,
            40L,
            new Owner(ATTEMPT, 3, LINEAGE),
            new Parent(ATTEMPT, 17),
            1_767_225_600_000L,
            128,
            List.of(
                    new OperatorEntry(
                            "delays",
                            OperatorKind.KEYED,
                            Schema.of(String.class),
                            List.of(
                                    new StateEntry("total", StateKind.VALUE, List.of(Schema.of(long.class))),
                                    new StateEntry(
                                            "seen",
                                            StateKind.MAP,
                                            List.of(Schema.of(String.class), Schema.of(int.class)))),
                            List.of(
                                    new ChunkEntry(0, new KeyGroupRange(0, 63), new Chunk("epoch-3", 4096, 100, 7)),
                                    new ChunkEntry(1, new KeyGroupRange(64, 127), new Chunk("epoch-3", 4196, 99, -7))),
                            false),
                    new OperatorEntry(
                            "buffer",
                            OperatorKind.OPERATOR,
                            null,
                            List.of(new StateEntry("held", StateKind.OPERATOR_LIST, List.of(Schema.of(String.class)))),
                            List.of(new ChunkEntry(0, null, new Chunk("epoch-3", 5000, 1, 0))),
                            true)),
            List.of(new SourceEntry(
                    "flights",
                    List.of(
                            new SplitEntry("flights-0", "offset=12", false),
                            new SplitEntry("flights-1", "end", true)))),
            List.of(
                    new SinkEntry("totals", Sink.Kind.REREAD, "kafka:abc", "topic-id", 1, true),
                    new SinkEntry("log", Sink.Kind.FLUSHING, null, null, -1, false),
                    new SinkEntry(
                            "table",
                            Sink.Kind.WRITE_AHEAD,
                            "table at db",
                            "ledger-id",
                            -1,
                            true,
                            new CopyEntry(
                                    Schema.of(String.class),
                                    List.of(new Chunk("epoch-3", 6000, 17, 9), new Chunk("epoch-3", 7000, 18, -9)),
                                    3,
                                    41)),
                    new SinkEntry(
                            "web",
                            Sink.Kind.WRITE_AHEAD,
                            "web at example",
                            null,
                            -1,
                            false,
                            new CopyEntry(Schema.of(long.class), List.of(), 0, 38)),
                    new SinkEntry(
                            "files",
                            Sink.Kind.TWO_PHASE_COMMIT,
                            "files at /data/out",
                            "folder-id",
                            -1,
                            false,
                            null,
                            List.of(
                                    new PreparedToken(new Owner(ATTEMPT, 3, LINEAGE), 0, 41),
                                    new PreparedToken(new Owner(ATTEMPT, 3, LINEAGE), 0, 42)))),
            List.of(new RefusedPlace("totals", "flights", new RecordPlace("flights-0", 15), "too large")));

    /** The same as format 3 has it. */
    private static final Manifest FULL_3 = new Manifest(
            FULL.job(),
            FULL.checkpoint(),
            FULL.previous(),
            FULL.owner(),
            FULL.parent(),
            FULL.createdMs(),
            FULL.keyGroups(),
            FULL.operators(),
            FULL.sources(),
            FULL.sinks().subList(0, 4),
            FULL.refused());

    /** The same as format 2 has it. */
    private static final Manifest FULL_2 = new Manifest(
            FULL.job(),
            FULL.checkpoint(),
            FULL.previous(),
            FULL.owner(),
            FULL.parent(),
            FULL.createdMs(),
            FULL.keyGroups(),
            FULL.operators(),
            FULL.sources(),
            FULL.sinks().subList(0, 2),
            FULL.refused());

    /** The same as format 1 has it. */
    private static final Manifest FULL_1 = new Manifest(
            FULL.job(),
            FULL.checkpoint(),
            FULL.previous(),
            FULL.owner(),
            FULL.parent(),
            FULL.createdMs(),
            FULL.keyGroups(),
            FULL.operators(),
            FULL.sources(),
            FULL_2.sinks(),
            List.of());

    private static final String FULL_HEX =
            "53744d660939616972706f72742d64656c6179735501510807060504030201100f0e0d0c0b0a090718171615141312"
                    + "11201f1e1d1c1b1a19010807060504030201100f0e0d0c0b0a09232000546dbbcd0202051964656c617973154b4559"
                    + "45440141736368656d6120310a537472696e670a0515746f74616c1556414c55450339736368656d6120310a6c6f6e"
                    + "670a117365656e0d4d41500541736368656d6120310a537472696e670a35736368656d6120310a696e740a05010101"
                    + "7f1d65706f63682d330240c907000000030181ff1d65706f63682d339241c7f9ffffff0019627566666572214f5045"
                    + "5241544f5200031168656c64354f50455241544f525f4c4953540341736368656d6120310a537472696e670a030100"
                    + "1d65706f63682d33224e030000000001031d666c69676874730525666c69676874732d30256f66667365743d313200"
                    + "25666c69676874732d310d656e64010b19746f74616c731952455245414401256b61666b613a6162630121746f7069"
                    + "632d6964050100010d6c6f6721464c555348494e47000003000001157461626c652d57524954455f4148454144012d"
                    + "7461626c6520617420646201256c65646765722d696403010141736368656d6120310a537472696e670a051d65706f"
                    + "63682d33c25d23090000001d65706f63682d33626d25f7ffffff0753010d7765622d57524954455f41484541440139"
                    + "776562206174206578616d706c650003000139736368656d6120310a6c6f6e670a01014d011566696c65734154574f"
                    + "5f50484153455f434f4d4d4954014966696c6573206174202f646174612f6f75740125666f6c6465722d6964030000"
                    + "050807060504030201100f0e0d0c0b0a09071817161514131211201f1e1d1c1b1a1901530807060504030201100f0e"
                    + "0d0c0b0a09071817161514131211201f1e1d1c1b1a1901550319746f74616c731d666c696768747325666c69676874"
                    + "732d303d25746f6f206c61726765";

    private static final Manifest SMALL = new Manifest(
            "j", 0, null, new Owner(ATTEMPT, 1, LINEAGE), null, 0, 1, List.of(), List.of(), List.of(), List.of());

    @Test
    void theBytesAreWhatTheyAlwaysWere() {
        assertThat(HexFormat.of().formatHex(FULL.toBytes())).isEqualTo(FULL_HEX);
    }

    @Test
    void aManifestOfFormat1IsRead() {
        assertThat(Manifest.of(Golden.read("v1/manifest.bin", new byte[0]))).isEqualTo(FULL_1);
    }

    @Test
    void aManifestOfFormat2IsRead() {
        assertThat(Manifest.of(Golden.read("v2/manifest.bin", new byte[0]))).isEqualTo(FULL_2);
    }

    @Test
    void aManifestOfFormat3IsRead() {
        assertThat(Manifest.of(Golden.read("v3/manifest.bin", new byte[0]))).isEqualTo(FULL_3);
    }

    @Test
    void aManifestOfFormat4IsRead() {
        byte[] golden = Golden.read("v4/manifest.bin", FULL.toBytes());
        assertThat(Manifest.of(golden)).isEqualTo(FULL);
        assertThat(FULL.toBytes()).isEqualTo(golden);
    }

    @Test
    void aManifestComesBackEqual() {
        assertThat(Manifest.of(FULL.toBytes())).isEqualTo(FULL);
        assertThat(Manifest.of(SMALL.toBytes())).isEqualTo(SMALL);
    }

    @Test
    void aCheckpointIsTakenOnTopOfAnOlderOne() {
        assertThatThrownBy(() ->
                        new Manifest("j", 3, 3L, SMALL.owner(), null, 0, 1, List.of(), List.of(), List.of(), List.of()))
                .hasMessage("previous must be from 0 to below checkpoint 3, was 3");
    }

    @Test
    void aNewerFormatIsRefusedByName() {
        byte[] newer = FULL.toBytes();
        newer[4] = (7 << 1) | 1;
        assertThatThrownBy(() -> Manifest.of(newer))
                .isInstanceOf(StaunchException.class)
                .isNotInstanceOf(MalformedBytesException.class)
                .hasMessageStartingWith("this checkpoint manifest was written by a newer Staunch, format 7;"
                        + " this one reads up to 4");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aManifestThatIsCutOffAnywhereIsMalformed(int format) {
        byte[] bytes = ofFormat(format);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Manifest.of(cut)).isInstanceOf(MalformedBytesException.class);
        }
    }

    @Test
    void whatFollowsAManifestIsMalformed() {
        byte[] more = Arrays.copyOf(SMALL.toBytes(), SMALL.toBytes().length + 1);
        assertThatThrownBy(() -> Manifest.of(more)).hasMessageContaining("expected the end");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aFlippedBitGivesAnotherManifestOrAClearError(int format) {
        byte[] bytes = ofFormat(format);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            differsOrIsRefused(damaged, bytes, "bit " + bit);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void randomBytesInItGiveAnotherManifestOrAClearError(int format) {
        byte[] bytes = ofFormat(format);
        for (long seed = 1; seed <= RANDOM_DAMAGES; seed++) {
            var chance = new SplittableRandom(seed);
            byte[] damaged = bytes.clone();
            byte[] noise = new byte[1 + chance.nextInt(16)];
            chance.nextBytes(noise);
            int at = chance.nextInt(damaged.length);
            System.arraycopy(noise, 0, damaged, at, Math.min(noise.length, damaged.length - at));
            differsOrIsRefused(damaged, bytes, "seed " + seed);
        }
    }

    private static void differsOrIsRefused(byte[] damaged, byte[] bytes, String how) {
        try {
            assertThat(Manifest.of(damaged).equals(Manifest.of(bytes)))
                    .as(how)
                    .isEqualTo(Arrays.equals(damaged, bytes));
        } catch (StaunchException e) {
            assertThat(e).as(how).hasMessageMatching("(?s).*(manifest|offset|schema).*");
        }
    }

    private static byte[] ofFormat(int format) {
        return Golden.read("v" + format + "/manifest.bin", new byte[0]);
    }
}
