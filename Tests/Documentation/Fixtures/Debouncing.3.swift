// Combine is on Apple's platforms alone; `Tests/AppleStubs` has a small module of that name, and
// compiles such a controller against it.
#if canImport(Combine)
  @MainActor private func combine() {
    // BLOCK
  }
#endif
