import HyperbasisTimeMachine
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Notes for each frame what caused it and what it cost, for those who measure the program itself.
///
/// The variable `HYPERBASIS_TIMINGS` names the file. A frame is a line of fields between tabs: the
/// name of the key, or what else happened in parentheses; microseconds of update, render and
/// present; microseconds of processor time of the loop's thread; the bytes sent to the terminal, 0
/// where the system does not say; 1 while the store has still to answer; and how the space is
/// looked at.
final class FrameTimings {
  enum Stage: Int {
    /// From the event to the state that follows from it.
    case update
    /// From the state to a frame.
    case render
    /// From the frame to the terminal.
    case present
  }

  private let file: FileDescriptor
  private var cause: String?
  private var last = ContinuousClock.now
  private var spent = [Duration](repeating: .zero, count: 3)
  private var processorTime = 0
  private var bytes = 0

  /// Nil where nobody measures, or the file cannot be written.
  init?(_ context: CommandContext) {
    guard let path = context.variable("HYPERBASIS_TIMINGS") else { return nil }
    let options: FileDescriptor.OpenOptions = [.append, .create, .closeOnExec]
    guard
      let file = try? FileDescriptor.open(
        path, .writeOnly, options: options, permissions: .ownerReadWrite)
    else { return nil }
    self.file = file
  }

  deinit { try? file.close() }
}

extension FrameTimings {
  /// Starts the clock for the next frame, unless something else has. A key that comes while the
  /// clock runs for something else gives the frame its name.
  func begin(_ cause: @autoclosure () -> String) {
    if let known = self.cause {
      if known.hasPrefix("("), !cause().hasPrefix("(") { self.cause = cause() }
      return
    }
    self.cause = cause()
    spent = [Duration](repeating: .zero, count: spent.count)
    bytes = Self.writtenBytes
    processorTime = Self.processorTime
    last = .now
  }

  /// Adds the time since the last lap to a stage.
  func lap(_ stage: Stage) {
    let now = ContinuousClock.now
    spent[stage.rawValue] += now - last
    last = now
  }

  /// The frame is on its way to the person.
  ///
  /// - Parameters:
  ///   - isWaiting: Whether the store has still to answer.
  ///   - state: What the frame shows.
  func finish(isWaiting: Bool, _ state: State) {
    lap(.present)
    guard let cause else { return }
    self.cause = nil
    let times = spent.map { String(Int($0 / .microseconds(1))) }
    let fields =
      [cause] + times + [
        String(Self.processorTime - processorTime), String(Self.writtenBytes - bytes),
        isWaiting ? "1" : "0", state.viewSummary,
      ]
    // Whoever measures sees that a line is missing.
    _ = try? file.writeAll((fields.joined(separator: "\t") + "\n").utf8)
  }

  /// Microseconds that this thread has run.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// What this thread has written so far, to whatever file.
  private static var writtenBytes: Int {
    #if os(Linux)
      guard let file = try? FileDescriptor.open("/proc/thread-self/io", .readOnly) else { return 0 }
      defer { try? file.close() }
      var text = [UInt8](repeating: 0, count: 512)
      let count = (try? text.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
      let lines = text.prefix(count).split(separator: UInt8(ascii: "\n"))
      let line = lines.first { $0.starts(with: "wchar: ".utf8) }
      return line.flatMap { Int(String(decoding: $0.dropFirst(7), as: UTF8.self)) } ?? 0
    #else
      return 0
    #endif
  }
}
