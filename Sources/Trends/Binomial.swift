import Platform

/// The binomial distribution: the number of `trials` events that fall into a share of the exposure, each with the same
/// probability.
///
/// Terms are computed by the method of Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000).
/// Logarithms of factorials are never subtracted from each other, so that a million trials lose no precision.
struct Binomial {
  /// The number of events: an integer, at least 0.
  let trials: Double
  /// The probability. `rest` is 1 − `share`; both are stored, because the smaller one cannot be computed from the other
  /// without loss of precision.
  let share: Double
  let rest: Double

  /// Returns P(X = x) for an integer `x`.
  func probability(_ x: Double) -> Double {
    guard x >= 0, x <= trials else { return 0 }
    if x == 0 { return exp(trials * logRest) }
    if x == trials { return exp(trials * logShare) }
    let exponent =
      Self.stirlingError(trials) - Self.stirlingError(x) - Self.stirlingError(trials - x)
      - Self.deviance(x, trials * share) - Self.deviance(trials - x, trials * rest)
    return exp(exponent) * (trials / (2 * .pi * x * (trials - x))).squareRoot()
  }

  /// Returns P(X ≥ x), summed from the largest term, away from the mean, until terms no longer change the sum.
  func upperTail(_ x: Double) -> Double {
    if x <= 0 { return 1 }
    if x > trials { return 0 }
    return x >= trials * share ? sumUpwards(from: x) : max(0, 1 - sumDownwards(from: x - 1))
  }

  private func sumUpwards(from x: Double) -> Double {
    let odds = share / rest
    var sum = 1.0
    var term = 1.0
    var at = x
    while at < trials, term > sum * 1e-17 {
      term *= (trials - at) / (at + 1) * odds
      sum += term
      at += 1
    }
    return min(1, probability(x) * sum)
  }

  private func sumDownwards(from x: Double) -> Double {
    let odds = rest / share
    var sum = 1.0
    var term = 1.0
    var at = x
    while at > 0, term > sum * 1e-17 {
      term *= at / (trials - at + 1) * odds
      sum += term
      at -= 1
    }
    return min(1, probability(x) * sum)
  }

  private var logShare: Double { share < 0.5 ? log(share) : log1p(-rest) }
  private var logRest: Double { rest < 0.5 ? log(rest) : log1p(-share) }

  /// Returns log n! minus Stirling's approximation.
  private static func stirlingError(_ n: Double) -> Double {
    if n < Double(smallStirlingErrors.count) { return smallStirlingErrors[Int(n)] }
    let square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n
  }

  /// The errors for 0 to 15, where the series is not precise enough. They are computed from the exact factorials.
  private static let smallStirlingErrors: [Double] = {
    var factorial = 1.0
    return (0...15).map { number in
      guard number > 0 else { return 0 }
      let n = Double(number)
      factorial *= n
      return log(factorial) - (n + 0.5) * log(n) + n - 0.5 * log(2 * .pi)
    }
  }()

  /// Returns x log(x/mean) + mean − x, without cancellation if `x` and `mean` are close.
  private static func deviance(_ x: Double, _ mean: Double) -> Double {
    let difference = x - mean
    guard abs(difference) < 0.1 * (x + mean) else { return x * log(x / mean) + mean - x }
    let ratio = difference / (x + mean)
    var sum = difference * ratio
    var power = 2 * x * ratio
    for step in 1...100 {
      power *= ratio * ratio
      let next = sum + power / Double(2 * step + 1)
      if next == sum { break }
      sum = next
    }
    return sum
  }
}

extension Binomial {
  /// Returns the logarithm of the odds of the share at which P(X ≥ x) is `probability`: one end of a Clopper–Pearson
  /// interval.
  ///
  /// The result is odds because a ratio of rates is computed from them, and because a share close to 1 is imprecise. The
  /// logarithm of the tail is concave in the logarithm of the odds, so Newton's method converges from below; a bracket
  /// limits the effect of rounding. `x` must be an integer from 1 to `trials`.
  static func logOdds(ofTail probability: Double, from x: Double, trials: Double) -> Double {
    let target = log(probability)
    var low = -750.0
    var high = 750.0
    let spread = (1 / x + 1 / (trials - x + 1)).squareRoot()
    var at = log(x / (trials - x + 1)) - 1.96 * spread
    for _ in 0..<100 {
      let model = Binomial(trials: trials, share: 1 / (1 + exp(-at)), rest: 1 / (1 + exp(at)))
      let tail = model.upperTail(x)
      let distance = log(tail) - target
      if distance < 0 { low = at } else { high = at }
      let slope = x * model.probability(x) * model.rest / tail
      var next = at - distance / slope
      if !(next > low && next < high) { next = (low + high) / 2 }
      let step = abs(next - at)
      at = next
      if step < 1e-13 * max(1, abs(at)) { break }
    }
    return at
  }
}
