package io.staunch.jdbc;

class H2UpsertTest extends UpsertOn {
    H2UpsertTest() {
        super(Place.h2());
    }
}
