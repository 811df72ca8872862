import Canvas
import Hyperbasis

/// The space from above: anchors, and what happened to them where two states are compared.
struct PlanView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    if view.isSideBySide, let a = view.marks.a, let b = view.marks.b {
      let (left, right) = region.split(left: region.columns / 2)
      draw(scene(at: view.index.position(through: a)), title: "A \(state.text(a))", &frame, left)
      draw(scene(at: view.index.position(through: b)), title: "B \(state.text(b))", &frame, right)
    } else {
      draw(scene, title: title, &frame, region)
    }
  }

  private func draw(
    _ scene: PlanScene, title: TerminalText, _ frame: inout Frame, _ region: Region
  ) {
    let hasFocus = view.focus == .plan && state.layers.isEmpty
    frame.drawBox(
      region, style: hasFocus ? .plain : .dim, box: state.settings.charset.box, title: title,
      titleStyle: hasFocus ? .bold : .dim)
    let area = region.inset(by: 1)
    scene.draw(
      into: &frame, region: area,
      projection: state.projection(of: view, in: PlanScene.plotRegion(in: area)),
      charset: state.settings.charset)
  }

  private var title: TerminalText {
    if case .plan = state.layers.last { return "plan: now and after" }
    if view.isAtEnd, view.diffMode == .off, view.draft?.isEmpty == false { return "plan: draft" }
    switch view.diffMode {
    case .off: return "plan"
    case .previous: return "plan: the instant before and this"
    case .now: return "plan: this date and now"
    case .marks: return "plan: A and B"
    }
  }

  private var scene: PlanScene {
    for layer in state.layers.reversed() {
      switch layer {
      case .plan(let dialog): return builder.scene(of: dialog.plan.changes)
      case .move(let move): return builder.scene(of: changes(moving: move))
      case .help, .prompt: break
      }
    }
    if view.isAtEnd, view.diffMode == .off, view.draft?.isEmpty == false {
      return builder.scene(of: view.draftedChanges)
    }
    return scene(at: view.planPosition, comparison: view.comparison(state.settings.threshold))
  }

  private func changes(moving move: MoveLayer) -> [HBPlannedChange] {
    let others = view.draftedChanges.filter { $0.anchorId != move.anchor.id }
    let moved = HBPlannedChange(
      anchorId: move.anchor.id, before: view.liveAnchor(move.anchor.id), after: move.moved,
      events: [])
    return others + [moved]
  }

  private func scene(at position: Int, comparison: Comparison? = nil) -> PlanScene {
    builder.scene(at: position, comparison: comparison)
  }

  private var builder: PlanSceneBuilder {
    PlanSceneBuilder(
      data: view.data, settings: state.settings, filter: view.filter, selection: view.selectedSlot,
      hasCamera: view.camera != nil)
  }
}
