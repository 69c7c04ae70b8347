package io.staunch.jdbc;

class MariaUpsertIT extends UpsertOn {
    MariaUpsertIT() {
        super(Place.maria());
    }
}
