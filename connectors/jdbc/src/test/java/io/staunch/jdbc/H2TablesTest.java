package io.staunch.jdbc;

class H2TablesTest extends TablesOn {
    H2TablesTest() {
        super(Place.h2());
    }
}
