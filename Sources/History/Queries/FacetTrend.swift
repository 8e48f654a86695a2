package import Trends

/// The trend of a value of a facet.
package struct FacetTrend: Sendable {
  /// The issue that explains most of a rise.
  package struct Driver: Sendable {
    /// The issue.
    package var issue: StoredIssue
    /// Its share of the rise, at most 1.
    package var share: Double

    /// Creates a driver from its parts.
    package init(issue: StoredIssue, share: Double) {
      self.issue = issue
      self.share = share
    }
  }

  /// A build compared with the build before it, in as many days from the first day of each.
  package struct Predecessor: Sendable {
    /// What the reports are counted per.
    package enum Unit: String, Sendable {
      /// Runs of the build.
      case runs
      /// Devices with a report.
      case devices
    }

    /// The name of the build before it.
    package var name: String
    /// The name in a sentence: `412` for `(412)`.
    package var phrase: String { HistoryQuestions.phrase(ofBuild: name) }
    /// The number of days that are compared.
    package var days: Int
    /// What the reports are counted per.
    package var unit: Unit
    /// The reports and runs, or devices, of the build in these days.
    package var own: Rate
    /// Those of the build before it.
    package var earlier: Rate

    /// Creates a comparison from its parts.
    package init(name: String, days: Int, unit: Unit, own: Rate, earlier: Rate) {
      self.name = name
      self.days = days
      self.unit = unit
      self.own = own
      self.earlier = earlier
    }

    /// The test of the rates; `nil` without runs, because only devices with a report are known.
    package var comparison: RateComparison? {
      unit == .runs ? RateComparison(recent: own, base: earlier) : nil
    }

    /// The rate divided by that of the build before it; `nil` if that had no report.
    package var ratio: Double? {
      guard own.exposure > 0, earlier.exposure > 0, earlier.events > 0 else { return nil }
      return Double(own.events) / own.exposure / (Double(earlier.events) / earlier.exposure)
    }
  }

  /// The numbers and the verdict.
  package var assessment: TrendAssessment
  /// The issue that explains at least half of the rise; `nil` if the share did not rise, or no single issue does.
  package var driver: Driver?
  /// For a build that has no earlier reports, the comparison with the build before it.
  package var predecessor: Predecessor?

  /// Creates a trend from its parts.
  package init(assessment: TrendAssessment, driver: Driver? = nil, predecessor: Predecessor? = nil) {
    self.assessment = assessment
    self.driver = driver
    self.predecessor = predecessor
  }
}
