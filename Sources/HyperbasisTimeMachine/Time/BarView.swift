import HyperbasisCanvas
import HyperbasisHistory

/// The time bar with what it says at its right.
enum BarView {
  static func draw(_ state: State, _ view: SpaceView, into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    let bar = view.timeBar(state.layout)
    var picture = TimeBarView(
      bar: bar, density: EventDensity(bar, times: view.times), cursor: view.instant,
      charset: state.settings.charset)
    picture.a = view.compare.marks.a
    picture.b = view.compare.marks.b
    picture.significantDates = significant(state, view, bar)
    if view.time.bar.window != nil, let start = view.times.start, let end = view.times.end {
      picture.whole = start...end
    }
    picture.hint = "\(state.keymap.label(of: .time(.cycleBar))) cuts it out"
    picture.status = status(state, view)
    picture.draw(into: &frame, region: region)
  }

  /// None where they would be one line of marks.
  private static func significant(
    _ state: State, _ view: SpaceView, _ bar: TimeBar
  ) -> [HBInstant] {
    let dates = view.significantDates(in: state.settings.zone).instants
    return dates.count <= bar.width / 2 ? dates : []
  }

  private static func status(_ state: State, _ view: SpaceView) -> TerminalText {
    let isASCII = state.settings.charset.isASCII
    let arrow: TerminalText =
      switch (view.time.play.isRunning, view.time.play.direction) {
      case (true, .forward): isASCII ? ">" : "▶"
      case (true, .back): isASCII ? "<" : "◀"
      case (false, .forward): isASCII ? "|>" : "▷"
      case (false, .back): isASCII ? "<|" : "◁"
      }
    let loop: TerminalText = view.time.play.loops ? (isASCII ? " @" : " ↻") : .empty
    return
      "\(isASCII ? view.time.play.speed.text.ascii : view.time.play.speed.text) \(arrow)\(loop)"
  }
}
