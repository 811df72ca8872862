import Combine
import Revertible

@Versionable
struct Note: Equatable {
  var title = "Title"
  var size = 0
}

@Versioning
final class Model: ObservableObject {
  @Published var note = Note()
  var draft = Note()

  init() {}
}

@Versioning("title", errorMode: .assignErrors("failure"), debounceMilliseconds: 3_600_000)
final class ComputedModel: ObservableObject {
  @Published private var note = Note()

  var title: String {
    get { note.title }
    set { note.title = newValue }
  }
}

@Versioning(errorMode: .throwErrors)
final class ThrowingModel: Combine.ObservableObject {
  @Published var note = Note()
}

@MainActor func checkObservableObjects() {
  check("the first change of a published property can be undone") {
    let model = Model()
    model.note.title = "New title"
    model._$note.undo()
    return model.note.title == "Title" && model._$note.hasRedo
  }
  check("a property that is not published announces its changes once it is tracked") {
    let model = Model()
    var count = 0
    let subscription = model.objectWillChange.sink { count += 1 }
    defer { subscription.cancel() }
    model.draft.title = "New title"
    let announced = count
    model._$draft.undo()
    return announced == 1 && count > announced && model.draft == Note()
  }
  check("the error property is there and stays empty") {
    let model = Model()
    model._$note.undo()
    return model.versioningError == nil
  }
  check("a computed property is tracked from its first change on, and debounced") {
    let model = ComputedModel()
    model.title = "N"
    model.title += "e"
    let count = model._$title.undoCount
    model._$title.undo()
    return count == 1 && model.title == "Title" && model.failure == nil
  }
  check("errors are thrown where that is asked for") {
    let model = ThrowingModel()
    model.note.size = 2
    try model._$note.undo()
    return model.note == Note()
  }
  check("a model is freed with its history") {
    var model: Model? = Model()
    model?.note.size = 2
    weak let reference = model
    model = nil
    return reference == nil
  }
}
