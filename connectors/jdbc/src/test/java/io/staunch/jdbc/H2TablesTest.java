package io.staunch.jdbc;

import java.sql.Connection;
import org.h2.api.Trigger;

class H2TablesTest extends TablesOn {
    H2TablesTest() {
        super(Place.h2());
    }

    /** Made by H2. */
    public static final class Refusing implements Trigger {
        @Override
        public void fire(Connection connection, Object[] before, Object[] after) {
            if (after[1].equals("hush")) {
                throw new IllegalStateException("no " + after[1]);
            }
        }
    }

    @Override
    String[] triggerOfLines() {
        return new String[] {
            "create trigger refusing before insert on lines for each row call \"" + Refusing.class.getName() + "\""
        };
    }
}
