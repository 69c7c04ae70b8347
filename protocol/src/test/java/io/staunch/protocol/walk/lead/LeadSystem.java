package io.staunch.protocol.walk.lead;

/**
 * A state of the lead's world.
 *
 * @param faults how many may still happen
 */
record LeadSystem(Store store, Broker broker, Faults faults, Attempt first, Attempt second, Attempt third) {
    /**
     * Bounds.
     *
     * @param processes that may still start
     * @param timeouts transactions that the broker may still abort
     * @param lostAnswers requests whose answer may still be lost
     * @param declines checkpoints that may still fail
     */
    record Faults(int processes, int timeouts, int lostAnswers, int declines) {
        Faults process() {
            return new Faults(processes - 1, timeouts, lostAnswers, declines);
        }

        Faults timeout() {
            return new Faults(processes, timeouts - 1, lostAnswers, declines);
        }

        Faults lostAnswer() {
            return new Faults(processes, timeouts, lostAnswers - 1, declines);
        }

        Faults decline() {
            return new Faults(processes, timeouts, lostAnswers, declines - 1);
        }
    }

    Attempt attempt(int number) {
        return switch (number) {
            case 1 -> first;
            case 2 -> second;
            case 3 -> third;
            default -> throw new IllegalArgumentException("there is no attempt " + number);
        };
    }

    /** The attempt with the newest claim, or the absent one. */
    Attempt newest() {
        return store.claims() == 0 ? Attempt.NONE : attempt(store.claims());
    }

    LeadSystem with(int number, Attempt attempt) {
        return new LeadSystem(
                store,
                broker,
                faults,
                number == 1 ? attempt : first,
                number == 2 ? attempt : second,
                number == 3 ? attempt : third);
    }

    LeadSystem with(Store now) {
        return new LeadSystem(now, broker, faults, first, second, third);
    }

    LeadSystem with(Broker now) {
        return new LeadSystem(store, now, faults, first, second, third);
    }

    LeadSystem with(Faults left) {
        return new LeadSystem(store, broker, left, first, second, third);
    }
}
