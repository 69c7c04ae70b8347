package io.staunch.jdbc;

class MariaWriteAheadIT extends WriteAheadOn {
    MariaWriteAheadIT() {
        super(Place.maria());
    }
}
