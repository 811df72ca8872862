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

            private struct _VersionableValues {
              var value: Priority

              enum CaseName: Equatable {
                case low
                case medium
                case high
              }

              var caseName: CaseName {
                switch value {
                case .low:
                  .low
                case .medium:
                  .medium
                case .high:
                  .high
                }
              }

              var medium_dueDate: Date? {
                get {
                  guard case let .medium(medium_dueDate) = value else {
                    return nil
                  }
                  return medium_dueDate
                }
                set {
                  guard case .medium = value else {
                    return
                  }
                  value = .medium(dueDate: newValue)
                }
              }

              var high_dueDate: Date? {
                get {
                  guard case let .high(high_dueDate, _) = value else {
                    return nil
                  }
                  return high_dueDate
                }
                set {
                  guard case let .high(_, high_reason) = value, let newValue else {
                    return
                  }
                  value = .high(dueDate: newValue, reason: high_reason)
                }
              }

              var high_reason: String? {
                get {
                  guard case let .high(_, high_reason) = value else {
                    return nil
                  }
                  return high_reason
                }
                set {
                  guard case let .high(high_dueDate, _) = value, let newValue else {
                    return
                  }
                  value = .high(dueDate: high_dueDate, reason: newValue)
                }
              }
            }

            private var _versionableValues: _VersionableValues {
              get {
                _VersionableValues(value: self)
              }
              set {
                self = newValue.value
              }
            }
          }
        }

        extension Activity.Priority: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\._versionableValues.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\._versionableValues.medium_dueDate)
            reverter.appendReversion(at: \\._versionableValues.high_dueDate)
            reverter.appendReversion(at: \\._versionableValues.high_reason)
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

          private struct _VersionableValues {
            var value: Shape

            enum CaseName: Equatable {
              case `default`
              #if DEBUG
              case probe
              #endif
            }

            var caseName: CaseName {
              switch value {
              case .`default`:
                .`default`
              #if DEBUG
              case .probe:
                .probe
              #endif
              }
            }

            var default_0: Int? {
              get {
                guard case let .`default`(default_0, _) = value else {
                  return nil
                }
                return default_0
              }
              set {
                guard case let .`default`(_, default_1) = value, let newValue else {
                  return
                }
                value = .`default`(newValue, default_1)
              }
            }

            var default_1: [Int]? {
              get {
                guard case let .`default`(_, default_1) = value else {
                  return nil
                }
                return default_1
              }
              set {
                guard case let .`default`(default_0, _) = value, let newValue else {
                  return
                }
                value = .`default`(default_0, newValue)
              }
            }

            #if DEBUG
            var probe_in: Never? {
              get {
                guard case let .probe(probe_in) = value else {
                  return nil
                }
                return probe_in
              }
              set {
                guard case .probe = value else {
                  return
                }
                value = .probe(in: newValue)
              }
            }
            #endif
          }

          private var _versionableValues: _VersionableValues {
            get {
              _VersionableValues(value: self)
            }
            set {
              self = newValue.value
            }
          }
        }

        extension Shape: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\._versionableValues.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\._versionableValues.default_0)
            reverter.appendReversion(at: \\._versionableValues.default_1)
            #if DEBUG
            reverter.appendReversion(at: \\._versionableValues.probe_in)
            #endif
          }
        }
        """)
  }

  /// In the type that is added, `Self` would mean that type.
  @Test(arguments: ["Tree", "Self"])
  func genericValuesAreAskedToBeRevertible(name: String) {
    expectExpansion(
      of: """
        @Versionable
        indirect enum Tree<Value> {
          case node(\(name))
          case leaf(Value)
        }
        """,
      is: """

        indirect enum Tree<Value> {
          case node(\(name))
          case leaf(Value)

          private struct _VersionableValues {
            var value: Tree

            enum CaseName: Equatable {
              case node
              case leaf
            }

            var caseName: CaseName {
              switch value {
              case .node:
                .node
              case .leaf:
                .leaf
              }
            }

            var node_0: Tree? {
              get {
                guard case let .node(node_0) = value else {
                  return nil
                }
                return node_0
              }
              set {
                guard case .node = value, let newValue else {
                  return
                }
                value = .node(newValue)
              }
            }

            var leaf_0: Value? {
              get {
                guard case let .leaf(leaf_0) = value else {
                  return nil
                }
                return leaf_0
              }
              set {
                guard case .leaf = value, let newValue else {
                  return
                }
                value = .leaf(newValue)
              }
            }
          }

          private var _versionableValues: _VersionableValues {
            get {
              _VersionableValues(value: self)
            }
            set {
              self = newValue.value
            }
          }
        }

        extension Tree: Equatable, Hashable, Revertible, Versionable where Value: Revertible {
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\._versionableValues.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\._versionableValues.node_0)
            reverter.appendReversion(at: \\._versionableValues.leaf_0)
          }
        }
        """)
  }

  /// The compiler would warn about the name in the expansion, where it cannot be fixed.
  @Test func namesWhatIsDeprecatedWithoutAWarning() {
    expectExpansion(
      of: """
        @Versionable
        enum Level {
          case high(Int)
          @available(*, deprecated) case old
        }
        """,
      is: """
        enum Level {
          case high(Int)
          @available(*, deprecated) case old

          @available(*, deprecated)
          private struct _VersionableValues {
            var value: Level

            enum CaseName: Equatable {
              case high
              case old
            }

            var caseName: CaseName {
              switch value {
              case .high:
                .high
              case .old:
                .old
              }
            }

            var high_0: Int? {
              get {
                guard case let .high(high_0) = value else {
                  return nil
                }
                return high_0
              }
              set {
                guard case .high = value, let newValue else {
                  return
                }
                value = .high(newValue)
              }
            }
          }

          @available(*, deprecated)
          private var _versionableValues: _VersionableValues {
            get {
              _VersionableValues(value: self)
            }
            set {
              self = newValue.value
            }
          }
        }

        extension Level: Equatable, Hashable, Revertible, Versionable {
          @available(*, deprecated)
          func addReversions(into reverter: inout some Reverter<Self>) {
            guard !reverter.hasChanged(at: \\._versionableValues.caseName) else {
              reverter.appendOverwriteReversion(at: \\.self)
              return
            }
            reverter.appendReversion(at: \\._versionableValues.high_0)
          }
        }
        """)
  }

  @Test func leavesReversionsOfTheTypesOwnAlone() {
    expectExpansion(
      of: """
        @Versionable
        enum Level {
          case high(reason: String)
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendOverwriteReversion(at: \\.self)
          }
        }
        """,
      is: """
        enum Level {
          case high(reason: String)
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendOverwriteReversion(at: \\.self)
          }
        }

        extension Level: Equatable, Hashable, Revertible, Versionable {
        }
        """)
  }
}
