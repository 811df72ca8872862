import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// The signed link to a world map: other programs need it, and no file of the store holds its token.
@Suite(.requiresSupabase) struct MapLinkTests {
  @Test func aRenamedSpaceKeepsItsLink() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        let machine = machines[0]
        var space = HBSpace(name: "Hall", worldMapData: Data("map".utf8))
        try await machine.storage.save(space)
        try await machine.storage.sync()
        #expect(try Self.filesWithTokens(in: machine.folder).isEmpty)
        // Another process knows only what is in the files.
        let other = HBStorage(config: machine.storage.config)
        space.name = "Loft"
        try await other.save(space)
        try await other.sync()
        #expect(try project.sql("select name from spaces") == "Loft")
        #expect(try project.sql("select world_map_url from spaces").contains("?token=eyJ"))
        #expect(try Self.filesWithTokens(in: machine.folder).isEmpty)
      }
    }
  }

  private static func filesWithTokens(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      let data = try? Data(contentsOf: folder.appending(path: name))
      return data?.range(of: Data("token=eyJ".utf8)) != nil
    }
  }
}
