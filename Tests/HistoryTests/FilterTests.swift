import CrashReports
import Diagnosis
import Foundation
import History
import Testing
import Trends
import Vocabulary

/// Every dimension of filters with every question, compared with a filter on the list of reports.
@Suite struct FilterTests {
  /// A report, and what it states.
  struct Made: Sendable {
    var path = ""
    var app = ""
    var function = ""
    var build: String?
    var version: String?
    var os: String?
    var device: String?
    var queue: String?
    var labels: [String: String] = [:]
    var pattern: String? { function.hasSuffix("f") ? "ib-font-cfrelease-null" : nil }
  }

  /// A term as it is written on a command line, and whether a report matches it without its negation.
  struct Example: Sendable {
    var dimension: FilterDimension
    var text: String
    var matches: @Sendable (Made) -> Bool
  }

  static let examples: [Example] = [
    Example(dimension: .app, text: "courier") { $0.app == "Courier" },
    Example(dimension: .app, text: "COM.EXAMPLE.NOTELY") { $0.app == "Notely" },
    Example(dimension: .build, text: "560") { $0.build == "560" },
    Example(dimension: .build, text: "2.1 (560)") { $0.build == "560" && $0.version == "2.1" },
    Example(dimension: .build, text: "2.0") { $0.build == nil && $0.version == "2.0" },
    Example(dimension: .appVersion, text: "2.1") { $0.version == "2.1" },
    Example(dimension: .os, text: "26") { $0.os?.hasPrefix("iOS 26") == true },
    Example(dimension: .os, text: "ios 26.1") { $0.os == "iOS 26.1" },
    Example(dimension: .os, text: "MACOS") { $0.os == "macOS 15.2" },
    Example(dimension: .device, text: "ipad") { $0.device == "iPad13,8" },
    Example(dimension: .device, text: "iPhone17") { $0.device == "iPhone17,1" },
    Example(dimension: .queue, text: "COM.apple.main-thread") { $0.queue == "com.apple.main-thread" },
    Example(dimension: .queue, text: "nsoperationqueue") { $0.queue?.hasPrefix("NSOperationQueue") == true },
    Example(dimension: .pattern, text: "IB-Font-CFRelease-null") { $0.pattern != nil },
    Example(dimension: .view, text: "cardview") { $0.labels["view"] == "CardView" },
    Example(dimension: .document, text: "main.storyboard") { $0.labels["document"] == "Main.storyboard" },
    Example(dimension: .label, text: "Machine=CI-1") { $0.labels["machine"] == "ci-1" },
  ]

  private let world: World
  private let store: HistoryStore
  private let all: [Made]
  private let now = HistoryStore.noon

  init() throws {
    world = try World()
    store = try world.store()
    var dice = Dice(7)
    var made: [Made] = []
    for number in 0..<84 {
      var one = Made(path: "r\(number).ips", app: ["Courier", "Notely"][dice.roll(2)])
      one.function = one.app + ["f", "g"][dice.roll(2)]
      one.build = ["550", "560", nil][dice.roll(3)]
      one.version = ["2.0", "2.1"][dice.roll(2)]
      one.os = ["iOS 26.0", "iOS 26.1", "iOS 18.5", "macOS 15.2", nil][dice.roll(5)]
      one.device = ["iPad13,8", "iPhone17,1", "iPhone1,2", nil][dice.roll(4)]
      one.queue = ["com.apple.main-thread", "NSOperationQueue 0x60000\(number) (QOS: UTILITY)", nil][dice.roll(3)]
      if dice.roll(2) == 0 { one.labels["view"] = ["CardView", "ListView"][dice.roll(2)] }
      if dice.roll(2) == 0 { one.labels["document"] = ["Main.storyboard", "Other.xib"][dice.roll(2)] }
      if dice.roll(2) == 0 { one.labels["machine"] = ["ci-1", "ci-2"][dice.roll(2)] }
      var recording = World.recording(
        "r\(number)", function: one.function, pattern: one.pattern,
        crashed: Timestamp(seconds: now.seconds - (number % 21) * 86_400 - 60).rfc3339, process: one.app,
        build: one.build, labels: one.labels, os: one.os, device: one.device)
      recording.assessment.report.process?.version = one.version
      recording.assessment.report.threads?[0].queue = one.queue
      _ = try store.record(recording, now: now, program: "diagnose test")
      made.append(one)
    }
    all = made
  }

