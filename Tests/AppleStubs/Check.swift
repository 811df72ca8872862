import Foundation

/// What failed, by the checks' own names.
@MainActor private var failures: [String] = []

@MainActor func check(_ name: String, _ body: () throws -> Bool) {
  do {
    if try !body() { failures.append(name) }
  } catch {
    failures.append("\(name): \(error)")
  }
}

/// Prints the verdict and ends the program.
@MainActor func finishChecks(of subject: String) -> Never {
  for failure in failures { print("\(subject): failed: \(failure)") }
  if failures.isEmpty { print("\(subject): all checks passed") }
  exit(failures.isEmpty ? 0 : 1)
}
