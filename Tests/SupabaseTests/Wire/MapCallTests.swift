import Foundation
import Hyperbasis
import SupabaseTestSupport
import SystemPackage
import Testing

@testable import HyperbasisSupabase
@testable import HyperbasisSync

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// World maps up and down, with what can go wrong on the way.
@Suite(.requiresSupabase) struct MapCallTests {
  private let space = UUID()

  @Test func aMapGoesUpAndDown() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 300_001)
        let reference = try await service.upload(map: map, of: space)
        #expect(reference.sha256 == map.sha256)
        #expect(reference.byteCount == 300_001)
        let name = "\(space.wireText)/\(map.sha256)"
        #expect(try project.sql("select name from storage.objects") == name)

        let copy = folder.path("copy")
        try await service.download(map: reference, of: space, to: copy)
        #expect(try folder.hash(of: copy) == map.sha256)

        // A map that is there already is not sent again.
        try await project.clearJournal()
        _ = try await service.upload(map: map, of: space)
        #expect(try await project.journal().counts["POST object/world-maps"] == nil)

        try await service.remove(map: reference, of: space)
        try await service.remove(map: reference, of: space)
        #expect(try project.sql("select count(*) from storage.objects") == "0")
        #expect(try await project.journal().violations == [])
      }
    }
  }

  /// The limit of a bucket is raised in a different place from that of a request.
  @Test func aMapThatIsTooLargeIsNamed() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 1000)
        try await project.arm(
          SupabaseFault { ($0.path, $0.status, $0.times) = ("world-maps|upload", 413, nil) })
        let failure = await failure { () throws(CloudFailure) in
          _ = try await service.upload(map: map, of: space)
        }
        guard case .tooLarge(let answer)? = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
        #expect(answer.text?.contains("the world map exceeds the bucket's size limit") == true)
      }
    }
  }

  /// An open upload is over once the map is there, however it got there.
  @Test(arguments: [false, true])
  func whatIsThereIsNoOpenUpload(isThereBefore: Bool) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 1000)
        if isThereBefore { _ = try await service.upload(map: map, of: space) }
        let uploads = OpenUploadsFile(
          path: folder.path("uploads.json"), files: LiveFileSystem(),
          clock: { HBInstant(microseconds: 1) })
        let upload = MapUpload(spaceId: space, name: map.name, byteCount: 1000)
        let other = MapUpload(spaceId: UUID(), name: map.name, byteCount: 1000)
        uploads.begin(upload, as: "one")
        uploads.begin(other, as: "two")
        _ = try await service.upload(map: map, of: space, resuming: uploads)
        #expect(uploads.identifier(of: upload) == nil)
        #expect(uploads.identifier(of: other) == "two")
      }
    }
  }

  @Test func otherProgramsGetTheMapByItsAddressAlone() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let map = try folder.map(bytes: 1000)
        let reference = try await project.service().upload(map: map, of: space)
        let url = try #require(URL(string: reference.address))
        let (data, _) = try await URLSession.shared.data(from: url)
        #expect(data == (try Data(contentsOf: URL(fileURLWithPath: map.path.string))))
      }
    }
  }

  @Test func aMapIsFoundThoughItsLinkHasExpired() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 1000)
        let reference = try await service.upload(map: map, of: space)
        try await project.setClock(offset: 400 * 24 * 3600)
        try await service.download(map: reference, of: space, to: folder.path("copy"))
        #expect(try folder.hash(of: folder.path("copy")) == map.sha256)
      }
    }
  }

  @Test func whatIsNotThereIsNotFound() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let reference = try await service.upload(map: folder.map(bytes: 10), of: space)
        try await service.remove(map: reference, of: space)
        let error = await failure { () throws(CloudFailure) in
          try await service.download(map: reference, of: space, to: folder.path("copy"))
        }
        guard case .notFound? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  /// The key is sent only to the project, whatever address a row names.
  @Test(arguments: [
    "https://elsewhere.example/maps/a/b?token=x", "file:///etc/passwd", "",
    "ftp://elsewhere.example/storage/v1/object/sign/world-maps/a",
    "HERE/storage/v1/object/sign/world-maps/%2E%2E/secret", "HERE/rest/v1/spaces",
  ])
  func mapsElsewhereAreNotAskedFor(address: String) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let text = address.replacing("HERE", with: project.url.absoluteString)
        let error = await failure { () throws(CloudFailure) in
          try await service.download(
            map: WorldMapReference(address: text), of: space, to: folder.path("copy"))
        }
        guard case .rejected? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        try await service.remove(map: WorldMapReference(address: text), of: space)
        #expect(try await project.journal().requests.isEmpty)
      }
    }
  }

  /// If a project has moved, or has got its own host name, the current address is used.
  @Test(arguments: ["https://elsewhere.example", "http://127.0.0.1:1/behind", "HERE@127.0.0.1:1"])
  func aMapUnderAnotherHostIsFetchedFromTheProject(host: String) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 1000)
        var reference = try await service.upload(map: map, of: space)
        let here = project.url.absoluteString
        reference.address = reference.address.replacing(
          here, with: host.replacing("HERE", with: here))
        try await service.download(map: reference, of: space, to: folder.path("copy"))
        #expect(try folder.hash(of: folder.path("copy")) == map.sha256)
        try await service.remove(map: reference, of: space)
        let object = try #require(ObjectPath(reference.address))
        #expect(try await service.maps.byteCount(of: object) == nil)
      }
    }
  }

  /// Cuts in either direction, before and after the commit.
  @Test func aLargeMapGetsThroughCuts() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service()
        let map = try folder.map(bytes: 14_000_000)
        for fault in Self.uploadCuts { try await project.arm(fault) }
        try await project.arm(
          SupabaseFault { ($0.method, $0.path, $0.status) = ("HEAD", "resumable", 503) })
        let reference = try await service.upload(map: map, of: space)
        let cuts = try await project.journal().requests.count { $0.status == nil }
        #expect(cuts == Self.uploadCuts.count)
        try await project.disarm()
        for bytes in [100, 3_000_000, 0] {
          try await project.arm(
            SupabaseFault { fault in
              fault.method = "GET"
              fault.path = "object/authenticated"
              fault.truncate = bytes
              fault.skip = 1
            })
        }
        try await service.download(map: reference, of: space, to: folder.path("copy"))
        #expect(try folder.hash(of: folder.path("copy")) == map.sha256)
        #expect(try await project.journal().violations.allSatisfy { $0.contains("a chunk of") })
      }
    }
  }

  private static var uploadCuts: [SupabaseFault] {
    [
      SupabaseFault { ($0.method, $0.path, $0.cutUpload) = ("PATCH", "resumable", 2_000_000) },
      SupabaseFault { ($0.method, $0.path, $0.drop) = ("PATCH", "resumable", .afterCommit) },
      SupabaseFault { ($0.method, $0.path, $0.drop) = ("PATCH", "resumable", .beforeCommit) },
    ]
  }

  @Test func whatIsTooLargeIsSaidSo() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        try await project.setFileSizeLimit(500_000)
        let service = try project.service()
        for size in [600_000, 3_000_000, 10_000_000] {
          let map = try folder.map(bytes: size)
          let error = await failure { () throws(CloudFailure) in
            _ = try await service.upload(map: map, of: space)
          }
          guard case .tooLarge? = error else {
            Issue.record("\(size): \(String(describing: error))")
            return
          }
        }
      }
    }
  }

  @Test func aFullDiskIsAMatterOfTheFile() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let reference = try await project.service().upload(
          map: folder.map(bytes: 2_000_000), of: space)
        let service = try project.service(files: FullDisk(room: 1_000_000))
        let error = await failure { () throws(CloudFailure) in
          try await service.download(map: reference, of: space, to: folder.path("copy"))
        }
        guard case .file(let reason)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(reason.code == .noSpace)
      }
    }
  }
}
