package io.staunch.jdbc;

class MariaInsertIT extends InsertOn {
    MariaInsertIT() {
        super(Place.maria());
    }
}
