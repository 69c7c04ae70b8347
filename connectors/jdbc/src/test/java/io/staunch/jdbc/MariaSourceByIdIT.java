package io.staunch.jdbc;

class MariaSourceByIdIT extends SourceOn {
    MariaSourceByIdIT() {
        super(Place.maria(), false);
    }
}
