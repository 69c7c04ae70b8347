package io.staunch.jdbc;

class PostgresInsertIT extends InsertOn {
    PostgresInsertIT() {
        super(Place.postgres());
    }
}
