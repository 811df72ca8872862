import Foundation
import HyperbasisHistory
import HyperbasisModels

/// Turns the cells of a column of times into microseconds since 1970.
///
/// The form of the first time decides how all of them are read; one that is written differently is a
/// fault.
struct TimeDecoder {
  enum Reading: Hashable, Sendable {
    /// A number in units of this power of ten of microseconds.
    case number(Int)
    /// A number in units of this many seconds.
    case spans(UInt64)
    case frames
    case excel
    case dates(DateText.Family)
    case pattern(DatePattern)
  }

  /// Nil until the first time is read, unless the format is known before.
  private(set) var reading: Reading?
  private let point: UInt8
  private let rate: Double
  private let zone: TimeZone?
  private let start: Int64?
  private let isDayFirst: Bool
  /// What is added to every number, in microseconds.
  private var shift: Int64 = 0
  private var firstFrame: Double?
  /// Whether a time has been read.
  private(set) var hasFirst = false
  /// Whether the size of the first number decides its unit.
  private let isUnitOpen: Bool
  /// The unit that the first number of the input shows by its size, as a power of ten of microseconds;
  /// nil if the unit is known otherwise.
  private(set) var unitBySize: Int?
  private var isAtStart = true
  /// Whether all numbers so far are present-day dates in eight digits, `20240501`.
  private(set) var areCompactDates: Bool

  // What the whole column shows.
  /// Whether the first number has a decimal sign.
  private(set) var hasFraction = false
  private(set) var hasDayFirst = false
  private(set) var hasMonthFirst = false
  /// How the first date with two numbers before its year is written.
  private var datePatterns: DateText.Patterns?
  private(set) var hasLocalTimes = false
  private(set) var hasOffsets = false
  private(set) var timesThatOccurTwice = 0
  private(set) var timesThatDoNotOccur = 0
  /// Whether the first number is too small to be a date.
  private(set) var isRelative = false

  init(
    _ options: ImportOptions, unit: TimeFormat?, isDayFirst: Bool, point: UInt8
  ) throws {
    self.point = point
    rate = options.rate ?? 1
    start = options.startMicroseconds
    self.isDayFirst = isDayFirst
    zone = try options.zone.map { name in
      guard let zone = ZoneName.zone(name) else {
        throw UnreadableInput(
          "\"\(name)\" is not a time zone; give for example \(ZoneName.examples).")
      }
      return zone
    }
    reading = try (options.timeFormat ?? unit).map(Self.reading)
    isUnitOpen = reading == nil
    areCompactDates = reading == nil && options.startMicroseconds == nil
  }

  /// Begins another input, whose times are read like those before.
  mutating func beginInput() {
    unitBySize = nil
    isAtStart = true
  }

  private static func reading(_ format: TimeFormat) throws -> Reading {
    switch format {
    case .seconds: return .number(6)
    case .milliseconds: return .number(3)
    case .microseconds: return .number(0)
    case .nanoseconds: return .number(-3)
    case .minutes: return .spans(60)
    case .hours: return .spans(3600)
    case .days: return .spans(86_400)
    case .frames: return .frames
    case .excel: return .excel
    case .pattern(let text):
      guard let pattern = DatePattern(text) else {
        throw UnreadableInput(
          "\"\(text)\" is not a date format; \(DatePattern.advice).")
      }
      return .pattern(pattern)
    }
  }
}

// MARK: - Reading

extension TimeDecoder {
  enum Failure: Error {
    case notNumber, noSuchDay, otherFormat, outOfRange
  }

  /// Returns an instant in microseconds since 1970.
  @inline(__always)
  mutating func instant(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int64 {
    if hasFirst, !isAtStart, case .number(let power)? = reading {
      guard let number = DecimalNumber(bytes, point: point) else { throw failure(bytes) }
      guard let value = number.floored(timesTenTo: power) else { throw .outOfRange }
      if areCompactDates { areCompactDates = Self.isCompactDate(bytes) }
      return try checked(value &+ shift)
    }
    return try slowly(bytes)
  }

  private mutating func slowly(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int64 {
    if reading == nil { reading = try decided(bytes) }
    guard let reading else { throw .notNumber }
    if isAtStart { beginUnit(bytes) }
    switch reading {
    case .number(let power):
      guard let number = DecimalNumber(bytes, point: point) else { throw failure(bytes) }
      guard let value = number.floored(timesTenTo: power) else { throw .outOfRange }
      if number.hasFraction { hasFraction = true }
      if areCompactDates { areCompactDates = Self.isCompactDate(bytes) }
      begin(value)
      return try checked(value &+ shift)
    case .spans(let seconds):
      guard let number = DecimalNumber(bytes, point: point) else { throw failure(bytes) }
      guard let value = number.multiplied(by: seconds).floored(timesTenTo: 6) else {
        throw .outOfRange
      }
      if number.hasFraction { hasFraction = true }
      begin(value)
      return try checked(value &+ shift)
    case .frames: return try frames(bytes)
    case .excel: return try excel(bytes)
    case .dates(let family): return try date(bytes, family)
    case .pattern(let pattern):
      let text: DateText
      do throws(DateText.Failure) {
        text = try pattern.parse(bytes)
      } catch {
        throw error == .noSuchDay ? .noSuchDay : .otherFormat
      }
      return try instant(text)
    }
  }

  private mutating func beginUnit(_ bytes: UnsafeBufferPointer<UInt8>) {
    isAtStart = false
    guard isUnitOpen, let number = DecimalNumber(bytes, point: point) else { return }
    unitBySize = Self.power(of: number)
  }

  /// Returns the failure for text instead of a number: a time written in another way, or no time at all.
  private func failure(_ bytes: UnsafeBufferPointer<UInt8>) -> Failure {
    DateText.family(bytes) == nil ? .notNumber : .otherFormat
  }

  /// Returns how to have a text read that no form of time fits, if none has been read before; empty if
  /// it can be no date.
  func advice(on bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard !hasFirst, isUnitOpen, bytes.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) else {
      return ""
    }
    guard let patterns = DateText.patterns(of: bytes) else {
      return " that is read without --time-format; \(DatePattern.advice)"
    }
    return
      " that is read without --time-format; give '\(patterns.dayFirst)' or '\(patterns.monthFirst)'"
  }

  private func decided(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Reading {
    if let number = DecimalNumber(bytes, point: point) { return .number(Self.power(of: number)) }
    guard let family = DateText.family(bytes) else { throw .notNumber }
    return .dates(family)
  }

  /// Returns the unit that a present-day time has by its size: seconds to nanoseconds since 1970.
  private static func power(of number: DecimalNumber) -> Int {
    let magnitude = Double(number.mantissa) * pow(10, Double(number.exponent))
    switch magnitude {
    case ..<3e10: return 6
    case ..<3e13: return 3
    case ..<3e16: return 0
    default: return -3
    }
  }

  private static func isCompactDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 8, bytes.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return false }
    let number = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    return (1990...2100).contains(year) && HBInstant.isValid(year: year, month: month, day: day)
  }

