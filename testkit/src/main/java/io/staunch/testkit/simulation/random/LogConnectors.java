package io.staunch.testkit.simulation.random;

import io.staunch.guarantee.Guarantee;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.outside.ChoosySink;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogOutsideKind;
import io.staunch.testkit.outside.LogSink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;
import java.util.Set;

/** Over the simulated log, which deletes what has settled of all sources but the first: so nobody may ask for that again. */
public final class LogConnectors implements Connectors {
    private static final String FIRST = "-0";
    private static final List<String> OF_SOURCES = List.of("log.describe", "log.read");
    private static final List<String> WITH_A_LEAD =
            List.of("log.describe", "log.peek", "log.init", "log.read", "log.append", "log.flush", "log.commit");

    @Override
    public String name() {
        return "the simulated log";
    }

    @Override
    public OutsideKind outside(Set<String> choosy) {
        return new LogOutsideKind();
    }

    @Override
    public List<String> calls(boolean lead) {
        return lead ? WITH_A_LEAD : OF_SOURCES;
    }

    @Override
    public boolean haveEnds() {
        return true;
    }

    @Override
    public boolean haveBadRecords() {
        return false;
    }

    @Override
    public Source<Item> source(String topic, boolean ends, Misfits bad) {
        LogSource<Item> source = new LogSource<>(topic, Item.class, ends);
        return topic.endsWith(FIRST) ? source : source.deletingWhatHasSettled();
    }

    @Override
    public Sink<Item> sink(String topic, Guarantee level, Misfits refused) {
        if (level != Guarantee.EXACTLY_ONCE) {
            return new LogSink<>(topic, Item::track);
        }
        LogLead<Item> lead = new LogLead<>(topic, Item::track);
        return switch (refused) {
            case NONE -> lead;
            case SKIPPED -> new ChoosySink<>(lead, Item::isLarge, OnRefusedRecord.SKIP);
            case ASIDE -> new ChoosySink<>(lead, Item::isLarge, OnRefusedRecord.give(REFUSED));
        };
    }

    @Override
    public Output output(Item item) {
        return new Output(0, item.track(), item);
    }
}
