package io.staunch.jdbc;

class PostgresTablesIT extends TablesOn {
    PostgresTablesIT() {
        super(Place.postgres());
    }
}
