public import Dispatch

public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

  var now: SchedulerTimeType { get }
}

public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ seconds: Int) -> Self
  static func seconds(_ seconds: Double) -> Self
  static func milliseconds(_ milliseconds: Int) -> Self
  static func microseconds(_ microseconds: Int) -> Self
  static func nanoseconds(_ nanoseconds: Int) -> Self
}

/// Combine gives each scheduler a time of its own. Seconds are enough here.
extension Double: SchedulerTimeIntervalConvertible {
  public static func seconds(_ seconds: Int) -> Double { Double(seconds) }
  public static func seconds(_ seconds: Double) -> Double { seconds }
  public static func milliseconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1e3 }
  public static func microseconds(_ microseconds: Int) -> Double { Double(microseconds) / 1e6 }
  public static func nanoseconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1e9 }
}

extension DispatchQueue: Scheduler {
  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
