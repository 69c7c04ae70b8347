package io.staunch.jdbc;

class H2SourceByIdTest extends SourceOn {
    H2SourceByIdTest() {
        super(Place.h2(), false);
    }
}
