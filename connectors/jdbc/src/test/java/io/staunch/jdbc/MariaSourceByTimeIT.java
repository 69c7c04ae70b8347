package io.staunch.jdbc;

class MariaSourceByTimeIT extends SourceOn {
    MariaSourceByTimeIT() {
        super(Place.maria(), true);
    }
}
