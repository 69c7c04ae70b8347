package io.staunch.jdbc;

class PostgresSourceByTimeIT extends SourceOn {
    PostgresSourceByTimeIT() {
        super(Place.postgres(), true);
    }
}
