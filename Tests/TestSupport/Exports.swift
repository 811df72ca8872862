// One generator for all tests; the tests of `Revertible` use it without the rest.
@_exported public import SeededRandom
