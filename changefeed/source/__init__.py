"""The database at the source, read only: types, first load, proof and repair."""
