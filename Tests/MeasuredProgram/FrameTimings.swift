import Foundation
import HyperbasisCommands
import HyperbasisTimeMachine
import SystemPackage

/// Records for each frame what caused it and what it cost. A frame is a line of fields between tabs: the
/// name of the key, or in parentheses what else happened; microseconds of update, render and present;
/// microseconds of processor time of the loop's thread; the bytes sent to the terminal, 0 if the system
/// does not report them; 1 while an answer of the store is pending; and how the space is viewed.
final class FrameTimings: FrameObserver {
  private let file: FileDescriptor
  private var cause: String?
  private var last = ContinuousClock.now
  private var spent = [Duration](repeating: .zero, count: FrameStage.allCases.count)
  private var processorTime = 0
  private var bytes = 0

  init(appendingTo path: String) throws {
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.append, .create, .closeOnExec], permissions: .ownerReadWrite)
  }

  // Each line is written immediately, so that nothing is lost with the handle.
  deinit { try? file.close() }
}

extension FrameTimings {
  /// Starts the clock for the next frame, unless it is already running. A key that arrives while the
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
  func lap(_ stage: FrameStage) {
    let now = ContinuousClock.now
    spent[stage.rawValue] += now - last
    last = now
  }

  /// Ends a frame, which is on its way to the user.
  ///
  /// - Parameters:
  ///   - isWaiting: Whether an answer of the store is pending.
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
    // The reader of the file notices that a line is missing.
    _ = try? file.writeAll((fields.joined(separator: "\t") + "\n").utf8)
  }

  /// The processor time of this thread, in microseconds.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// The number of bytes that this thread has written so far, to any file.
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
