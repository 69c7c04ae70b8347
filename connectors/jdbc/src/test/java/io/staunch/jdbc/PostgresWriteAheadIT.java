package io.staunch.jdbc;

class PostgresWriteAheadIT extends WriteAheadOn {
    PostgresWriteAheadIT() {
        super(Place.postgres());
    }
}
