import Foundation
import TestSupport

// Measures the engine on generated logs, next to other readers of the same file.
//
//   swift run -c release Benchmarks [--events N] [--anchors N] [--rounds N] [--layout NAME]
//
// and what many savers at once, tasks and processes, get through:
//
//   swift run -c release Benchmarks --savers

if CommandLine.arguments.dropFirst().first == "writer" {
  try ManyWriters.write(Array(CommandLine.arguments.dropFirst(2)))
  exit(0)
}

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

let events = option("--events").flatMap { Int($0) } ?? 1_000_000
let anchors = option("--anchors").flatMap { Int($0) } ?? 1000
let rounds = option("--rounds").flatMap { Int($0) } ?? 5
let layouts = option("--layout").flatMap { LineLayout(rawValue: $0) }.map { [$0] }

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("hyperbasis-benchmarks-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

if CommandLine.arguments.contains("--savers") {
  print("savers at once")
  try await DurableAppends(folder: folder).run()
  try ManyWriters(folder: folder).run()
  try? FileManager.default.removeItem(at: folder)
  exit(0)
}

let simdjson = Simdjson(folder: folder)
for (index, layout) in (layouts ?? LineLayout.allCases).enumerated() {
  var generator = LogGenerator(layout: layout, events: events, anchors: anchors)
  let log = folder.appendingPathComponent("\(layout.rawValue).jsonl").path
  let size = try generator.write(to: log)
  print("\n\(layout.rawValue): \(events) events, \(anchors) anchors, \(size / events) bytes a line")
  let cold = ColdRead(
    path: log, space: generator.space, events: events, target: layout == .rotations ? 0.7 : 0.6)
  try cold.run(rounds: rounds, simdjson: simdjson, isFirst: index == 0)
  if index == 0 {
    try cold.compareWithFoundation()
    try Questions(path: log, space: generator.space).run()
    try await SQLite(folder: folder)?.compare(
      with: log, space: generator.space, folder: folder)
    let opening = try Opening(log: log, space: generator.space, folder: folder, rounds: rounds)
    try opening.run()
    try await Saves(store: opening.store, space: generator.space).run()
  }
  try? FileManager.default.removeItem(atPath: log)
}
