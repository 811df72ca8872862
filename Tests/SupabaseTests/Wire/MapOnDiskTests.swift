import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSync

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A map that others have replaced, and that does not arrive completely: the local one stays, and the
/// next sync brings the new one.
@Suite(.requiresSupabase) struct MapOnDiskTests {
  @Test func aMapWithAWrongHashIsNotTaken() async throws {
    try await withReplacedMap { project, machine, check in
      let name = try project.sql("select name from storage.objects")
      let sound = try await Self.object(name, in: project)
      var damaged = sound
      damaged[damaged.count / 2] ^= 1
      try await Self.overwrite(name, with: damaged, in: project)
      await #expect { try await machine.storage.sync() } throws: { error in
        guard case HBStorageError.worldMapDamaged? = error as? HBStorageError else { return false }
        return true
      }
      try await check(.old)
      try await Self.overwrite(name, with: sound, in: project)
    }
  }

  /// A user who may not read the bucket has only the link, which expires.
  @Test func aMapBehindAnExpiredLinkIsNotTaken() async throws {
    try await withReplacedMap { project, machine, check in
      try await project.arm(
        SupabaseFault { ($0.path, $0.status, $0.times) = ("object/authenticated", 404, nil) })
      try await project.setClock(offset: 400 * 24 * 3600)
      await #expect { try await machine.storage.sync() } throws: { error in
        guard case HBStorageError.serverError? = error as? HBStorageError else { return false }
        return true
      }
      try await check(.old)
      try await project.setClock(offset: 0)
    }
  }

  /// The disk fills up while the map arrives, or while the space's file is rewritten.
  @Test(arguments: [(100_000, Int.max), (Int.max, 300_000)])
  func aFullDiskTakesNothingAway(room: Int, roomOfStore: Int) async throws {
    try await withReplacedMap { project, machine, check in
      let service = try project.service(files: FullDisk(room: room))
      let store = HBLocalStore(
        baseDirectory: machine.folder, files: FullDisk(room: roomOfStore))
      let pass = SyncPass(
        store: store, cloud: service, identity: try await service.identity(),
        options: SyncOptions(), tell: { _ in })
      let outcome = await pass.run()
      #expect("\(String(describing: outcome.error))".contains("No space left"))
      try await check(.old)
    }
  }
}

// MARK: - A replaced map

extension MapOnDiskTests {
  private enum Which { case old, new }

  /// Runs the body after one machine has replaced the map of two, and then lets the other one fetch it.
  private func withReplacedMap(
    _ body: (SupabaseProject, Machine, (Which) async throws -> Void) async throws -> Void
  ) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let (one, two) = (machines[0].storage, machines[1].storage)
        var space = HBSpace(name: "Hall", worldMapData: Noise.bytes(320_000))
        let old = space.worldMapData
        try await one.save(space)
        try await one.sync()
        try await two.sync()
        space.worldMapData = Noise.bytes(320_000)
        space.updatedAt = Date()
        let new = space.worldMapData
        try await one.save(space)
        try await one.sync()

        let check = { (which: Which) async throws in
          let found = try await two.loadSpace(id: space.id)?.worldMapData
          #expect(found == (which == .old ? old : new))
        }
        try await body(project, machines[1], check)
        // What is still in transit arrives with the next pass.
        try await two.sync()
        try await check(.new)
        let transfers = machines[1].folder.appending(path: ".hyperbasis/sync/transfers")
        #expect(try FileManager.default.contentsOfDirectory(atPath: transfers.path).isEmpty)
      }
    }
  }

  /// Returns the bytes of an object in the bucket.
  private static func object(_ name: String, in project: SupabaseProject) async throws -> Data {
    try await ask("GET", "authenticated/world-maps/\(name)", nil, in: project)
  }

  /// Overwrites an object, as a client does that ignores the conventions of the project.
  private static func overwrite(
    _ name: String, with data: Data, in project: SupabaseProject
  ) async throws {
    _ = try await ask("PUT", "world-maps/\(name)", data, in: project)
  }

  private static func ask(
    _ method: String, _ path: String, _ body: Data?, in project: SupabaseProject
  ) async throws -> Data {
    var request = URLRequest(url: project.url.appending(path: "storage/v1/object/\(path)"))
    request.httpMethod = method
    request.httpBody = body
    request.setValue(project.anonymousKey, forHTTPHeaderField: "apikey")
    request.setValue("Bearer \(project.anonymousKey)", forHTTPHeaderField: "Authorization")
    let (data, answer) = try await URLSession.shared.data(for: request)
    try #require((answer as? HTTPURLResponse)?.statusCode == 200)
    return data
  }
}
