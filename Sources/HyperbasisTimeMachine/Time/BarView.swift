import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws the time bar with the texts at its right.
enum BarView {
  static func draw(_ state: State, _ view: SpaceView, into frame: inout Frame, layout: Layout) {
    guard !layout.bar.isEmpty else { return }
    let contents = view.barContents(layout)
    let zone = state.settings.zone
    var picture = TimeBarView(
      bar: contents.bar, density: contents.density, cursor: view.instant,
      charset: state.settings.charset)
    picture.marks = view.barMarks(contents.bar, zone: zone)
    picture.ticks = view.dateTicks(layout, zone: zone)
    picture.line = view.columnCounts(layout)
    picture.lineScale = view.time.bar.line.scale(picture.line?.peak ?? 0)
    picture.overview = view.overview(zone: zone)
    picture.hint = "\(state.keymap.label(of: .time(.cycleBar))) cuts it out"
    picture.silence = contents.silence
    let speed = view.time.play.speed
    picture.status = status(state, view, speed.text)
    picture.shortStatus = status(state, view, speed.short)
    picture.rows = layout.barRows
    picture.draw(into: &frame, region: layout.bar)
  }

  private static func status(
    _ state: State, _ view: SpaceView, _ speed: TerminalText
  ) -> TerminalText {
    let isASCII = state.settings.charset.isASCII
    let arrow: TerminalText =
      switch (view.time.play.isRunning, view.time.play.direction) {
      case (true, .forward): isASCII ? ">" : "▶"
      case (true, .back): isASCII ? "<" : "◀"
      case (false, .forward): isASCII ? "|>" : "▷"
      case (false, .back): isASCII ? "<|" : "◁"
      }
    let loop: TerminalText = view.time.play.loops ? (isASCII ? " @" : " ↻") : .empty
    return "\(isASCII ? speed.ascii : speed) \(arrow)\(loop)"
  }
}
