import Testing

struct VersionableEnumTests {
  @Test func tracksTheCaseAndThenItsValues() {
    expectExpansion(
      of: """
        struct Activity {
          @Versionable
          enum Priority {
            case low
            case medium(dueDate: Date?)
            case high(dueDate: Date, reason: String)
          }
        }
        """,
      is: """
        struct Activity {
          enum Priority {
            case low
            case medium(dueDate: Date?)
            case high(dueDate: Date, reason: String)

            private enum CaseName {
              case low
              case medium
              case high
            }

            private var caseName: CaseName {
              switch self {
              case .low:
                .low
              case .medium:
                .medium
              case .high:
                .high
              }
            }

            private var medium_dueDate: Date? {
              get {
                guard case let .medium(medium_dueDate) = self else {
                  return nil
                }
                return medium_dueDate
              }
              set {
                guard case .medium = self else {
                  return
                }
                self = .medium(dueDate: newValue)
              }
            }

            private var high_dueDate: Date? {
              get {
                guard case let .high(high_dueDate, _) = self else {
                  return nil
                }
                return high_dueDate
              }
              set {
                guard case let .high(_, high_reason) = self, let newValue else {
                  return
                }
                self = .high(dueDate: newValue, reason: high_reason)
              }
            }

            private var high_reason: String? {
              get {
                guard case let .high(_, high_reason) = self else {
                  return nil
                }
                return high_reason
              }
              set {
                guard case let .high(high_dueDate, _) = self, let newValue else {
                  return
                }
                self = .high(dueDate: high_dueDate, reason: newValue)
              }
            }
          }
        }

        extension Activity.Priority: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\.medium_dueDate)
            reverter.appendReversion(at: \\.high_dueDate)
            reverter.appendReversion(at: \\.high_reason)
          }
        }
        """)
  }

  @Test func overwritesWhatHasNoValues() {
    expectExpansion(
      of: """
        @Versionable
        public enum Level: String {
          case low, high
        }
        """,
      is: """
        public enum Level: String {
          case low, high
        }

        extension Level: Equatable, Hashable, Revertible, Versionable {
          public func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendOverwriteReversion(at: \\.self)
          }
        }
        """)
  }

  @Test func hasNothingToDoWithoutCases() {
    expectExpansion(
      of: """
        @Versionable
        enum Nothing {
        }
        """,
      is: """
        enum Nothing {
        }

        extension Nothing: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
          }
        }
        """)
  }

  @Test func namesValuesWithoutLabelsByPositionAndKeepsApartWhatTheEnumHas() {
    expectExpansion(
      of: """
        @Versionable
        enum Shape {
          case `default`(Int, _ y: [Int])
          #if DEBUG
          case probe(in: Never?)
          #endif
          var caseName: String { "" }
          struct CaseName {}
        }
        """,
      is: """
        enum Shape {
          case `default`(Int, _ y: [Int])
          #if DEBUG
          case probe(in: Never?)
          #endif
          var caseName: String { "" }
          struct CaseName {}

          private enum CaseName_ {
            case `default`
            #if DEBUG
            case probe
            #endif
          }

          private var caseName_: CaseName_ {
            switch self {
            case .`default`:
              .`default`
            #if DEBUG
            case .probe:
              .probe
            #endif
            }
          }

          private var default_0: Int? {
            get {
              guard case let .`default`(default_0, _) = self else {
                return nil
              }
              return default_0
            }
            set {
              guard case let .`default`(_, default_1) = self, let newValue else {
                return
              }
              self = .`default`(newValue, default_1)
            }
          }

          private var default_1: [Int]? {
            get {
              guard case let .`default`(_, default_1) = self else {
                return nil
              }
              return default_1
            }
            set {
              guard case let .`default`(default_0, _) = self, let newValue else {
                return
              }
              self = .`default`(default_0, newValue)
            }
          }

          #if DEBUG
          private var probe_in: Never? {
            get {
              guard case let .probe(probe_in) = self else {
                return nil
              }
              return probe_in
            }
            set {
              guard case .probe = self else {
                return
              }
              self = .probe(in: newValue)
            }
          }
          #endif
        }

        extension Shape: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\.caseName_) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\.default_0)
            reverter.appendReversion(at: \\.default_1)
            #if DEBUG
            reverter.appendReversion(at: \\.probe_in)
            #endif
          }
        }
        """)
  }

  @Test func genericValuesAreAskedToBeRevertible() {
    expectExpansion(
      of: """
        @Versionable
        indirect enum Tree<Value> {
          case node(Tree)
          case leaf(Value)
        }
        """,
      is: """
        indirect enum Tree<Value> {
          case node(Tree)
          case leaf(Value)

          private enum CaseName {
            case node
            case leaf
          }

          private var caseName: CaseName {
            switch self {
            case .node:
              .node
            case .leaf:
              .leaf
            }
          }

          private var node_0: Tree? {
            get {
              guard case let .node(node_0) = self else {
                return nil
              }
              return node_0
            }
            set {
              guard case .node = self, let newValue else {
                return
              }
              self = .node(newValue)
            }
          }

          private var leaf_0: Value? {
            get {
              guard case let .leaf(leaf_0) = self else {
                return nil
              }
              return leaf_0
            }
            set {
              guard case .leaf = self, let newValue else {
                return
              }
              self = .leaf(newValue)
            }
          }
        }

        extension Tree: Equatable, Hashable, Revertible, Versionable where Value: Revertible {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\.node_0)
            reverter.appendReversion(at: \\.leaf_0)
          }
        }
        """)
  }
}
