import Foundation

/// The search for one motion among moves.
struct MotionSearch {
  var moves: BurstMoves
  private let ranking: HypothesisRanking
  private let ratio: Double?

  init(_ moves: BurstMoves) {
    self.moves = moves
    let sample = moves.sample(BurstSearch.fittingSample)
    let hypotheses = Hypotheses(sample)
    ranking = HypothesisRanking(
      hypotheses.motions, sample.sample(BurstSearch.rankingSample))
    ratio = DistanceRatio.common(hypotheses.ratios)
  }

  var isPromising: Bool { ranking.isPromising(count: moves.count) || ratio != nil }

  /// The motion with the most evidence, rigid or scaled.
  func best() -> BurstSearch.Find? {
    let rigid = ranking.isPromising(count: moves.count) ? bestRigid() : nil
    guard let ratio, let scaled = bestScaled(ratio) else { return rigid }
    if let rigid, rigid.evidence >= scaled.evidence { return rigid }
    return scaled
  }

  private func bestRigid() -> BurstSearch.Find? {
    let sample = moves.sample(BurstSearch.fittingSample)
    var tried: [MotionMixture] = []
    var best: (fit: MotionMixture, evidence: Double)?
    for ranked in headingStart(sample) + ranking.best.map(\.motion) {
      if tried.contains(where: { $0.explains(ranked, sample) }) { continue }
      for fit in fits(ranked, sample) {
        tried.append(fit)
        let evidence = MotionEvidence.of(fit, sample)
        if evidence > best?.evidence ?? -.infinity { best = (fit, evidence) }
      }
    }
    guard let best, best.evidence > 0 else { return nil }
    return finish(best.fit)
  }

  /// The turn on which the most headings agree, about the anchors that the best hypothesis takes along: if
  /// those stand close together, their positions do not show how much they turned.
  private func headingStart(_ sample: BurstMoves) -> [Motion] {
    guard let yaw = sample.commonTurn, let best = ranking.best.first?.motion else { return [] }
    var fit = MotionMixture(best, sigma: 0.032, isTranslation: false, count: sample.count)
    _ = fit.expect(sample.withoutTurns)
    let followers = fit.followers
    guard !followers.isEmpty else { return [] }
    let number = Double(followers.count)
    let about = followers.reduce(SIMD3<Double>.zero) { $0 + sample.before[$1] } / number
    let moved = followers.reduce(SIMD3<Double>.zero) { $0 + sample.moved[$1] } / number
    return [Motion(yaw: yaw, about: about, then: moved)]
  }

  /// Returns the fit from a hypothesis, and if it hardly turns also one held to a translation.
  private func fits(_ motion: Motion, _ sample: BurstMoves) -> [MotionMixture] {
    let sigma = startSigma(motion, sample)
    let fits = fits(motion, sigma: sigma, sample)
    // A wide start may take in anchors that moved by themselves, and never let go of them.
    guard let first = fits.first, first.sigma > Self.narrow else { return fits }
    return fits + self.fits(motion, sigma: Self.narrow / 2, sample)
  }

  /// In metres; a fit with a greater error is a wide one.
  private static let narrow = 0.016

  private func fits(
    _ motion: Motion, sigma: Double, _ sample: BurstMoves
  ) -> [MotionMixture] {
    var fits: [MotionMixture] = []
    if moves.axes != .vertical {
      var free = MotionMixture(motion, sigma: sigma, isTranslation: false, count: sample.count)
      free.fit(sample, passes: 16)
      fits.append(free)
      if abs(free.motion.yaw) > 4 * free.yawError + 0.01 { return fits }
    }
    let moved = fits.first.map { $0.meanMove(sample) } ?? motion.translation
    var held = MotionMixture(
      Motion(yaw: 0, translation: moved), sigma: sigma, isTranslation: true, count: sample.count)
    held.fit(sample, passes: 16)
    return fits + [held]
  }

  /// The error, out of a series of doublings, that fits the moves best.
  private func startSigma(_ motion: Motion, _ sample: BurstMoves) -> Double {
    let few = sample.sample(BurstSearch.rankingSample)
    var best = (sigma: 0.064, likelihood: -Double.infinity)
    var sigma = 0.002
    while sigma <= MotionMixture.sigmas.upperBound {
      let fit = MotionMixture(motion, sigma: sigma, isTranslation: true, count: 0)
      let likelihood = fit.logLikelihood(few)
      if likelihood > best.likelihood { best = (sigma, likelihood) }
      sigma *= 2
    }
    return best.sigma
  }

  /// Fits all anchors, and makes allowance for the flow of a crowd.
  private func finish(_ start: MotionMixture) -> BurstSearch.Find {
    var fit = start
    if fit.weights.count != moves.count {
      fit.weights = Array(repeating: 0, count: moves.count)
      fit.fit(moves, passes: 6)
    }
    let evidence: Double
    if let flow = moves.withFlow(ofOthersThan: fit.weights) {
      fit.fit(flow, passes: 4)
      evidence = MotionEvidence.of(fit, flow)
    } else {
      evidence = MotionEvidence.of(fit, moves)
    }
    return BurstSearch.Find(fit: fit, evidence: evidence, followers: fit.followers)
  }
}

// MARK: - Scale

extension MotionSearch {
  /// The motion that remains if all distances grew by one factor.
  private func bestScaled(_ ratio: Double) -> BurstSearch.Find? {
    let after = (0..<moves.count).map { moves.after($0) }
    let before = moves.before.map { $0 * ratio }
    let scaled = BurstMoves(
      before: before, moved: zip(before, after).map { $1 - $0 }, turns: moves.turns)
    let search = MotionSearch(unscaled: scaled)
    guard var find = search.bestRigid(), find.followers.count * 2 >= moves.count else { return nil }
    // The scale has a cost, as a yaw does: a priori it may be anything from 1/100 to 100.
    find.evidence -= max(0, log(log(1e4)) - log(ScaleFit(scaled, find).error))
    find.scale = ratio * ScaleFit(scaled, find).scale
    return find
  }

  private init(unscaled moves: BurstMoves) {
    self.moves = moves
    let sample = moves.sample(BurstSearch.fittingSample)
    ranking = HypothesisRanking(
      Hypotheses(sample).motions, sample.sample(BurstSearch.rankingSample))
    ratio = nil
  }
}
