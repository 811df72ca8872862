// One generator for all tests; those of `Revertible` take it without the rest.
@_exported public import SeededRandom
