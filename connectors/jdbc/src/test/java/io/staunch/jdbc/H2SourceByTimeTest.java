package io.staunch.jdbc;

class H2SourceByTimeTest extends SourceOn {
    H2SourceByTimeTest() {
        super(Place.h2(), true);
    }
}
