import Foundation
import HyperbasisCanvas
import TestSupport

/// One frame of the program, as `MeasuredProgram` reports it; times in microseconds.
struct FrameTiming {
  let cause: String
  let update: Int
  let render: Int
  let present: Int
  let processor: Int
  let bytes: Int
  let isWaiting: Bool
  /// How the space was being viewed.
  let view: String
  /// Whether the host of this virtual machine took its processors away meanwhile.
  var isDisturbed = false

  var total: Int { update + render + present }

  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let numbers = fields.dropFirst().prefix(6).compactMap { Int($0) }
    guard fields.count == 8, numbers.count == 6 else { return nil }
    view = String(fields[7])
    cause = String(fields[0])
    (update, render, present) = (numbers[0], numbers[1], numbers[2])
    (processor, bytes, isWaiting) = (numbers[3], numbers[4], numbers[5] == 1)
  }
}

/// The real program in a terminal of its own, which reports what each frame cost.
final class TimedProgram {
  let terminal: PseudoTerminal
  private let timings: FileHandle
  private var unread: [FrameTiming] = []
  private var partial = ""

  init(program: String, store: URL, scratch: URL, columns: Int, rows: Int) throws {
    let file = scratch.appending(path: "timings")
    try Data().write(to: file)
    timings = try FileHandle(forReadingFrom: file)
    terminal = try PseudoTerminal(
      executable: program, arguments: ["--store", store.path],
      environment: [
        "HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path, "XDG_STATE_HOME": scratch.path,
        "HYPERBASIS_TIMINGS": file.path, "HYPERBASIS_ACTOR": "benchmark",
      ], columns: columns, rows: rows)
  }

  /// Presses a key and waits until everything that follows from it is on the screen.
  ///
  /// - Returns: the frame that showed it, and those that followed once the store had answered.
  func press(_ key: Key) throws -> (frame: FrameTiming, later: [FrameTiming]) {
    let before = StolenTime.now
    terminal.send(bytes: KeyBytes.of(key))
    var result = try frames(of: key.name)
    result.frame.isDisturbed = StolenTime.now != before
    return result
  }

  /// Waits for the frame of an event and for the frames that follow from it.
  func frames(of cause: String) throws -> (frame: FrameTiming, later: [FrameTiming]) {
    var frames: [FrameTiming] = []
    try terminal.wait(until: "\(cause) is shown", timeout: .seconds(120), pause: 1) { _ in
      frames += newTimings()
      while let first = frames.first, first.cause != cause { frames.removeFirst() }
      return frames.last.map { !$0.isWaiting } ?? false
    }
    return (frames[0], Array(frames.dropFirst()))
  }

  private func newTimings() -> [FrameTiming] {
    let data = timings.availableData
    guard !data.isEmpty else { return [] }
    partial += String(decoding: data, as: UTF8.self)
    var lines = partial.split(separator: "\n", omittingEmptySubsequences: false)
    partial = String(lines.removeLast())
    return lines.compactMap(FrameTiming.init)
  }

  /// Returns the processor time that the program took so far, of all threads, in milliseconds.
  func processorTime() -> Double {
    let tasks = "/proc/\(terminal.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)
      return sum + (text?.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e6
    }
  }
}

/// Processor time that a virtual machine's host did not give it.
enum StolenTime {
  /// Ticks of the kernel since the start, of all processors; 0 if they are not counted.
  static var now: Int {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return 0 }
    let fields = text.prefix { $0 != "\n" }.split(separator: " ")
    return fields.count > 8 ? Int(fields[8]) ?? 0 : 0
  }
}

/// The bytes that a terminal sends for a key.
enum KeyBytes {
  static func of(_ key: Key) -> [UInt8] {
    switch key.code {
    case .character(let scalar):
      if key.modifiers.contains(.control) { return [UInt8(scalar.value & 0x1F)] }
      return Array(String(scalar).utf8)
    case .up: return arrow("A", key)
    case .down: return arrow("B", key)
    case .right: return arrow("C", key)
    case .left: return arrow("D", key)
    case .home: return escape("[H")
    case .end: return escape("[F")
    case .pageUp: return escape("[5~")
    case .pageDown: return escape("[6~")
    case .insert: return escape("[2~")
    case .delete: return escape("[3~")
    case .tab: return key.modifiers.contains(.shift) ? escape("[Z") : [9]
    case .enter: return [13]
    case .backspace: return [127]
    case .escape: return [27]
    case .function(let number): return function(number)
    case .unknown: return []
    }
  }

  private static func arrow(_ letter: String, _ key: Key) -> [UInt8] {
    escape(key.modifiers.contains(.shift) ? "[1;2\(letter)" : "[\(letter)")
  }

  private static func function(_ number: Int) -> [UInt8] {
    let early = ["OP", "OQ", "OR", "OS"]
    if number <= 4 { return escape(early[number - 1]) }
    let codes = [15, 17, 18, 19, 20, 21, 23, 24]
    return escape("[\(codes[min(number - 5, codes.count - 1)])~")
  }

  private static func escape(_ text: String) -> [UInt8] { [27] + Array(text.utf8) }
}
