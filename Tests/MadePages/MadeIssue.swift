import History
import Pages
import Vocabulary

/// An issue whose numbers depend on its position.
struct MadeIssue: Sendable {
  let index: Int
  let flavor: MadeHistory.Flavor
  let key: String
  let title: String
  let pattern: String?
  let location: String?
  /// The daily counts over `MadeHistory.days`.
  let days: [Int]
  let perBuild: [Int]

  static let builds = ["398", "399", "401", "402", "404", "405", "406", "408", "409", "410", "411", "412"]

  init(_ index: Int, _ flavor: MadeHistory.Flavor) {
    self.index = index
    self.flavor = flavor
    let isHostile = flavor == .hostile
    var random = MadeNumbers(seed: index)
    let digits = String(random.next() | 1 << 60, radix: 16)
    key = String(digits.suffix(12))
    let titles = MadeText.titles
    title = isHostile ? MadeText.hostile(index) : titles[index % titles.count]
    pattern = MadeText.patterns[index % MadeText.patterns.count].map { isHostile ? MadeText.hostile(index + 1) : $0 }
    location = isHostile ? MadeText.hostile(index + 2) : MadeText.locations[index % MadeText.locations.count]
    let level = max(1, 24 / (index + 1))
    let start = index % 5 == 0 ? MadeHistory.days - 9 : 0
    days = (0..<MadeHistory.days).map { day in
      day >= start && random.below(3 + index % 7) == 0 ? 1 + random.below(level) : 0
    }
    perBuild = Self.builds.map { _ in random.below(3) == 0 ? random.below(1 + level * 3) : 0 }
  }

  var shortKey: String { String(key.prefix(4)) }
  var count: Int { days.reduce(0, +) }
  var first: Timestamp { Timestamp(seconds: MadeHistory.now.seconds - (50 - index % 40) * 86_400) }
  var last: Timestamp { Timestamp(seconds: MadeHistory.now.seconds - (index % 9) * 86_400 - index * 640) }

  var marks: [IssueMark] {
    if flavor == .hostile {
      let note = MadeText.hostile(index)
      return TrendSection.catalog.map { IssueMark($0, note: note) }
        + [.resolved(note: note), .ignored(note: note), .unrecognized(note: note)]
    }
    switch index {
    case 0, 5: return [IssueMark(.new)]
    case 1, 8: return [IssueMark(.growing)]
    case 3: return [IssueMark(.watch)]
    case 6: return [.resolved(note: "in 405")]
    case 9: return [.ignored(note: "until 2026-09-01")]
    default: return []
    }
  }

  var issue: StoredIssue { stored(firstBuild: index % 5 == 0 ? "412" : "398", lastBuild: index == 6 ? "405" : "412") }

  private func stored(firstBuild: String, lastBuild: String) -> StoredIssue {
    var issue = StoredIssue(
      id: key, shortID: shortKey, pattern: pattern, title: title, location: location, count: count, firstSeen: first,
      lastSeen: last, firstBuild: firstBuild, lastBuild: lastBuild)
    // Some reports state no device.
    if index % 4 != 3 { issue.devices = max(1, count / 3) }
    return issue
  }

  var row: IssueRow { IssueRow(issue, marks: marks, days: Array(days.suffix(30))) }

  func reportID(_ number: Int) -> String {
    var random = MadeNumbers(seed: index * 31 + number + 7)
    return (0..<4).map { _ in String(String(random.next() | 1 << 63, radix: 16).suffix(16)) }.joined()
  }

  private func text(_ usual: String) -> String {
    flavor == .hostile ? MadeText.hostile(index + usual.utf8.count) : usual
  }

  func page(others: [MadeIssue]) -> IssuePage {
    IssuePage(
      generatedAt: MadeHistory.now, issue: stored(firstBuild: "398", lastBuild: "412"), marks: marks,
      pattern: pattern.map { PagePattern(id: $0, title: title, explanation: explanation) },
      cause: pattern == nil
        ? nil
        : text(
          "In the designables agent the main bundle is a folder of Xcode, not the app. A font looked up in it is nil, "
            + "and CFRelease() stops the process if its argument is NULL."),
      remedy: pattern == nil
        ? []
        : [
          text("In LoadFonts, find the font with bundleForClass:, not mainBundle."),
          text("Check for NULL before CFRelease."),
        ],
      statement: index % 2 == 0 ? text("12 in 7 days vs. 9 in the previous 28: 5.3 times (95% CI 2.1–14)") : nil,
      variants: index % 3,
      events: [
        .init(at: last, what: text("regressed in 406"), note: text("the fix did not reach the release branch")),
        .init(at: first, what: text("resolved in 405"), by: text("anna")),
      ],
      days: DailyCounts(first: MadeHistory.before(MadeHistory.days - 1), counts: days),
      builds: Self.builds.enumerated().map {
        .init(app: "MyApp", build: text($1), version: "2.\($0 / 4)", count: perBuild[$0])
      },
      facets: [
        facet(.os, [("macOS 26.1 (25B78)", 20), ("macOS 15.7", 9)], others: 2), facet(.device, [("Mac16,11", 31)]),
        facet(.machine, (1...5).map { ("ci-mac-\($0)", 12 - $0 * 2) }),
      ],
      associations: index % 2 == 0
        ? []
        : [
          .init(
            property: .majorOS, value: text("macOS 26"), kind: .more, unit: .deviceDays, count: 29, total: 31,
            otherCount: 61, otherTotal: 140, pValue: 1e-7),
          .init(
            property: .oneDevice, value: "", kind: .oneDevice, unit: .reports, count: 45, total: 45, otherCount: 2,
            otherTotal: 200, pValue: 1e-20, days: 1),
        ],
      signature: .init(
        kind: "trap", title: text("CFRelease ← XXXCoreTestHost LoadFonts"),
        parts: [
          "CoreFoundation CFRelease", "XXXCoreTestHost LoadFonts", "dyld_sim ImageLoaderMachO::doModInitFunctions",
        ]
        .map(text), version: 1),
      stack: report(0).stack,
      reports: (0..<MadeHistory.reportsPerIssue).map { number in
        .init(
          id: reportID(number), shortID: String(reportID(number).prefix(6)), at: last,
          values: [
            "appName": text("MyApp"), "appBuild": text("412"), "os": text("macOS 26.1"), "device": text("Mac16,11"),
            "machine": number == 1 ? "" : text("ci-mac-\(number)"),
          ])
      }, storedReports: 309,
      related: others.prefix(3).filter { $0.index != index }.prefix(2).map {
        .init(
          key: $0.key, shortKey: $0.shortKey, title: $0.title, why: text("same function on another path"),
          count: $0.count)
      })
  }

