package io.staunch.jdbc;

class H2InsertTest extends InsertOn {
    H2InsertTest() {
        super(Place.h2());
    }
}
