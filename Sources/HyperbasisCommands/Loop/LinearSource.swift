import HyperbasisCanvas
import HyperbasisTerminal

/// Where the keys of a linear session come from.
enum LinearSource {
  /// A terminal, key by key.
  case keys(KeyTerminal)
  /// A script, line by line.
  case lines(LineReader)

  enum Event {
    case input(InputEvent)
    case line(String)
    case wake
  }
}

extension LinearSource {
  func next(timeout: Duration?) -> Event? {
    switch self {
    case .keys(let terminal):
      terminal.next(timeout: timeout).map { event in
        if case .wake = event { .wake } else { .input(event) }
      }
    case .lines(let reader):
      reader.next(timeout: timeout).map { event in
        switch event {
        case .line(let text): .line(text)
        case .terminate(let signal): .input(.terminate(signal: signal))
        case .wake: .wake
        case .closed: .input(.closed)
        }
      }
    }
  }

  func suspend() {
    if case .keys(let terminal) = self { terminal.suspend() }
  }

  func close() {
    if case .keys(let terminal) = self { terminal.close() }
  }

  func takeEndingSignal() -> Int32? {
    switch self {
    case .keys(let terminal): terminal.takeEndingSignal()
    case .lines(let reader): reader.takeEndingSignal()
    }
  }

  func end(bySignal signal: Int32) -> Never {
    switch self {
    case .keys(let terminal): terminal.end(bySignal: signal)
    case .lines(let reader): reader.end(bySignal: signal)
    }
  }
}
