internal import SwiftSyntax

/// The members that an `@Observable` model gets.
///
/// A controller must exist before the first change. The accessors that `@Observable` generates call
/// `access` before they return a property, and `withMutation` around an assignment. Overloads of both
/// for writable key paths, which the compiler prefers, create the controllers. The controllers then
/// watch the registrar.
///
/// `@Observable` does not announce the assignment of an equal value. An overload of
/// `shouldNotifyObservers` makes it treat values as equal only if no step would tell them apart.
struct ObservableVersioning {
  let model: VersioningModel
}

extension ObservableVersioning {
  var members: [[String]] {
    guard !model.trackedProperties.isEmpty else { return error }
    let controllers = model.trackedProperties.map { property in
      ControllerProperty(of: property, in: model, registrar: "_$observationRegistrar").lines
    }
    return controllers + error
      + [
        ["private var _$isVersioning = false"], start, access, withMutation, shouldNotifyObservers,
      ]
  }

  /// The property as `@Observable` would write it: its macros do not apply to members that other macros
  /// add.
  private var error: [[String]] {
    guard let name = model.synthesizedErrorProperty else { return [] }
    let get = block("get", ["access(keyPath: \\.\(name))", "return _\(name)"])
    let set = block(
      "set", block("withMutation(keyPath: \\.\(name))", ["_\(name) = newValue"]))
    return [
      ["private var _\(name): (any Swift.Error)?"],
      block("\(model.memberAccess)var \(name): (any Swift.Error)?", get + set),
    ]
  }

  /// The function that creates the controllers. Doing so reads the properties, which would recurse
  /// without the flag.
  private var start: [String] {
    let controllers = model.trackedProperties.map { "_ = \(ControllerProperty.name(for: $0))" }
    return block(
      "private func _$startVersioning()",
      block("guard !_$isVersioning else", ["return"]) + ["_$isVersioning = true"] + controllers)
  }

  private var access: [String] {
    block(
      "private func access<Member>(keyPath: ReferenceWritableKeyPath<\(model.name), Member>)",
      ["_$startVersioning()", "_$observationRegistrar.access(self, keyPath: keyPath)"])
  }

  private var withMutation: [String] {
    let heading = """
      private func withMutation<Member, MutationResult>(
        keyPath: ReferenceWritableKeyPath<\(model.name), Member>,
        _ mutation: () throws -> MutationResult
      ) rethrows -> MutationResult
      """
    return block(
      heading,
      [
        "_$startVersioning()",
        "return try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)",
      ])
  }

  private var shouldNotifyObservers: [String] {
    let heading = """
      private nonisolated func shouldNotifyObservers<Member: Revertible>(
        _ first: Member, _ second: Member
      ) -> Bool
      """
    return block(heading, ["!Member._isSame(first, second)"])
  }
}
