import Foundation
import HyperbasisCompression
import Testing

@testable import HyperbasisCommands

/// How an import treats the world map of a space that the store already has.
@Suite struct ImportedMapTests {
  private let bench: Workbench
  private let source: Workbench
  private let map = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
  private let mapPath = "worldmaps/\(Kitchen.id).bin"

  init() throws {
    bench = try Workbench()
    source = try Kitchen.workbench()
    try writeSource(updated: "2024-06-17T09:00:00Z", name: "Kitchen")
    try source.write(try HBCompression.compress(map), to: mapPath)
  }

  private func writeSource(updated: String, name: String) throws {
    try source.write(
      #"{"id":"\#(Kitchen.id)","name":"\#(name)","createdAt":"2024-06-17T09:00:00Z","#
        + #""updatedAt":"\#(updated)","isCompressed":true}"#,
      to: "spaces/\(Kitchen.id).json")
  }

  private func importing(_ words: String...) -> Workbench.Outcome {
    bench.run(["import", "sdk", source.directory.path] + words)
  }

  private func bytesOfMap() throws -> Int? {
    let spaces = try bench.json("spaces") as? [[String: Any]]
    return spaces?.first?["worldMapBytes"] as? Int
  }

  enum Damage: CaseIterable { case empty, missing, torn }

  @Test(arguments: Damage.allCases)
  func `what is no map takes none away`(damage: Damage) throws {
    #expect(importing("--yes").status == 0)
    #expect(try bytesOfMap() == map.count)
    try writeSource(updated: "2024-07-01T00:00:00Z", name: "Old kitchen")
    let whole = try HBCompression.compress(map)
    switch damage {
    case .empty: try source.write(Data(), to: mapPath)
    case .missing:
      try FileManager.default.removeItem(at: source.directory.appending(path: mapPath))
    case .torn: try source.write(whole.prefix(whole.count / 2), to: mapPath)
    }
    let plan = importing("--dry-run")
    #expect(plan.output.contains("the one in the store is kept"), "\(plan)")
    #expect(importing("--yes").status == 0)
    #expect(try bytesOfMap() == map.count)
    #expect(bench.run("show", "Old kitchen").status == 0)
    #expect(bench.run("verify").status == 0)
  }

  @Test func `a damaged map does not get into a new space, and comes once it is whole`() throws {
    let whole = try HBCompression.compress(map)
    try source.write(whole.prefix(whole.count / 2), to: mapPath)
    let torn = importing("--yes")
    #expect(torn.status == 0 && torn.output.contains("\(mapPath): the world map"), "\(torn)")
    #expect(try bytesOfMap() == 0)
    #expect(bench.run("verify").status == 0)
    try source.write(whole, to: mapPath)
    let plan = importing("--yes")
    #expect(plan.output.contains("is added to a space without one: 40000 bytes"), "\(plan)")
    #expect(try bytesOfMap() == map.count)
  }

  @Test func `a newer map is taken over and announced`() throws {
    #expect(importing("--yes").status == 0)
    try source.write(try HBCompression.compress(map.prefix(30_000)), to: mapPath)
    #expect(!importing("--dry-run").output.contains("map"))
    try writeSource(updated: "2024-07-01T00:00:00Z", name: "Kitchen")
    let plan = importing("--yes")
    #expect(
      plan.output.contains(
        "the world map of the space \"Kitchen\" changes from 40000 to 30000 bytes"), "\(plan)")
    #expect(try bytesOfMap() == 30_000)
  }
}
