package io.staunch.protocol.walk.idempotent;

import java.util.ArrayList;
import java.util.List;

/**
 * A process.
 *
 * @param number of its claim, which is its epoch; 0 before the claim
 * @param phase the step it takes next
 * @param position how many records it has read
 * @param captured the position of its newest durable checkpoint
 * @param buffer records that are not in the table yet
 * @param checked whether it has looked at the row for the oldest of them
 * @param pending whether a checkpoint is being taken
 */
record Writer(
        int number, Phase phase, int position, int captured, List<Integer> buffer, boolean checked, boolean pending) {
    static final Writer NONE = new Writer(0, Phase.ENDED, 0, 0, List.of(), false, false);

    /** What it does next. */
    enum Phase {
        CLAIM,
        TAKE,
        RUN,
        ENDED
    }

    Writer to(Phase next) {
        return new Writer(number, next, position, captured, buffer, checked, pending);
    }

    static Writer at(int number, Phase phase, int position) {
        return new Writer(number, phase, position, position, List.of(), false, false);
    }

    Writer read() {
        List<Integer> more = new ArrayList<>(buffer);
        more.add(position);
        return new Writer(number, phase, position + 1, captured, List.copyOf(more), checked, pending);
    }

    Writer looked() {
        return new Writer(number, phase, position, captured, buffer, true, pending);
    }

    Writer wrote() {
        return new Writer(
                number, phase, position, captured, List.copyOf(buffer.subList(1, buffer.size())), false, pending);
    }

    Writer checkpoint(boolean begun) {
        return new Writer(number, phase, position, captured, buffer, checked, begun);
    }

    Writer durable() {
        return new Writer(number, phase, position, position, buffer, checked, false);
    }
}
