package io.staunch.verification.bench.micro;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The codec that is made for a record type. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class CodecBenchmark {
    /** A small record. */
    public record Order(long id, long cents, String customer, double weight) {}

    /** A record with records in it. */
    public record Basket(String customer, List<Order> orders) {}

    private final Codec<Order> orders = Codecs.of(Order.class);
    private final Codec<Basket> baskets = Codecs.of(Basket.class);
    private final BytesOut out = new BytesOut(4096);
    private final Order order = new Order(4711, 1999, "a customer", 2.5);
    private final Basket basket = new Basket("a customer", List.of(order, order, order, order));
    private final byte[] orderBytes = written(orders, order);

    private static <T> byte[] written(Codec<T> codec, T value) {
        var out = new BytesOut();
        codec.write(out, value);
        return out.toBytes();
    }

    @Benchmark
    public int writeRecord() {
        out.clear();
        orders.write(out, order);
        return out.size();
    }

    @Benchmark
    public Object readRecord() {
        return orders.read(new BytesIn(orderBytes));
    }

    /** What there is to gain: the same bytes, written by hand. */
    @Benchmark
    public int writeByHand() {
        out.clear();
        out.writeZigZag(order.id());
        out.writeZigZag(order.cents());
        out.writeByte(1);
        out.writeString(order.customer());
        out.writeDouble(order.weight());
        return out.size();
    }

    @Benchmark
    public Object readByHand() {
        var in = new BytesIn(orderBytes);
        return new Order(in.readZigZag(), in.readZigZag(), in.readBoolean() ? in.readString() : null, in.readDouble());
    }

    @Benchmark
    public int writeRecordWithList() {
        out.clear();
        baskets.write(out, basket);
        return out.size();
    }
}
