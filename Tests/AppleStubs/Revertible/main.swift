import Foundation

/// What failed, by the checks' own names.
var failures: [String] = []

@MainActor func check(_ name: String, _ body: () throws -> Bool) {
  do {
    if try !body() { failures.append(name) }
  } catch {
    failures.append("\(name): \(error)")
  }
}

checkObservableObjects()
checkSchedulers()

for failure in failures { print("Revertible with Combine: failed: \(failure)") }
if failures.isEmpty { print("Revertible with Combine: all checks passed") }
exit(failures.isEmpty ? 0 : 1)
