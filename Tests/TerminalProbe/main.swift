// A full-screen program that shows the events it receives, for tests of the terminal from outside.
//
// It ends at `q`, crashes at `!`, overflows its stack at `#`, aborts at `@`, exits at `x`, and suspends
// at Ctrl-Z.

internal import Foundation
internal import HyperbasisCanvas
internal import HyperbasisTerminal

func run() throws {
  let environment = ProcessInfo.processInfo.environment
  let terminal = try TerminalScreen(TerminalConfiguration(environment: environment))
  var log: [TerminalText] = ["ready"]
  while true {
    terminal.draw(picture(log, size: terminal.size))
    guard let event = terminal.next() else { continue }
    log.append("\(describe(event))")
    switch event {
    case .key("q"), .closed:
      terminal.close()
      return
    case .key("!"): crash([])
    case .key("#"): _ = dig(0)
    case .key("@"): abort()
    case .key("x"): exit(7)
    case .key("t"): terminal.setTitle("probe \u{1B}]0;evil\u{7}")
    case .key("y"): log.append(terminal.copy("copied\u{1B}") ? "copied" : "too long")
    case .key("%"): terminal.setMouse(!terminal.isMouseOn)
    case .key(.control("l")): terminal.redraw()
    case .key(.control("z")), .suspend: terminal.suspend()
    case .key(.control("c")): terminal.end(bySignal: SIGINT)
    case .terminate(let signal): terminal.end(bySignal: signal)
    default: break
    }
  }
}

func dig(_ depth: Int) -> Int { depth < 0 ? depth : dig(depth + 1) + depth % 7 }

func crash(_ none: [Int]) { print(none[1]) }

func picture(_ log: [TerminalText], size: TerminalSize) -> Frame {
  var frame = Frame(size: size)
  frame.drawBox(frame.region, style: Style(.grid), box: .light, title: "東京 \(size)")
  for (row, text) in log.suffix(max(0, size.rows - 2)).enumerated() {
    frame.put(
      text, column: 2, row: row + 1, style: Style(.added, .bold),
      clippedTo: frame.region.inset(by: 1))
  }
  return frame
}

func describe(_ event: InputEvent) -> String {
  switch event {
  case .key(let key): "key \(key)"
  case .mouse(let mouse): "mouse \(mouse.action) \(mouse.position.column),\(mouse.position.row)"
  case .paste(let text): "paste \(text)"
  case .resize(let size): "resize \(size)"
  case .background(let isLight): isLight ? "background light" : "background dark"
  case .focus(let isFocused): "focus \(isFocused)"
  case .terminate(let signal): "terminate \(signal)"
  case .suspend: "suspend"
  case .resumed: "resumed"
  case .wake: "wake"
  case .closed: "closed"
  }
}

do {
  try run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(69)
}
