package io.staunch.jdbc;

class PostgresSourceByIdIT extends SourceOn {
    PostgresSourceByIdIT() {
        super(Place.postgres(), false);
    }
}
