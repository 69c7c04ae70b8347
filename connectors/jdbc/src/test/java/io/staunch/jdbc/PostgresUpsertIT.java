package io.staunch.jdbc;

class PostgresUpsertIT extends UpsertOn {
    PostgresUpsertIT() {
        super(Place.postgres());
    }
}
