public import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
public import HyperbasisModels

/// Turns other people's data into events: bytes to rows, rows to samples, samples to events.
///
/// The input is read twice. ``survey()`` reads all of it, writes nothing, and reports what it
/// understood; ``write(_:to:)`` reads it again and hands out the lines. Both passes run the same code,
/// so what was announced is what is written.
public struct ImportEngine {
  private let options: ImportOptions
  private let inputs: [ImportInput]
  private let times: ImportInput?
  private let keys: [String: String]
  private let target: ImportTarget
  private let now: HBInstant
  private let sortingMemory: Int
  private let makeSpool: () throws -> any ImportSpool
  private let progress: (ImportProgress) throws -> Void

  /// - Parameters:
  ///   - times: the input that holds the rows' times, one number per line.
  ///   - keys: the shortened keys that columns had when the input was read before, see
  ///     ``ImportSurvey/shortenedKeys``.
  ///   - now: the current time; rows after it are pointed out.
  ///   - sortingMemory: how many bytes of out-of-order rows are sorted in memory.
  ///   - makeSpool: makes a temporary file for the rows beyond that.
  ///   - progress: called now and then; an error that it throws ends the work.
  public init(
    _ options: ImportOptions, inputs: [ImportInput], times: ImportInput? = nil,
    keys: [String: String] = [:], into target: ImportTarget, now: HBInstant = HBInstant(Date()),
    sortingMemory: Int = 48 << 20, makeSpool: @escaping () throws -> any ImportSpool,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) {
    self.options = options
    self.inputs = inputs
    self.times = times
    self.keys = keys
    self.target = target
    self.now = now
    self.sortingMemory = sortingMemory
    self.makeSpool = makeSpool
    self.progress = progress
  }

  /// Reads the whole input and writes nothing.
  ///
  /// - Throws: ``UnreadableInput`` if an input is not what it was taken for, or if it leaves something
  ///   open that the options must state.
  public func survey() throws -> ImportSurvey {
    try options.check()
    let summaries = try summaries()
    let setup = try setup(.survey, summaries)
    let operation = try operation(summaries)
    let mistakenFormat = try mistakenFormat()
    var knowledge = InputKnowledge(keys: keys, origin: target.origin)
    for number in 1...Self.mostPasses {
      let pass = try ImportPass(setup, knowledge, pass: number, emit: nil)
      do {
        try pass.run()
        let isState = setup.options.isSnapshot
        if isState { try CompleteState(pass, isAsked: options.isSnapshot).check() }
        var survey = try SurveyWriter(pass, setup, summaries, operation).survey
        survey.isState = isState
        survey.isStateAsked = options.isSnapshot
        survey.mistakenFormat = mistakenFormat
        return survey
      } catch let restart as PassRestart {
        knowledge = restart.knowledge
      } catch let error as UnreadableInput {
        throw mistakenFormat.map { error.adding("\($0.advice).") } ?? error
      }
    }
    throw UnreadableInput(
      "The input contradicts itself about what its columns mean; name them with --id, --time and "
        + "--position.")
  }

  /// Reads the input again and hands out the lines of its events, in blocks of at most
  /// ``ImportBlock/capacity`` events.
  ///
  /// The blocks must be appended in order, under one lock. If the work ends between two blocks, running
  /// the same import again writes the rest.
  ///
  /// - Throws: ``UnreadableInput`` if the input is not the one that was surveyed, or if it has faults
  ///   that the options do not skip; whatever `sink` throws.
  public func write(_ survey: ImportSurvey, to sink: (ImportBlock) throws -> Void) throws {
    if survey.isRefused { throw survey.refusalError }
    guard survey.events.total > 0 else { return }
    let summaries = try summaries()
    guard summaries.map(\.digest) == survey.inputs.map(\.digest) else {
      throw UnreadableInput("The input changed while it was read; run the command again.")
    }
    try withoutActuallyEscaping(sink) { sink in
      let writer = BlockWriter(survey, target, sink)
      let pass = try ImportPass(
        setup(.write, summaries), survey.knowledge, pass: 1, emit: writer.write)
      try pass.run()
      try writer.finish()
    }
  }

