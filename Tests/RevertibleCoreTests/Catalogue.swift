import Foundation
import RevertibleCore

/// A value with a property of every kind that can be tracked.
struct Catalogue: Versionable, Sendable {
  var flag = false
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var int128: Int128 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var uint128: UInt128 = 0
  var double = 0.0
  var float: Float = 0
  var date = Date(timeIntervalSince1970: 0)
  var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var url: URL?
  var decimal = Decimal(0)
  var character: Character = "a"
  var text = ""
  var data = Data()
  var set: Set<Int> = []
  var numbers: [Int] = []
  var items: [Item] = []
  var itemsByName: [String: Item] = [:]
  var optionalFlag: Bool?
  var optionalNumber: Int?
  var optionalDate: Date?
  var optionalText: String?
  var optionalData: Data?
  var optionalSet: Set<String>?
  var optionalItems: [Item]?
  var optionalItemsByName: [String: Item]?
  var item = Item(id: 0)
  var optionalItem: Item?
  var nested: Int??
  var shape = Shape.point
  var ignored = 0

  /// An element with an identity.
  struct Item: Identifiable, Versionable, Sendable {
    let id: Int
    var name = ""
    var count = 0
    var children: [Item] = []

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.name)
      reverter.appendReversion(at: \.count)
      reverter.appendReversion(at: \.children)
    }
  }

  /// A type without a finer-grained difference: it is replaced as a whole.
  enum Shape: Hashable, Sendable { case point, line, circle }

  func addReversions(into reverter: inout some Reverter<Self>) {
    addNumbers(into: &reverter)
    reverter.appendReversion(at: \.date)
    reverter.appendReversion(at: \.uuid)
    reverter.appendReversion(at: \.url)
    reverter.appendReversion(at: \.decimal)
    reverter.appendReversion(at: \.character)
    reverter.appendReversion(at: \.text)
    reverter.appendReversion(at: \.data)
    reverter.appendReversion(at: \.set)
    reverter.appendReversion(at: \.numbers)
    reverter.appendReversion(at: \.items)
    reverter.appendReversion(at: \.itemsByName)
    addOptionals(into: &reverter)
    reverter.appendReversion(at: \.item)
    reverter.appendReversion(at: \.optionalItem)
    reverter.appendReversion(at: \.nested)
    reverter.appendReversion(at: \.shape)
  }

  private func addNumbers(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.flag)
    reverter.appendReversion(at: \.int)
    reverter.appendReversion(at: \.int8)
    reverter.appendReversion(at: \.int16)
    reverter.appendReversion(at: \.int32)
    reverter.appendReversion(at: \.int64)
    reverter.appendReversion(at: \.int128)
    reverter.appendReversion(at: \.uint)
    reverter.appendReversion(at: \.uint8)
    reverter.appendReversion(at: \.uint16)
    reverter.appendReversion(at: \.uint32)
    reverter.appendReversion(at: \.uint64)
    reverter.appendReversion(at: \.uint128)
    reverter.appendReversion(at: \.double)
    reverter.appendReversion(at: \.float)
  }

  private func addOptionals(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.optionalFlag)
    reverter.appendReversion(at: \.optionalNumber)
    reverter.appendReversion(at: \.optionalDate)
    reverter.appendReversion(at: \.optionalText)
    reverter.appendReversion(at: \.optionalData)
    reverter.appendReversion(at: \.optionalSet)
    reverter.appendReversion(at: \.optionalItems)
    reverter.appendReversion(at: \.optionalItemsByName)
  }
}
