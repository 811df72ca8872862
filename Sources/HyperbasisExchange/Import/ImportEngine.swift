/// Turns other people's data into events: bytes to rows, rows to samples, samples to events.
///
/// The input is read twice. ``survey()`` reads all of it, writes nothing, and says what it
/// understood; ``write(_:to:)`` reads it again and hands out the lines. Both passes are one code, so
/// that what was announced is what is written.
public struct ImportEngine {
  let options: ImportOptions
  let inputs: [ImportInput]
  let times: ImportInput?
  let target: ImportTarget
  let makeSpool: () throws -> any ImportSpool
  let progress: (ImportProgress) throws -> Void

  /// - Parameters:
  ///   - times: the input that holds the rows' times, a number a line.
  ///   - makeSpool: makes a temporary file, used where rows are out of order and too many to be
  ///     sorted in memory.
  ///   - progress: called now and then; an error that it throws ends the work.
  public init(
    _ options: ImportOptions, inputs: [ImportInput], times: ImportInput? = nil,
    into target: ImportTarget, makeSpool: @escaping () throws -> any ImportSpool,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) {
    self.options = options
    self.inputs = inputs
    self.times = times
    self.target = target
    self.makeSpool = makeSpool
    self.progress = progress
  }

  /// Reads the whole input and writes nothing.
  ///
  /// - Throws: ``UnreadableInput`` where an input is not what it was taken for, or where something
  ///   has to be said that it does not tell.
  public func survey() throws -> ImportSurvey {
    throw UnreadableInput("Nothing reads this input yet.")
  }

  /// Reads the input again and hands out the lines of its events, in blocks of at most
  /// ``ImportBlock/capacity`` events.
  ///
  /// The blocks have to be appended in order, under one lock. If that ends between two blocks, the
  /// same import run again writes the rest.
  ///
  /// - Throws: ``UnreadableInput`` where the input is not the one that was surveyed, or has faults
  ///   and the options do not leave them out; what `sink` throws.
  public func write(_ survey: ImportSurvey, to sink: (ImportBlock) throws -> Void) throws {
    throw UnreadableInput("Nothing reads this input yet.")
  }
}
