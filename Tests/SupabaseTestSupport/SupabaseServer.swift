import Foundation

/// The stand-in for Supabase in `Tests/SupabaseServer`, with a PostgreSQL of its own; one for all tests
/// of a process. It ends when this process does, for whatever reason.
package struct SupabaseServer: Sendable {
  /// Where projects are made and controlled.
  let control: URL
  let psql: URL
  /// The server exits when this is closed.
  private let lifeline: FileHandle

  private static let started = Result { try start() }

  /// Returns the server, which the first test that asks for it starts.
  package static func running() throws -> SupabaseServer { try started.get() }
}

/// Why the server is not available.
package struct SupabaseServerError: Error, CustomStringConvertible {
  package let description: String
}

// MARK: - What it needs

extension SupabaseServer {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SupabaseServer")

  private static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build-supabase/bin/python")

  /// What is missing on this machine, and how to get it; nil if the tests can run.
  package static let obstacle: String? = {
    // If everything was installed on purpose, nothing may be skipped.
    if ProcessInfo.processInfo.environment["HYPERBASIS_REQUIRE_SUPABASE"] != nil { return nil }
    if !FileManager.default.isExecutableFile(atPath: python.path) {
      return "Run Tests/SupabaseServer/install.sh once to test synchronisation."
    }
    if !hasPostgreSQL {
      return "Install PostgreSQL 15 or newer (Debian: postgresql) to test synchronisation."
    }
    return nil
  }()

  private static var hasPostgreSQL: Bool {
    let versions = try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return versions?.isEmpty == false
      || folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }
}

// MARK: - Starting

extension SupabaseServer {
  private struct Addresses: Decodable {
    var control: URL?
    var psql: String?
    var missing: String?
  }

  private static func start() throws -> SupabaseServer {
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw SupabaseServerError(description: "Tests/SupabaseServer/install.sh was not run.")
    }
    let process = Process()
    process.executableURL = python
    process.arguments = ["-B", "-m", "stand_in"]
    process.currentDirectoryURL = folder
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    // Otherwise a program that another test starts would hold the pipe open, too.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    let line = try firstLine(of: output.fileHandleForReading)
    let addresses = try JSONDecoder().decode(Addresses.self, from: line)
    guard let control = addresses.control, let psql = addresses.psql else {
      throw SupabaseServerError(description: addresses.missing ?? "The stand-in did not start.")
    }
    return SupabaseServer(
      control: control, psql: URL(filePath: psql), lifeline: input.fileHandleForWriting)
  }

  private static func firstLine(of handle: FileHandle) throws -> Data {
    var line = Data()
    while let byte = try handle.read(upToCount: 1), !byte.isEmpty, byte[0] != 0x0A {
      line += byte
    }
    guard !line.isEmpty else {
      throw SupabaseServerError(
        description: "The stand-in ended at once; Tests/SupabaseServer/start.sh shows why.")
    }
    return line
  }
}