  private static let mostPasses = 12
}

// MARK: - What both passes need

extension ImportEngine {
  private func summaries() throws -> [InputSummary] {
    try inputs.map { try InputSummary(digesting: $0) }
  }

  private func setup(
    _ phase: ImportProgress.Phase, _ summaries: [InputSummary]
  ) throws -> PassSetup {
    let (format, preset) = try format()
    if options.rows != nil, format.format != .json {
      throw UnreadableInput.usage(
        "--rows says where the rows of a JSON document are; it does not apply to "
          + "\(format.format.rawValue). Leave it out.")
    }
    return PassSetup(
      options: options.filled(from: preset), format: format, inputs: inputs, times: times,
      target: target, now: now, sortingMemory: sortingMemory, makeSpool: makeSpool,
      progress: progress, phase: phase,
      totalBytes: summaries.reduce(0) { $0 + $1.size })
  }

  /// Returns the format of the inputs, and the options that they imply.
  private func format() throws -> (ReadableFormat, preset: ImportOptions) {
    guard let first = inputs.first else { throw UnreadableInput("There is nothing to import.") }
    let head = try InputHead(first)
    let format = try format(of: head)
    let preset = format.preset(of: head)
    guard format.presetOfHead != nil else { return (format, preset) }
    for input in inputs.dropFirst() {
      guard try format.preset(of: InputHead(input)).origin == preset.origin || options.origin != nil
      else {
        throw UnreadableInput(
          "\(first.name) and \(input.name) have different origins; import one at a time.")
      }
    }
    return (format, preset)
  }

  private func mistakenFormat() throws -> MistakenFormat? {
    guard let named = options.format else { return nil }
    for input in inputs {
      if let mistaken = MistakenFormat(try InputHead(input), named: named) { return mistaken }
    }
    return nil
  }

  private func format(of head: InputHead) throws -> ReadableFormat {
    if let named = options.format {
      guard let format = ReaderRegistry.format(named, for: head) else {
        throw UnreadableInput("\(named.rawValue) is not a format that can be read as rows.")
      }
      return format
    }
    let (format, how) = ReaderRegistry.recognise(head)
    if how < .certain, let kind = head.unsupportedKind {
      throw UnreadableInput.unsupported(head.name, kind)
    }
    guard let format else { throw UnreadableInput.unknownFormat(of: head) }
    return format
  }

  /// Returns the id of the one operation, derived from the space, the options and the inputs.
  ///
  /// If the log already holds a whole import of that id, since undone or overwritten by another one, this
  /// is a further operation, which can be taken back by itself. An interrupted import is continued.
  private func operation(_ summaries: [InputSummary]) throws -> UUID {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var name = Array("import:".utf8) + Array(try encoder.encode(options))
    for summary in summaries { name += Array(":\(summary.size):\(summary.digest)".utf8) }
    if let times {
      let summary = try InputSummary(digesting: times)
      name += Array(":\(summary.size):\(summary.digest)".utf8)
    }
    var id = UUIDv5.make(namespace: target.spaceId, name: name)
    var repetition = 0
    while try target.existing.holdsWhole(operation: id) {
      repetition += 1
      id = UUIDv5.make(namespace: target.spaceId, name: name + Array(":again:\(repetition)".utf8))
    }
    return id
  }
}

extension EventIndex {
  /// Returns whether all events of an operation are in the log.
  fileprivate func holdsWhole(operation id: UUID) throws -> Bool {
    let events = ordinals(ofOperations: [id])[id] ?? []
    guard let first = events.first else { return false }
    return try events.count >= batchCount(first) ?? 1
  }
}

extension InputHead {
  /// Reads the beginning of an input.
  public init(_ input: ImportInput) throws {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = try bytes.withUnsafeMutableBytes { memory in
      var count = 0
      while count < memory.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
        let more = try input.source.read(at: count, into: rest)
        if more <= 0 { break }
        count += more
      }
      return count
    }
    self.init(name: input.name, bytes: Array(bytes.prefix(count)))
  }
}