  private func term(_ example: Example, isNegated: Bool) -> (term: FilterTerm, matches: (Made) -> Bool) {
    (
      FilterTerm(example.dimension, argument: (isNegated ? "!" : "") + example.text),
      { isNegated != example.matches($0) }
    )
  }

  /// Compares all answers about the reports that match.
  private func expect(_ terms: [FilterTerm], _ expected: [Made]) throws {
    let comment = Comment(
      rawValue: terms.map { "\($0.isNegated ? "!" : "")\($0.dimension.id) \($0.value)" }.joined(separator: ", "))
    var filter = HistoryFilter()
    (filter.terms, filter.limit) = (terms, 0)
    let count = expected.count
    #expect(try Set(store.reports(filter).map(\.path)) == Set(expected.map(\.path)), comment)
    #expect(try store.reportCount(filter) == count, comment)
    #expect(try store.records(matching: store.selection(terms)).records.count == count, comment)
    let issues = Set(expected.map { $0.function }).count
    for order in HistoryFilter.Order.allCases {
      let list = try store.issues(filter, sortedBy: order)
      #expect(list.count == issues, comment)
      #expect(list.reduce(0) { $0 + $1.count } == count, comment)
    }
    #expect(try store.issueCount(filter) == issues, comment)
    filter.since = Timestamp(day: now.day - 30)
    #expect(try store.issues(filter).reduce(0) { $0 + $1.count } == count, comment)
    for facet in Facet.catalog {
      let rows = try store.counts(by: facet, FacetScope(since: nil, until: nil, terms: terms))
      // Reports without the label are omitted.
      let isLabel = ["view", "document", "machine"].contains(facet.id)
      let counted = isLabel ? expected.count { $0.labels[facet.id] != nil } : count
      #expect(rows.reduce(0) { $0 + $1.count } == counted, "\(facet.id): \(comment)")
    }
    let report = try store.trends(now: now, terms: terms)
    let rows = report.sections.flatMap(\.rows)
    #expect(rows.count == issues, comment)
    // The periods of builds begin with their first report, and have complete weeks.
    let selectsBuilds = terms.contains { !$0.isNegated && [.build, .appVersion].contains($0.dimension) }
    func isAll(_ counted: Int) -> Bool { selectsBuilds ? counted <= count : counted == count }
    #expect(isAll(rows.reduce(0) { $0 + $1.assessment.recent.events + $1.assessment.base.events }), comment)
    let values = try store.trends(by: .os, now: now, terms: terms)
    #expect(isAll(values.reduce(0) { $0 + $1.recent.events + $1.base.events }), comment)
    #expect(try store.unrecognized(weeks: 5, now: now, terms: terms).reduce(0) { $0 + $1.reports } == count, comment)
  }

  @Test func everyDimensionFiltersEveryAnswer() throws {
    #expect(Set(Self.examples.map(\.dimension)) == Set(FilterDimension.catalog))
    for example in Self.examples {
      for isNegated in [false, true] {
        let (term, matches) = term(example, isNegated: isNegated)
        #expect(term.isValid)
        let expected = all.filter(matches)
        #expect(!expected.isEmpty && expected.count < all.count, "\(example.text) selects all or none")
        try expect([term], expected)
        #expect(try store.unknownTerm([term]) == nil)
      }
    }
  }

  /// Values of one dimension are alternatives; dimensions are combined.
  @Test func termsAreCombined() throws {
    var dice = Dice(11)
    for _ in 0..<40 {
      let chosen = (0..<(2 + dice.roll(2))).map { _ in
        (Self.examples[dice.roll(Self.examples.count)], dice.roll(3) == 0)
      }
      let expected = all.filter { made in
        let byDimension = Dictionary(grouping: chosen.filter { !$0.1 }) { $0.0.dimension }
        return byDimension.allSatisfy { $0.value.contains { $0.0.matches(made) } }
          && chosen.allSatisfy { !$0.1 || !$0.0.matches(made) }
      }
      try expect(chosen.map { term($0.0, isNegated: $0.1).term }, expected)
    }
    // Labels with different keys are different properties.
    let labels = [FilterTerm(.label, "machine=ci-1"), FilterTerm(.label, "view=CardView")]
    try expect(labels, all.filter { $0.labels["machine"] == "ci-1" && $0.labels["view"] == "CardView" })
    let values = [FilterTerm(.label, "machine=ci-1"), FilterTerm(.label, "machine=ci-2")]
    try expect(values, all.filter { $0.labels["machine"] != nil })
  }

