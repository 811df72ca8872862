import Foundation
import HyperbasisAnchorLog
package import HyperbasisExchange
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The opened files of an import, and what kind of data they are.
package struct ImportSource: Sendable {
  package let inputs: [ImportInput]
  package let times: ImportInput?
  package var options: ImportOptions
  package let kind: Kind

  package enum Kind: Sendable {
    /// Rows of values.
    case rows
    /// The log's own lines.
    case events
    /// A store as the SDK leaves it on a device.
    case container(SDKContainer)
  }

  /// - Parameters:
  ///   - files: a single directory is searched as a container.
  ///   - makeSpool: makes a spool for input that comes through a pipe or from a device; nil if such
  ///     input is refused.
  init(
    _ files: [FilePath], times: FilePath?, options: ImportOptions,
    makeSpool: (() throws -> SpoolFile)?, progress: (Int) throws -> Void
  ) throws {
    self.options = options
    if files.count == 1, ImportFolder.isFolder(files[0]) {
      guard options.format == nil || options.format == .sdk else {
        throw UnreadableInput(
          "\(files[0].string) is a folder, which holds no rows; name its files, or import it as a "
            + "container of the SDK: hyperbasis import sdk \(files[0].string)")
      }
      let container = try ImportFolder(files[0]).container()
      if options.format == .sdk || !container.isEmpty {
        try Self.refuseRowOptions(
          options, times, Self.containerKind, of: files[0].lastComponent?.string ?? "the folder")
      }
      guard !container.isEmpty else {
        throw UnreadableInput(
          "\(files[0].string) is a folder without spaces of the SDK: they are in spaces, worldmaps, "
            + "anchors and events below Documents/Hyperbasis. If it holds tables or other data, name "
            + "those files.")
      }
      kind = .container(container)
      inputs = []
      self.times = nil
      return
    }
    if let folder = files.first(where: ImportFolder.isFolder) {
      throw UnreadableInput(
        "\(folder.string) is a folder; only one container can be imported at a time")
    }
    inputs = try files.map { try ImportInput($0, makeSpool, progress) }
    self.times = try times.map { try ImportInput($0, makeSpool, progress) }
    kind = try Self.kind(of: inputs, options)
    let name = inputs.first?.name ?? ""
    switch kind {
    case .rows: break
    case .events: try Self.refuseRowOptions(options, times, "lines of a log", of: name)
    case .container: try Self.refuseRowOptions(options, times, Self.containerKind, of: name)
    }
  }

  /// What a container holds, for messages.
  static let containerKind = "spaces of the SDK"

  private static func refuseRowOptions(
    _ options: ImportOptions, _ times: FilePath?, _ kind: String, of name: String
  ) throws {
    let names = options.namesOfRowOptions(hasTimes: times != nil)
    guard names.isEmpty else {
      throw UnreadableInput.options(names, doNotFit: kind, of: name)
    }
  }

  private static func kind(of inputs: [ImportInput], _ options: ImportOptions) throws -> Kind {
    guard let first = inputs.first else { throw UnreadableInput("there is no file to import") }
    for input in inputs {
      guard let packing = try input.head().packing else { continue }
      throw UnreadableInput("\(input.name) is compressed with \(packing); unpack it first")
    }
    let head = try first.head()
    let isArchive = ZipArchive.isArchive(head.bytes)
    if options.format == .sdk || isArchive {
      guard isArchive else {
        throw UnreadableInput(
          "\(first.name) is neither a folder nor a zip archive; a container that Xcode downloaded "
            + "is one or the other")
      }
      guard inputs.count == 1 else {
        throw UnreadableInput("only one container can be imported at a time")
      }
      let archive = try ZipArchive(first.source)
      let container = SDKContainer(archive)
      guard !container.isEmpty else {
        throw ArchiveContents(archive, named: first.name).refusal
      }
      if let format = options.format, format != .sdk {
        throw UnreadableInput(
          "\(first.name) holds \(containerKind), which are not \(format.rawValue); import it without a "
            + "format")
      }
      return .container(container)
    }
    if options.format == nil || options.format == .events { try refuseLists(inputs) }
    if options.format == .events || options.format == nil && head.isLog { return .events }
    return .rows
  }

  /// Refuses events in a list: neither rows nor lines would keep all of their content.
  private static func refuseLists(_ inputs: [ImportInput]) throws {
    for input in inputs where try input.head().isListOfEvents {
      throw UnreadableInput(
        "\(input.name) is a list of events, but a log has one event per line; export it in that "
          + "form, and import the result: hyperbasis export SPACE --format jsonl -o FILE")
    }
  }
}

extension ImportInput {
  /// Opens a file. One that is not regular can be read only once, so it is copied to a spool.
  fileprivate init(
    _ path: FilePath, _ makeSpool: (() throws -> SpoolFile)?, _ progress: (Int) throws -> Void
  ) throws {
    let file: InputFile
    do {
      file = try InputFile(path, waitsForWriter: makeSpool != nil)
    } catch {
      throw UnreadableInput("\(path.string) cannot be opened: \(error)")
    }
    if file.kind == .regular {
      self.init(name: file.name, modified: file.modified, source: file)
    } else {
      guard let spool = try makeSpool?() else {
        throw UnreadableInput(
          "\(path.string) is \(file.kind.rawValue), which may never end; in a shell, hyperbasis import "
            + "reads it")
      }
      try file.copy(to: spool, progress)
      self.init(name: file.name, modified: nil, source: spool)
    }
  }

  fileprivate func head() throws -> InputHead {
    var bytes = [UInt8](repeating: 0, count: InputHead.size)
    let count = try bytes.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
    return InputHead(name: name, bytes: Array(bytes.prefix(count)))
  }
}

extension SpoolFile: ImportSpool {}

/// A folder that may hold the files of a store.
private struct ImportFolder {
  let path: FilePath

  init(_ path: FilePath) {
    self.path = path
  }

  static func isFolder(_ path: FilePath) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Finds the files of a store in the folder. Links within it are not followed.
  func container() throws -> SDKContainer {
    let files = LiveFileSystem(root: path)
    var found: [(path: String, file: SDKFile)] = []
    var open: [(path: FilePath, relative: String)] = [(path, "")]
    while let (folder, relative) = open.popLast() {
      for entry in try files.entries(of: folder) {
        let name = relative.isEmpty ? entry.name : "\(relative)/\(entry.name)"
        let path = folder.appending(entry.name)
        if entry.isDirectory {
          open.append((path, name))
        } else if SDKContainer.holds(name) {
          let file = SDKFile(path: name) {
            try files.contents(of: path, atMost: FileLimit.space) ?? Data()
          }
          found.append((name, file))
        }
      }
    }
    return SDKContainer(found)
  }
}
