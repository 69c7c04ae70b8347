package io.staunch.jdbc;

class H2WriteAheadTest extends WriteAheadOn {
    H2WriteAheadTest() {
        super(Place.h2());
    }
}
