import Foundation
import TestSupport

// Drives the real program through every key of the key table and prints what each costs.
//
//   swift build -c release --product MeasuredProgram && swift run -c release TimeMachineBenchmarks
//     [--events N] [--anchors N] [--rounds N] [--seed N] [--program PATH] [--store DIR] [--idle]
//     [--worst N] [--samples FILE]
//
// With --worst the N slowest frames are listed with how the space was looked at; with --samples all
// frames are written to a file: key, microseconds of the processor, bytes, how it was looked at.
// With --store a store that is made on the first run is kept and used again, on a copy.

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

let events = option("--events").flatMap { Int($0) } ?? 1_000_000
let anchors = option("--anchors").flatMap { Int($0) } ?? 10_000
let rounds = option("--rounds").flatMap { Int($0) } ?? 20
let seed = option("--seed").flatMap { UInt64($0) } ?? 1
let beside = Bundle.main.bundleURL.appending(path: "MeasuredProgram").path
let program = option("--program") ?? beside

let scratch = FileManager.default.temporaryDirectory
  .appending(path: "hyperbasis-frames-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: scratch) }

let kept = option("--store").map { URL(filePath: $0) }
let original = kept ?? scratch.appending(path: "original")
if !FileManager.default.fileExists(atPath: original.path) {
  _ = try GeneratedStore(events: events, anchors: anchors, in: original)
}
let copy = scratch.appending(path: "store")
try FileManager.default.copyItem(at: original, to: copy)

print("\(events) events, \(anchors) anchors, 100x30, seed \(seed); times in ms")
var walk = try Walk(rounds: rounds, seed: seed) {
  try TimedProgram(program: program, store: copy, scratch: scratch, columns: 100, rows: 30)
}
do {
  try walk.run()
} catch {
  print("stopped: \(error)")
}
let report = Report(samples: walk.samples)
report.print()
report.printSlowest()
report.printUnpressed(than: 20)
report.printBytes("scrub step", of: ["left", "right", "[", "]"])
report.printBytes(
  "jump", of: [",", ".", "shift-left", "shift-right", "{", "}", "home", "end"])
if let file = option("--samples") { try report.write(to: URL(filePath: file)) }
if let worst = option("--worst").flatMap({ Int($0) }) { report.printWorst(worst) }

if CommandLine.arguments.contains("--idle") {
  // What was written is on its way to the anchor files for a while.
  walk.program.terminal.settle(milliseconds: 15_000)
  let before = walk.program.processorTime()
  walk.program.terminal.settle(milliseconds: 60_000)
  print(
    String(
      format: "60 idle seconds: %.2f ms of processor time", walk.program.processorTime() - before))
}
