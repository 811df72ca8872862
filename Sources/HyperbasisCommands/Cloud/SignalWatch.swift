import Foundation

/// Hands the signals that ask a process to end to somebody else instead.
final class SignalWatch {
  private var watched: [(number: Int32, source: any DispatchSourceSignal)] = []

  /// - Parameter post: called with the number of each, on a thread of its own.
  init(_ signals: [Int32], post: @escaping @Sendable (Int32) -> Void) {
    let registered = DispatchGroup()
    for number in signals {
      let handler = signal(number, SIG_IGN)
      // One that is ignored stays ignored, as nohup wants it.
      guard !Self.isIgnored(handler) else { continue }
      signal(number, handler)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { post(number) }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      watched.append((number, source))
    }
    // A source is registered some time after it was resumed; until then a signal still ends the
    // process, and from then on none is lost.
    registered.wait()
    #if canImport(Darwin)
      // There a source merely watches; on Linux it has set a handler of its own.
      for (number, _) in watched { signal(number, SIG_IGN) }
    #endif
  }

  func end() {
    for (number, source) in watched {
      source.cancel()
      signal(number, SIG_DFL)
    }
    watched = []
  }

  /// Ends the process by a signal, so that its parent sees the truth.
  static func endProcess(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }
}
