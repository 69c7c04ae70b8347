package io.staunch.jdbc;

import java.util.List;

class PostgresPreparedIT extends PreparedContractOn {
    PostgresPreparedIT() {
        super(Place.postgres());
    }

    @Override
    List<String> prepared() {
        return place.rows("select gid from pg_prepared_xacts");
    }

    @Override
    void rollBack(String prepared) {
        place.run("rollback prepared '" + prepared + "'");
    }
}