  @Test(arguments: FilterDimension.catalog) func anUnknownValueIsFound(_ dimension: FilterDimension) throws {
    let known = try store.knownValues(of: dimension)
    #expect(!known.isEmpty)
    for isNegated in [false, true] {
      let value = dimension == .label ? "nosuch=x" : "nosuch"
      let unknown = try #require(try store.unknownTerm([FilterTerm(dimension, value, isNegated: isNegated)]))
      #expect(unknown.known == known)
    }
    try expect([FilterTerm(dimension, dimension == .label ? "nosuch=x" : "nosuch")], [])
    // A value with a wildcard or SQL is a text.
    for value in ["%", "_", "' OR 1 --", "nosuch=%", "machine=%"] where FilterTerm(dimension, value).isValid {
      #expect(try store.unknownTerm([FilterTerm(dimension, value)]) != nil, "\(value)")
    }
  }

  @Test func aPartIsThatOfAWord() throws {
    // `1` is a part of the number 18, and `OS` of a word; `6` begins within a version.
    for (dimension, value) in [
      (FilterDimension.os, "1"), (.os, "OS"), (.os, "6"), (.os, "iOS 2"), (.device, "iPhone1"),
      (.device, "Pad"), (.device, "i"), (.app, "Cour"), (.build, "5"), (.view, "Card"),
    ] {
      let isKnown = dimension == .device && value == "iPhone1"
      #expect((try store.unknownTerm([FilterTerm(dimension, value)]) == nil) == isKnown, "\(value)")
    }
    try expect([FilterTerm(.device, "iPhone1")], all.filter { $0.device == "iPhone1,2" })
  }

  @Test func whatExistsWithoutAReportIsKnown() throws {
    #expect(try store.unknownTerm([FilterTerm(.pattern, "swift-nil-unwrap")]) == nil, "a known failure")
    #expect(try world.store("empty").unknownTerm([FilterTerm(.app, "nosuch")]) == nil, "an empty history")
    let label = try #require(try store.unknownTerm([FilterTerm(.label, "MACHINE=ci-9")]))
    #expect(label.known == ["machine=ci-1", "machine=ci-2"])
  }

  /// Each build has reports, but none of the other app.
  @Test func aCombinationWithoutBuildsIsUnknown() throws {
    let store = try world.store("two apps")
    for (app, build) in [("Courier", "550"), ("Courier", "551"), ("Notely", "560")] {
      try store.record(World.recording("\(app) \(build)", process: app, build: build))
    }
    let terms = [FilterTerm(.build, "560"), FilterTerm(.app, "Courier")]
    let unknown = try #require(try store.unknownTerm(terms))
    #expect(unknown.isOnlyCombined && unknown.term == terms[0] && unknown.known == ["550", "551"])
    #expect(try store.unknownTerm([FilterTerm(.build, "550"), FilterTerm(.app, "Notely", isNegated: true)]) == nil)
    #expect(try store.unknownTerm([FilterTerm(.build, "560"), FilterTerm(.app, "Notely", isNegated: true)]) != nil)
    #expect(try store.hasExposure([FilterTerm(.app, "Courier")]))
    let none = ["Courier", "Notely"].map { FilterTerm(.app, $0, isNegated: true) }
    #expect(try !store.hasExposure(none))
    // That a failure never occurred is a result, and so is a build that only ran.
    #expect(try store.hasExposure([FilterTerm(.pattern, "swift-nil-unwrap")]))
    _ = try store.note([BuildRuns(app: "com.example.Notely", build: "570", day: now.day, runs: 10)])
    #expect(try store.hasExposure([FilterTerm(.app, "Notely"), FilterTerm(.build, "570")]))
  }

  @Test func theLatestOfManyBuildsAreKnown() throws {
    let store = try world.store("many builds")
    try store.record(World.recording("one", build: "1"))
    _ = try store.note(
      (1...1010).map { BuildRuns(app: "com.example.MyApp", build: String($0), day: now.day, runs: 10) })
    let known = try #require(try store.unknownTerm([FilterTerm(.build, "5000")])).known
    #expect(known.count == 1000 && known.last == "1010")
  }

