import ArgumentParser

/// Compares a history of differences with one of whole copies, in the same run.
@main
struct RevertibleBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "RevertibleBenchmarks",
    abstract: "Measure a history of differences against one of whole copies.",
    discussion: "Copies of the large values are measured over fewer edits, because they would fill "
      + "the memory; all figures are per edit.")

  @Argument(help: "How many edits are made.")
  var edits = 10_000

  func run() throws {
    let copies = min(edits, 200)
    Workload(
      name: "array of 10,000 elements",
      start: Workspace(items: (0..<10_000).map { Item(id: $0, name: "Item \($0)", count: $0) }),
      edit: { $0.items[($1 * 7_919) % 10_000].count += 1 }
    ).run(edits: edits, copies: copies)

    Workload(
      name: "array, inserts, removals and moves",
      start: Workspace(items: (0..<10_000).map { Item(id: $0, name: "Item \($0)", count: $0) }),
      edit: { $0.items.rearrange(turn: $1) }
    ).run(edits: edits, copies: copies)

    Workload(
      name: "array of 10,000 elements, read anew",
      start: Workspace(
        items: (0..<10_000).map { Item(id: $0, name: "Item with a long name \($0)", count: $0) }),
      edit: { $0.items.rebuild(turn: $1) }
    ).run(edits: min(edits, 1_000), copies: copies)

    Workload(
      name: "text of 1 MB",
      start: Document(text: String(repeating: "0123456789", count: 100_000)),
      edit: { $0.text.type(turn: $1) }
    ).run(edits: edits, copies: copies)

    Workload(
      name: "structure 12 levels deep",
      start: Level.nested(depth: 12),
      edit: { $0.editDeepest($1) }
    ).run(edits: edits, copies: edits)
  }
}
