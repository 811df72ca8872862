import Combine
import Dispatch
import Revertible

/// A scheduler whose time stands still, in seconds.
private final class StoppedScheduler: Scheduler {
  var now = 0.0
}

private final class PlainModel: ObservableObject {
  @Published var note = Note()
  var error: (any Error)?
}

@MainActor func checkSchedulers() {
  check("an object is observed without further arguments") {
    let model = PlainModel()
    let controller = VersioningController(on: model, at: \.note)
    model.note.title = "A"
    model.note.title = "B"
    try controller.undo()
    return model.note.title == "A" && controller.undoCount == 1
  }
  check("a scheduler tells the time between changes") {
    let (model, scheduler) = (PlainModel(), StoppedScheduler())
    let controller = VersioningController(
      on: model, at: \.note, scheduler: scheduler, debounceInterval: .milliseconds(200))
    return undoCounts(of: model, scheduler) { controller.undoCount } == [1, 1, 2, 2]
  }
  check("so it does where errors are stored") {
    let (model, scheduler) = (PlainModel(), StoppedScheduler())
    let controller = VersioningController(
      on: model, at: \.note, storingErrorsAt: \.error, scheduler: scheduler,
      debounceInterval: .milliseconds(200))
    let counts = undoCounts(of: model, scheduler) { controller.undoCount }
    controller.undo()
    return counts == [1, 1, 2, 2] && model.note.size == 2 && model.error == nil
  }
  check("a scheduler without an interval debounces nothing") {
    let (model, scheduler) = (PlainModel(), StoppedScheduler())
    let controller = VersioningController(on: model, at: \.note, scheduler: scheduler)
    return undoCounts(of: model, scheduler) { controller.undoCount } == [1, 2, 3, 4]
  }
  check("a scheduler can be set later") {
    let (model, scheduler) = (PlainModel(), StoppedScheduler())
    let controller = VersioningController(on: model, at: \.note)
    controller.withDebouncing(scheduler: scheduler, interval: .milliseconds(200))
    return undoCounts(of: model, scheduler) { controller.undoCount } == [1, 1, 2, 2]
  }
  check("a queue is a scheduler") {
    let model = PlainModel()
    let controller = VersioningController(
      on: model, at: \.note, scheduler: DispatchQueue.main, debounceInterval: .seconds(3600))
    model.note.size = 1
    model.note.size = 2
    try controller.undo()
    return model.note.size == 0
  }
}

/// Changes a model at 0 s, 0.1999 s, 0.4 s and 0.5 s, and asks after each.
private func undoCounts(
  of model: PlainModel, _ scheduler: StoppedScheduler, _ count: () -> Int
) -> [Int] {
  [0, 0.1999, 0.4, 0.5].enumerated().map { index, time in
    scheduler.now = time
    model.note.size = index + 1
    return count()
  }
}