  /// Notes the first number.
  private mutating func begin(_ value: Int64) {
    guard !hasFirst else { return }
    hasFirst = true
    isRelative = value.magnitude < Self.leastDate
    if let start { shift = start &- value }
  }

  /// 1973: an earlier time more likely counts from the start of a device.
  private static let leastDate: UInt64 = 100_000_000_000_000

  private mutating func frames(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int64 {
    guard let frame = Double(bytes, point: point), frame.isFinite else { throw .notNumber }
    if firstFrame == nil {
      firstFrame = frame
      isRelative = true
      hasFirst = true
    }
    let since = start == nil ? frame : frame - (firstFrame ?? 0)
    let microseconds = (since * 1_000_000 / rate).rounded(.down)
    guard microseconds.magnitude < 1e18 else { throw .outOfRange }
    return try checked(Int64(microseconds) &+ (start ?? 0))
  }

  private mutating func excel(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Int64 {
    guard let days = Double(bytes, point: point), days.isFinite else { throw .notNumber }
    let microseconds = ((days - 25_569) * 86_400_000).rounded() * 1000
    guard microseconds.magnitude < 1e18 else { throw .outOfRange }
    return try instant(DateText(local: Int64(microseconds)))
  }

  private mutating func date(
    _ bytes: UnsafeBufferPointer<UInt8>, _ family: DateText.Family
  ) throws(Failure) -> Int64 {
    if family != .yearFirst { noteOrder(bytes) }
    let text: DateText
    do throws(DateText.Failure) {
      text = try DateText.parse(bytes, family, isDayFirst: isDayFirst)
    } catch {
      if error == .noSuchDay { throw .noSuchDay }
      let isDate = DateText.family(bytes) != nil || DecimalNumber(bytes, point: point) != nil
      throw isDate ? .otherFormat : .notNumber
    }
    return try instant(text)
  }

  private mutating func noteOrder(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = DateTextScanner(bytes)
    guard let first = scanner.number(1, 2) else { return }
    _ = scanner.take(scanner.peek)
    guard let second = scanner.number(1, 2) else { return }
    if first > 12 { hasDayFirst = true }
    if second > 12 { hasMonthFirst = true }
    if datePatterns == nil { datePatterns = DateText.patterns(of: bytes) }
  }

  private mutating func instant(_ text: DateText) throws(Failure) -> Int64 {
    hasFirst = true
    if let offset = text.offset {
      hasOffsets = true
      return try checked(text.local - Int64(offset) * 1_000_000)
    }
    hasLocalTimes = true
    guard let zone else { return try checked(text.local) }
    let local = LocalDateTime(microseconds: text.local)
    switch local.occurrence(in: zone) {
    case .once: break
    case .twice: timesThatOccurTwice += 1
    case .never: timesThatDoNotOccur += 1
    }
    return try checked(local.instant(in: zone).microseconds)
  }

  /// Checks that an instant lies in the years 0 to 9999, which logs can hold.
  @inline(__always)
  private func checked(_ instant: Int64) throws(Failure) -> Int64 {
    guard Self.isWritable(instant) else { throw .outOfRange }
    return instant
  }

  /// Whether a log can hold an instant, in microseconds since 1970.
  @inline(__always)
  static func isWritable(_ instant: Int64) -> Bool { instant >= first && instant < end }

  private static let first: Int64 = -62_167_219_200_000_000
  private static let end: Int64 = 253_402_300_800_000_000
}

// MARK: - The whole column

extension TimeDecoder {
  /// Returns whether the first of two numbers before the year is the day; nil if the dates show both
  /// orders, or if they are not written with slashes or dashes.
  ///
  /// - Throws: ``UnreadableInput`` if nothing shows it.
  func isDayFirstByAll() throws -> Bool? {
    if showsMonthFirst { return false }
    guard case .dates(.slashed)? = reading else { return nil }
    if hasDayFirst { return hasMonthFirst ? nil : true }
    let (day, month) = (datePatterns?.dayFirst, datePatterns?.monthFirst)
    throw UnreadableInput(
      "Nothing shows whether the day or the month comes first in the times; give "
        + "--time-format '\(day ?? "dd/MM/yyyy")' or '\(month ?? "MM/dd/yyyy")', whichever it is.")
  }

  /// Whether some dates have the month first, and none the day.
  var showsMonthFirst: Bool { hasMonthFirst && !hasDayFirst }
}
