import HyperbasisDrift
import HyperbasisModels

/// How often a regime's motion is found, and how well.
package struct RegimeResult: Sendable {
  package var runs = 0
  package var found = 0
  package var asSpace = 0
  package var yawErrors: [Double] = []
  /// Metres, at the centroid of the true followers.
  package var placeErrors: [Double] = []
  package var precision = 0.0
  package var recall = 0.0

  package func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }

  package func percentile95(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(values.count - 1, values.count * 95 / 100)]
  }
}

extension BurstRegime {
  /// Runs the finder on a number of bursts.
  package func run(_ runs: Int, seed: UInt64) throws -> RegimeResult {
    var result = RegimeResult()
    for run in 0..<runs {
      var random = RandomSource(seed: seed &+ UInt64(run))
      try result.add(sample(&random))
    }
    return result
  }
}

extension RegimeResult {
  fileprivate mutating func add(_ sample: BurstSample) throws {
    runs += 1
    let history = try GridCase.history(sample.before, sample.after)
    guard let shift = history.shifts.first(where: { $0.kind.isShift }) else { return }
    let about = sample.followers.map { sample.before[$0] }.centroid
    let error = shift.motion.apply(about) - sample.motion.apply(about)
    let distance = (error * error).sum().squareRoot()
    // A motion other than the true one does not count as found.
    guard distance < 0.1 else { return }
    found += 1
    if shift.kind == .space { asSpace += 1 }
    if shift.yawError != nil { yawErrors.append(abs(shift.motion.yaw - sample.motion.yaw)) }
    placeErrors.append(distance)
    let truth = Set(sample.followers)
    let named = Set(shift.followers)
    let both = Double(truth.intersection(named).count)
    precision += both / Double(max(1, named.count))
    recall += both / Double(max(1, truth.count))
  }
}

/// Claims of a shift in bursts that are not shifts.
package struct DecoyResult: Sendable {
  package var bursts = 0
  package var claims: [String: Int] = [:]
  package var kinds: [String: Int] = [:]

  package init() {}

  package var claimCount: Int { claims.values.reduce(0, +) }

  package mutating func add(_ decoy: Decoy, seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let (before, after) = decoy.sample(&random)
    bursts += 1
    for shift in try GridCase.history(before, after).shifts {
      kinds["\(decoy) \(shift.kind.rawValue)", default: 0] += 1
      if shift.kind.isShift { claims["\(decoy)", default: 0] += 1 }
    }
  }
}
