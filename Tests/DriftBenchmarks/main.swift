import Foundation

// Measures the search for shifts: how much it finds, on generated bursts and histories, and how long
// it takes on long logs.
//
//   swift run -c release DriftBenchmarks [--part tables|decoys|corrections|histories|halves|creep|burst|speed|steady] [--runs N]

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

let part = option("--part")
let runs = option("--runs").flatMap { Int($0) } ?? 100

if part == nil || part == "tables" { try Tables.print(runs: runs) }
if part == nil || part == "decoys" { try Tables.printDecoys(runs: runs * 7) }
if part == nil || part == "corrections" { try Tables.printCorrections(runs: runs) }
if part == nil || part == "histories" { try Tables.printHistories(runs: runs) }
if part == nil || part == "halves" { try Halves.print(runs: runs) }
if part == nil || part == "creep" { try CreepTable.print(runs: max(1, runs / 5)) }
if part == nil || part == "burst" { try LargeBurst.print(rounds: 40) }
if part == nil || part == "speed" { try Speed.print() }
if part == nil || part == "steady" { try Speed.printSteady() }