  /// Events of an issue that a merged one is part of belong to its reports.
  @Test func aMergedIssueHasTheKeyOfTheWhole() throws {
    let store = try world.store("merged")
    for (app, function) in [("Courier", "a"), ("Notely", "b"), ("Notely", "c")] {
      try store.record(World.recording(function, function: function, pattern: nil, process: app))
    }
    let ids = Dictionary(
      try store.issues().map { ($0.signature, $0.id) }, uniquingKeysWith: { first, _ in first })
    let (part, whole) = (try #require(ids["a"]), try #require(ids["b"]))
    _ = try store.add(IssueEvent(issue: part, at: now, what: .merge, value: whole))
    let keys = try store.keysOfIssues(matching: store.selection([FilterTerm(.app, "Courier")]))
    #expect(keys == [part, whole])
  }

  /// Values of one dimension are alternatives, unless a term narrows what the others select.
  @Test func aTermNarrowsTheOthers() throws {
    let store = try world.store("narrowed")
    for (app, pattern) in [
      ("Courier", "ib-font-cfrelease-null"), ("Notely", "swift-nil-unwrap"), ("Maps", "swift-nil-unwrap"),
    ] {
      try store.record(
        World.recording(app, function: "f" + app, pattern: pattern, process: app, os: "iOS 26.\(app.count)"))
    }
    func apps(_ terms: [FilterTerm], by narrowing: [FilterTerm]) throws -> Set<String> {
      var filter = HistoryFilter()
      filter.terms = terms + narrowing.narrowing
      let reports = Set(try store.reports(filter).compactMap(\.record.process))
      let issues = try store.issues(filter)
      let count = try store.issueCount(filter)
      #expect(issues.count == reports.count && count == reports.count)
      #expect(try store.issueKeys(filter) == Set(issues.map(\.id)))
      return reports
    }
    let two = ["Courier", "Notely"].map { FilterTerm(.app, $0) }
    #expect(try apps(two, by: []) == ["Courier", "Notely"])
    #expect(try apps(two, by: [FilterTerm(.app, "com.example.Courier")]) == ["Courier"])
    #expect(try apps(two, by: [FilterTerm(.app, "Maps")]) == [])
    #expect(try apps(two, by: [FilterTerm(.pattern, "swift-nil-unwrap")]) == ["Notely"])
    let patterns = ["ib-font-cfrelease-null", "swift-nil-unwrap"].map { FilterTerm(.pattern, $0) }
    #expect(try apps(patterns, by: []).count == 3)
    #expect(try apps(patterns, by: [FilterTerm(.pattern, "IB-font-cfrelease-null")]) == ["Courier"])
    #expect(try apps([patterns[0]], by: [patterns[1]]) == [])
    #expect(try apps([FilterTerm(.os, "26.7")], by: [FilterTerm(.os, "26.6")]) == [])
    #expect(try apps([FilterTerm(.os, "26")], by: [FilterTerm(.os, "26.6")]) == ["Notely"])
    #expect(try apps([FilterTerm(.app, "Maps", isNegated: true)], by: [FilterTerm(.app, "Maps")]) == [])
    // Without others, it selects as any term does.
    #expect(try apps([], by: [FilterTerm(.app, "Maps")]) == ["Maps"])
  }

  /// Reports of devices name the system as it was called in 2007.
  @Test(arguments: [
    ("ios", ["iPhone OS 26.1", "iOS 26.0"]), ("iOS 26", ["iPhone OS 26.1", "iOS 26.0"]),
    ("iphone os 26.0", ["iOS 26.0"]), ("iOS 26.1", ["iPhone OS 26.1"]), ("iPhone OS", ["iPhone OS 26.1", "iOS 26.0"]),
    ("iOS 2", []), ("phone", []),
  ])
  func namesOfOneSystemAreEqual(_ value: String, _ expected: [String]) throws {
    let store = try world.store("systems")
    for os in ["iPhone OS 26.1", "iOS 26.0", "iPadOS 26.1", "macOS 26.1"] {
      try store.record(World.recording(os, function: "f" + os, os: os))
    }
    var filter = HistoryFilter()
    filter.terms = [FilterTerm(.os, value)]
    #expect(Set(try store.reports(filter).compactMap(\.record.os)) == Set(expected))
  }

  @Test func argumentsAreRead() {
    #expect(FilterTerm(.os, argument: "!26") == FilterTerm(.os, "26", isNegated: true))
    #expect(FilterTerm(.os, argument: "\\!26") == FilterTerm(.os, "!26"))
    #expect(FilterTerm(.os, argument: "26!") == FilterTerm(.os, "26!"))
    #expect(!FilterTerm(.os, argument: "!").isValid && !FilterTerm(.os, argument: "").isValid)
    #expect(FilterTerm(.label, argument: "!a=b") == FilterTerm(.label, "a=b", isNegated: true))
    #expect(!FilterTerm(.label, argument: "ab").isValid && !FilterTerm(.label, argument: "=b").isValid)
    #expect(FilterTerm(.label, argument: "a=").isValid)
  }
}
