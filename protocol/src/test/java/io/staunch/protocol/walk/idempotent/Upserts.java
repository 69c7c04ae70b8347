package io.staunch.protocol.walk.idempotent;

/**
 * A state of the world of an idempotent sink.
 *
 * @param claims of the store; writer n makes claim n
 * @param durable the position of the newest complete checkpoint
 * @param processes that may still start
 * @param declines checkpoints that may still fail
 */
record Upserts(
        int claims, int durable, Table table, int processes, int declines, Writer first, Writer second, Writer third) {
    Writer writer(int place) {
        return switch (place) {
            case 1 -> first;
            case 2 -> second;
            case 3 -> third;
            default -> throw new IllegalArgumentException("there is no process " + place);
        };
    }

    Upserts with(int place, Writer writer) {
        return new Upserts(
                claims,
                durable,
                table,
                processes,
                declines,
                place == 1 ? writer : first,
                place == 2 ? writer : second,
                place == 3 ? writer : third);
    }

    Upserts started() {
        return new Upserts(claims, durable, table, processes - 1, declines, first, second, third);
    }

    Upserts claimed() {
        return new Upserts(claims + 1, durable, table, processes, declines, first, second, third);
    }

    Upserts durable(int position) {
        return new Upserts(claims, position, table, processes, declines, first, second, third);
    }

    Upserts with(Table now) {
        return new Upserts(claims, durable, now, processes, declines, first, second, third);
    }

    Upserts declined() {
        return new Upserts(claims, durable, table, processes, declines - 1, first, second, third);
    }
}