  /// - Parameter others: The number of reports with values that are not listed.
  private func facet(_ facet: Facet, _ values: [(String, Int)], others: Int = 0) -> FacetTable {
    FacetTable(
      facet: facet, rows: values.map { FacetCount(value: text($0.0), count: $0.1) },
      total: values.reduce(others) { $0 + $1.1 })
  }

  private var explanation: [PagePattern.Part] {
    [
      .paragraph(text("The agent loads the app with dlopen(), and its initializers run before main().")),
      .heading(text("How it is recognized")), .item(text("CFRelease() called with NULL")),
      .item(text("The caller is code of the app")),
      .code(text("CTFontRef font = CTFontCreateWithFontDescriptor(descriptor, 0, NULL);\nif (font) CFRelease(font);")),
    ]
  }

  func report(_ number: Int) -> ReportPage {
    let frames: [(String, String, String?, String)] = [
      ("CoreFoundation", "CFRelease + 1183", nil, "system"),
      ("XXXCoreTestHost", "LoadFonts + 455", "XXXCore.m:38", "app"),
      ("dyld_sim", "ImageLoaderMachO::doModInitFunctions(ImageLoader::LinkContext const&) + 265", nil, "loader"),
      (
        "dyld_sim",
        "ImageLoader::recursiveInitialization(ImageLoader::LinkContext const&, unsigned int, ImageLoader::"
          + "InitializerTimingList&, ImageLoader::UninitedUpwards&) + 305", nil, "loader"
      ),
      ("libdyld.dylib", "dlopen + 59", nil, "loader"),
      ("MyApp", "AppDelegate.start() + 12", "AppDelegate.swift:9", "app"),
      ("libdyld.dylib", "start + 1", nil, "loader"),
    ]
    return ReportPage(
      generatedAt: MadeHistory.now, id: reportID(number), shortID: String(reportID(number).prefix(6)), title: title,
      at: last, issue: .init(key: key, shortKey: shortKey, title: title),
      facts: [
        .init(text("Process"), text("MyApp [812]")), .init("Version", text("2.4 (412)")),
        .init("System", text("macOS 26.1 (25B78)")), .init("Incident", "7B0B7A52-0000-4000-8000-D1A6705EC4A5"),
        .init("Exception", text("EXC_BREAKPOINT (SIGTRAP)")),
      ],
      findings: pattern.map { pattern in
        [
          .init(
            pattern: pattern, headline: title, confidence: "certain", certaintyOfCause: "likely", location: location,
            cause: text("CFRelease() stops the process if its argument is NULL; LoadFonts called it."),
            remedy: [text("In LoadFonts, find the font with bundleForClass:, not mainBundle.")],
            witnesses: [
              .init(
                statement: text("CFRelease() stops the process if its argument is NULL."),
                text: text("*** CFRelease() called with NULL ***"), line: 2),
              .init(statement: text("In the agent the main bundle is a folder of Xcode."), isInferred: true),
            ])
        ]
      } ?? [],
      diagnosis: text("✗ CFRelease(NULL) in LoadFonts while Interface Builder loaded the app")
        + "\n  XXXCore.m:38  LoadFonts\n\n  Do this   In LoadFonts, find the font with bundleForClass:\n"
        + text("Why"),
      stackTitle: text("Thread 0, crashed"),
      stack: frames.enumerated().map { position, frame in
        .init(
          position: position, image: text(frame.0), function: text(frame.1), location: frame.2.map(text),
          role: .init(text(frame.3), text("code of the \(frame.3)")),
          isOwn: frame.3 == "app", isBlamed: position == 1)
      },
      notes: [text("Two images are not symbolicated.")])
  }
}

/// A pseudorandom number generator with the same numbers in every run (SplitMix64).
struct MadeNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
