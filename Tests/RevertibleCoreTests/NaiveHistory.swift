import RevertibleCore

/// A reference implementation of a history, with a whole copy of every version.
struct NaiveHistory {
  private(set) var scopes: [Scope]

  struct Version {
    var value: Catalogue
    var tag: Int?
  }

  struct Scope {
    var versions: [Version]
    var position = 0
  }

  init(_ value: Catalogue) {
    scopes = [Scope(versions: [Version(value: value)])]
  }

  private var scope: Scope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  var current: Catalogue { scope.versions[scope.position].value }
  var undoCount: Int { scope.position }
  var redoCount: Int { scope.versions.count - 1 - scope.position }

  func tags(inScopeLevel level: Int) -> (undo: [Int?], redo: [Int?]) {
    let scope = scopes[level]
    let tags = scope.versions.map(\.tag)
    return ([Int?](tags[...scope.position]), [Int?](tags[(scope.position + 1)...]))
  }

  mutating func append(_ value: Catalogue, tag: Int? = nil) {
    if !value.isExactly(current) {
      scope.versions.removeSubrange((scope.position + 1)...)
      scope.versions.append(Version(value: value))
      scope.position += 1
    }
    if let tag { self.tag(tag) }
  }

  mutating func tag(_ tag: Int) {
    forget(tag)
    scope.versions[scope.position].tag = tag
  }

  private mutating func forget(_ tag: Int) {
    for level in scopes.indices {
      for index in scopes[level].versions.indices where scopes[level].versions[index].tag == tag {
        scopes[level].versions[index].tag = nil
      }
    }
  }

  mutating func undo() { scope.position = max(0, scope.position - 1) }
  mutating func redo() { scope.position = min(scope.versions.count - 1, scope.position + 1) }
  mutating func undoAll() { scope.position = 0 }
  mutating func redoAll() { scope.position = scope.versions.count - 1 }

  mutating func undo(to tag: Int) {
    if let index = scope.versions[...scope.position].lastIndex(where: { $0.tag == tag }) {
      scope.position = index
    }
  }

  mutating func redo(to tag: Int) {
    let next = scope.position + 1
    if let index = scope.versions[next...].firstIndex(where: { $0.tag == tag }) {
      scope.position = index
    }
  }

  mutating func push(tag: Int?) {
    if let tag { forget(tag) }
    let base = Version(value: current, tag: tag ?? scope.versions[scope.position].tag)
    scopes.append(Scope(versions: [base]))
  }

  mutating func pop() {
    guard scopes.count > 1 else { return }
    let inner = scopes.removeLast()
    let result = inner.versions[inner.position]
    guard inner.position > 0, !result.value.isExactly(current) else { return }
    append(result.value)
    scope.versions[scope.position].tag = result.tag
  }

  mutating func undoAndPop() {
    undoAll()
    if scopes.count > 1 { scopes.removeLast() }
  }
}

extension Catalogue {
  /// Whether the values are equal and their texts spelt alike: equal texts may have different bytes.
  func isExactly(_ other: Catalogue) -> Bool {
    self == other && text.utf8.elementsEqual(other.text.utf8)
      && (optionalText ?? "").utf8.elementsEqual((other.optionalText ?? "").utf8)
  }
}
