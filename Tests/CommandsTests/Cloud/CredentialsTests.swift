import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// The places where a project can be named, and what is refused.
struct CredentialsTests {
  private let bench: Workbench
  private static let url = "https://project.example"
  private static let key = "sb_publishable_SECRET"

  init() throws { bench = try Kitchen.workbench() }

  private var file: URL { bench.directory.appending(path: ".config/hyperbasis/credentials") }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try bench.write(text, to: ".config/hyperbasis/credentials")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// Returns what the status says about the cloud.
  private func cloud() async -> String {
    let outcome = await bench.runApart("sync", "--status")
    #expect(outcome.status == 0)
    #expect(!(outcome.output + outcome.errors).contains("SECRET"))
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("cloud") } ?? ""
    return line.dropFirst("cloud".count).trimmingCharacters(in: .whitespaces)
  }

  @Test func theEnvironmentNamesAProject() async {
    bench.environment["SUPABASE_URL"] = " \(Self.url)/ "
    bench.environment["SUPABASE_ANON_KEY"] = Self.key
    #expect(await cloud() == "\(Self.url), from the environment")
  }

  @Test func theFileNamesAProject() async throws {
    try write("# mine\nurl = \(Self.url)\n\nANON_KEY=\"\(Self.key)\"\naccess_token = SECRET2\n")
    #expect(await cloud() == "\(Self.url), from \(file.path)")
    let status = await bench.runApart("sync", "--status").output
    #expect(status.contains("signed in   not known: the token does not say whose it is"))
  }

  @Test func aByteOrderMarkIsNoPartOfAName() async throws {
    try write("\u{FEFF}url = \(Self.url)\nanon_key = \(Self.key)\n")
    #expect(await cloud() == "\(Self.url), from \(file.path)")
  }

  /// Returns unsigned claims, as far as they are read here.
  private func token(_ claims: String) -> String {
    "SECRET.\(Data(claims.utf8).base64EncodedString().filter { $0 != "=" }).SECRET"
  }

  @Test func aTokenThatExpiredSignsNobodyIn() async throws {
    bench.environment["SUPABASE_URL"] = Self.url
    bench.environment["SUPABASE_ANON_KEY"] = Self.key
    for (expiry, expected) in [(1, "no: the token expired at 1970"), (9_999_999_999, "yes")] {
      bench.environment["SUPABASE_ACCESS_TOKEN"] = token(#"{"sub":"a","exp":\#(expiry)}"#)
      let status = await bench.runApart("sync", "--status").output
      #expect(status.contains("signed in   \(expected)"), "\(status)")
    }
  }

  /// Nothing writes into it, and nothing waits for that.
  @Test func aPipeIsNotAFile() async throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(await cloud().contains("is not a file"))
  }

  @Test func theEnvironmentComesFirst() async throws {
    try write("url = https://other.example\nanon_key = \(Self.key)\n")
    bench.environment["SUPABASE_URL"] = Self.url
    bench.environment["SUPABASE_ANON_KEY"] = Self.key
    #expect(await cloud() == "\(Self.url), from the environment")
  }

  @Test func theFolderOfConfigurationMayBeElsewhere() async throws {
    try write("url = \(Self.url)\nanon_key = \(Self.key)\n")
    let other = bench.directory.appending(path: "elsewhere")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: file.deletingLastPathComponent(), to: other.appending(path: "hyperbasis"))
    bench.environment["XDG_CONFIG_HOME"] = other.path
    #expect(await cloud() == "\(Self.url), from \(other.path)/hyperbasis/credentials")
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o601]) func othersMayNotReadIt(
    mode: Int
  ) async throws {
    try write("url = \(Self.url)\nanon_key = \(Self.key)\n", mode: mode)
    let outcome = await bench.runApart("sync")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasSuffix("run chmod 600 \(file.path)\n"))
    #expect(!outcome.errors.contains("SECRET"))
  }

  struct Mistake: CustomTestStringConvertible {
    let url: String?
    let key: String?
    let message: String
    var testDescription: String { message }
  }

  static let mistakes = [
    Mistake(url: url, key: nil, message: "SUPABASE_URL is given without SUPABASE_ANON_KEY"),
    Mistake(url: nil, key: key, message: "SUPABASE_ANON_KEY is given without SUPABASE_URL"),
    Mistake(url: "project", key: key, message: "SUPABASE_URL is not an address"),
    Mistake(url: key, key: url, message: "SUPABASE_URL is not an address"),
    Mistake(url: url, key: url, message: "SUPABASE_ANON_KEY is an address, not a key"),
    Mistake(url: "ftp://project.example", key: key, message: "SUPABASE_URL is not an address"),
    Mistake(url: "http://project.example", key: key, message: "would send keys unencrypted"),
    Mistake(url: "http://127.0.0.1.evil.example", key: key, message: "unencrypted"),
    Mistake(url: "http://127.evil", key: key, message: "unencrypted"),
    Mistake(url: "https://a:SECRET@b.example", key: key, message: "more than an address"),
    Mistake(url: "\(url)?apikey=SECRET", key: key, message: "more than an address"),
    Mistake(url: url, key: "SECRET SECRET", message: "characters that a key cannot have"),
    Mistake(url: url, key: "SECRET\u{1B}", message: "characters that a key cannot have"),
  ]

  @Test(arguments: mistakes) func whatIsHalfOrWrongIsRefused(_ mistake: Mistake) async {
    bench.environment["SUPABASE_URL"] = mistake.url
    bench.environment["SUPABASE_ANON_KEY"] = mistake.key
    let outcome = await bench.runApart("sync")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(mistake.message), "\(outcome.errors)")
    #expect(outcome.errors.count { $0.isNewline } == 1)
    #expect(!outcome.errors.contains("SECRET"))
    #expect(await bench.runApart("sync", "--status").output.contains(mistake.message))
  }

  @Test(arguments: [
    "http://localhost:54321", "http://127.0.0.1:54321", "http://127.9.9.9", "http://[::1]:1",
    "HTTPS://project.example/path",
  ]) func keysMayTravelOnThisMachine(url: String) async {
    bench.environment["SUPABASE_URL"] = url
    bench.environment["SUPABASE_ANON_KEY"] = Self.key
    #expect(await cloud() == "\(url), from the environment")
  }

  static let files = [
    ("url https://project.example", "line 1: this is not NAME = VALUE"),
    ("url = https://a.example\nSECRET = 1", "line 2: this name is not known"),
    ("url = https://a.example\nurl = https://b.example", "line 2: url is given twice"),
    ("url = https://a.example\nanon_key =", "line 2: anon_key has no value"),
    ("url = https://a.example", "without anon_key"), ("anon_key = SECRET", "without url"),
  ]

  @Test(arguments: files) func aFileIsReadStrictly(text: String, message: String) async throws {
    try write(text)
    let outcome = await bench.runApart("sync")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains(file.path) && !outcome.errors.contains("SECRET"))
  }

  @Test(arguments: ["", "# url = https://a.example\n"])
  func aFileThatSaysNothingIsNone(text: String) async throws {
    try write(text)
    #expect(await cloud().hasPrefix("not configured; set SUPABASE_URL"))
  }

  @Test func withoutCredentialsThePlacesAreNamed() async {
    let outcome = await bench.runApart("sync")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "hyperbasis: the cloud is not configured; set SUPABASE_URL and SUPABASE_ANON_KEY, or "
        + "write url = … and anon_key = … into \(file.path)\n")
  }

  @Test func aDescriptionHasNoKey() throws {
    bench.environment["SUPABASE_URL"] = Self.url
    bench.environment["SUPABASE_ANON_KEY"] = Self.key
    bench.environment["SUPABASE_ACCESS_TOKEN"] = "SECRET2"
    let context = CommandContext(environment: bench.environment, home: bench.directory)
    let setting = CloudSetting(context)
    guard case .configured(let credentials) = setting else {
      Issue.record("\(setting)")
      return
    }
    #expect(credentials.anonKey == Self.key && credentials.accessToken == "SECRET2")
    var dumped = ""
    dump(setting, to: &dumped)
    for text in ["\(setting)", String(reflecting: setting), "\(credentials)", dumped] {
      #expect(!text.contains("SECRET"), "\(text)")
    }
  }
}

extension CommandContext {
  /// Creates a context for code that only reads variables and files.
  init(environment: [String: String], home: URL) {
    self.init(
      environment: environment, output: CapturedOutput(), errorOutput: CapturedOutput(),
      readLine: { nil }, terminals: Terminals(input: false, output: false, error: false),
      now: { .init(microseconds: 0) }, makeUUID: { UUID() },
      localZone: LocalZone(zone: .gmt), defaultActor: "tester@here", homeDirectory: home,
      temporaryDirectory: home)
  }
}
