import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Where a conformance applies: for which parameters, on which actor, under which conditions.
struct VersionableConformanceTests {
  @Test func asksAssociatedTypesAndNotTheirOwners() {
    expectExpansion(
      of: """
        @Versionable
        struct Shelf<Store: Stock, Place: Collection> where Place.Index: Hashable {
          var items: [Store.Item] = []
          var first: Store.Item.ID?
          var index: Place.Index
          let name: Store.Name
        }
        """,
      is: """
        struct Shelf<Store: Stock, Place: Collection> where Place.Index: Hashable {
          var items: [Store.Item] = []
          var first: Store.Item.ID?
          var index: Place.Index
          let name: Store.Name
        }

        extension Shelf: Equatable, Hashable, Revertible, Versionable where Store.Item: Revertible, Store.Item.ID: Revertible, Store.Name: Hashable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.items)
            reverter.appendReversion(at: \\.first)
            reverter.appendReversion(at: \\.index)
          }
        }
        """)
  }

  @Test func asksTheParametersOfTypesAroundIt() {
    expectExpansion(
      of: """
        struct Outer<Value> {
          struct Middle<Key: Hashable> {
            @Versionable
            struct Inner<Part> {
              var value: Value
              var key: Key
              var parts: [Part]
            }
          }
        }
        """,
      is: """
        struct Outer<Value> {
          struct Middle<Key: Hashable> {
            struct Inner<Part> {
              var value: Value
              var key: Key
              var parts: [Part]
            }
          }
        }

        extension Outer.Middle.Inner: Equatable, Hashable, Revertible, Versionable where Value: Revertible, Part: Revertible {
          func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.value)
            reverter.appendReversion(at: \\.key)
            reverter.appendReversion(at: \\.parts)
          }
        }
        """)
  }

  @Test func isAsFreeOfActorsAsItsType() {
    expectExpansion(
      of: """
        @Versionable
        nonisolated public struct Note {
          var text = ""
        }
        @MainActor @Versionable
        struct Page {
          var text = ""
        }
        """,
      is: """
        nonisolated public struct Note {
          var text = ""
        }
        @MainActor
        struct Page {
          var text = ""
        }

        nonisolated extension Note: Equatable, Hashable, Revertible, Versionable {
          public func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }

        extension Page: Equatable, Hashable, Revertible, Versionable {
          nonisolated func addReversions(into reverter: inout some Reverter<Self>) {
            reverter.appendReversion(at: \\.text)
          }
        }
        """)
  }

  @Test func looksBelowConditionsForWhatIsIgnored() {
    expectExpansion(
      of: """
        @Versionable
        struct Note {
          #if os(Linux)
          @VersionableIgnored
          #endif
          var opened = 0
          #if DEBUG
          @available(*, deprecated)
          #else
          @VersionableIgnored
          #endif
          var text = ""
        }
        """,
      is: """
        struct Note {
          #if os(Linux)
          @VersionableIgnored
          #endif
          var opened = 0
          #if DEBUG
          @available(*, deprecated)
          #else
          @VersionableIgnored
          #endif
          var text = ""
        }

        extension Note: Equatable, Hashable, Revertible, Versionable {
          func addReversions(into reverter: inout some Reverter<Self>) {
            #if os(Linux)
            #else
            reverter.appendReversion(at: \\.opened)
            #endif
            #if DEBUG
            reverter.appendReversion(at: \\.text)
            #else
            #endif
          }
        }
        """)
  }
}
