import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import Presentation
import Testing
import Vocabulary

@Suite struct TextOutputTests {
  private func text(
    _ reports: [PresentedReport], _ errors: [InputError] = [], _ style: PresentationStyle = .init()
  ) throws -> String {
    try #require(OutputFormat.catalog.first { $0.id == "text" }).render(reports, errors, style)
  }

  @Test func pageOfAFinding() throws {
    #expect(
      try text([Made.excerpt]) == """
        ✗ The designables agent crashed: LoadFonts released a NULL object
          CKFonts.m:38  LoadFonts       ib-font-cfrelease-null · certain, cause likely

          Do this   In LoadFonts, find the font with bundleForClass:, not mainBundle,
                    and check for NULL before CFRelease.
          Seen      no history used

        Why
          CFRelease was given NULL and stopped the process on purpose.          line 2
          LoadFonts (CKFonts.m:38) made that call.                              line 6
          It ran before main(), as an initialiser.                           lines 7–9
          The process is the designables agent.                               inferred
          Interface Builder loads the app as a library into its agent, so
          the main bundle is a folder of Xcode and not the app.               inferred

        Stack, thread 0 (18 frames, 16 folded)
            0  CoreFoundation  CFRelease + 1183
          ► 1  CardKit         LoadFonts + 455                            CKFonts.m:38
               ⋯ 7 frames: initializers, dlopen, Interface Builder loads the bundle
               ⋯ 9 frames: dispatch, run loop, main

        Further steps
          2. Register fonts when a view first needs them.
        Example (not your code)
          objective-c
            - [NSBundle mainBundle]
            + [NSBundle bundleForClass:CKCard.class]
          swift
              Bundle(for: CKCard.self)

        Not in this excerpt: The binary images: without their UUIDs no symbol file can
          be checked.
        More: diagnose explain ib-font-cfrelease-null

        """)
  }

  @Test func pageWithoutAFinding() throws {
    var presented = Made.empty
    presented.path = "hang.ips"
    presented.assessment.summary = "abort() without a message"
    presented.assessment.blame = Blame(
      function: "MyApp.Store.flush() -> ()", file: "Store.swift", line: 7, image: "MyApp")
    presented.assessment.report.exception = .init()
    presented.assessment.report.exception?.type = "EXC_CRASH"
    presented.assessment.report.exception?.signal = "SIGABRT"
    presented.assessment.report.lines[.exceptionType] = 9
    #expect(
      try text([presented]) == """
        ? Not recognized: abort() without a message
          Look first   Store.flush() (Store.swift:7), in MyApp
          Seen         no history used

        Reported
          EXC_CRASH (SIGABRT)                                                   line 9

        More: diagnose explain EXC_CRASH, diagnose explain SIGABRT

        """)
  }

  @Test func quietLines() throws {
    var other = Made.empty
    other.path = "b.ips"
    #expect(
      try text([Made.excerpt, other], [Made.errors[0]], .init(quiet: true)) == """
        fonts.txt: error: LoadFonts released a NULL object [ib-font-cfrelease-null] CKFonts.m:38
        b.ips: unrecognized: no exception, message or stack
        2 reports, 1 recognized, 1 input unreadable

        """)
    #expect(try text([Made.excerpt], [], .init(quiet: true)).split(separator: "\n").count == 1)
  }

  @Test func seenTellsTheHistory() throws {
    var presented = Made.rich
    #expect(try text([presented]).contains("Seen      3 times, first 2026-04-01 09:12 UTC, last 2026-04-03 11:40 UTC."))
    #expect(try text([presented]).contains("Recorded as report 8f21 in issue 3e0f (--no-database to skip recording)"))
    presented.history?.status = .regressed
    #expect(try text([presented]).contains("Seen      REGRESSED after it was resolved. 3 times"))
    var issueStatus = IssueStatus(status: .new, issue: "3e0fd478429e")
    issueStatus.count = 1
    issueStatus.firstBuild = "412"
    presented.history = issueStatus
    #expect(try text([presented]).contains("Seen      NEW in build 412. 1 time."))
    presented.history = IssueStatus(status: .unavailable)
    #expect(try text([presented]).contains("Seen      unknown: the history is not available"))
  }

  /// Reports of the same failure at different times, and one of another failure between them.
  private func several() -> [PresentedReport] {
    func report(_ path: String, _ build: String?, _ time: String?, function: String = "LoadFonts") -> PresentedReport {
      var presented = Made.excerpt
      presented.path = path
      presented.assessment.findings[0].blame?.function = function
      if let build {
        presented.assessment.report.process = .init()
        presented.assessment.report.process?.build = build
      }
      if time != nil { presented.assessment.report.times = .init() }
      presented.assessment.report.times?.crashed = time.map { .init(asWritten: $0, rfc3339: $0) }
      return presented
    }
    return [
      report("0.ips", nil, nil, function: "DrawCard"), report("1.ips", "412", "2026-08-02T09:12:00Z"),
      report("2.ips", "413", "2026-08-01T10:00:00+02:00"), report("3.ips", "413", nil),
    ]
  }

  @Test func sameFailureIsOneAnswer() throws {
    let page = try text(several())
    let same = try #require(
      page.range(
        of: "3 reports, 2 builds, first 2026-08-01 10:00 +02:00, last 2026-08-02 09:12 UTC,\nsuch as 1.ips\n✗ "))
    let other = try #require(page.range(of: "\n0.ips\n✗ "))
    #expect(same.lowerBound < other.lowerBound)
    #expect(page.contains("\n4 reports, 2 failures, 4 recognized\n"))
    #expect(page.components(separatedBy: "\nWhy\n").count == 3)
    var style = PresentationStyle()
    style.each = true
    let each = try text(several(), [], style)
    #expect(each.components(separatedBy: "\nWhy\n").count == 5)
    #expect(each.contains("\n4 reports, 4 recognized\n"))
    #expect(try text([several()[1], several()[0]]).hasPrefix("1.ips\n"))
    #expect(try text(several(), [], .init(quiet: true)).split(separator: "\n").count == 5)
  }

  @Test func sameFailureHasOneHistory() throws {
    var reports = Array(several().dropFirst())
    for (index, status) in [IssueStatus.Status.new, .known, .known].enumerated() {
      reports[index].history = IssueStatus(status: status, issue: "3e0fd478429e")
      reports[index].history?.count = index + 1
      reports[index].history?.lastSeen = "2026-08-02T09:12:00Z"
      if index > 0 { reports[index].history?.previouslySeen = "2026-08-01T08:00:00Z" }
    }
    #expect(try text(reports).contains("Seen      NEW. 3 times, last 2026-08-02 09:12 UTC."))
  }

  @Test func headlineIsFollowedByAppSystemAndTime() throws {
    #expect(
      try text([Made.rich]).contains(
        """
        \n  MyApp 2.4 (412) · macOS 14.1.1 (23B81) arm64 · Mac14,9
          2026-04-01 12:39 -07:00\n
        """))
    #expect(try text([Made.empty]).split(separator: "\n")[1].hasPrefix("  Seen"))
  }

  @Test func exceptionBacktraceStandsFirst() throws {
    let page = try text([Made.rich], [], .init(verbose: true))
    let raised = try #require(page.range(of: "Stack of the exception (1 frame)"))
    let thread = try #require(page.range(of: "Stack, thread 0, main, com.apple.main-thread, crashed (18 frames)"))
    #expect(raised.lowerBound < thread.lowerBound)
    #expect(try !text([Made.rich]).contains("Stack, thread 0"))
    #expect(page.contains("pc 0xffffffffffffffff"))
    #expect(page.contains("Images 2, 1 with a UUID"))
    #expect(page.contains("This is part of a report."))
  }

  @Test func colourOnlyAdds() throws {
    for verbose in [false, true] {
      for report in [Made.excerpt, Made.rich, Made.empty, Made.hostile] {
        let plain = try text([report], [], .init(verbose: verbose))
        let coloured = try text([report], [], .init(color: true, verbose: verbose))
        #expect(coloured.contains("\u{1B}[1m"))
        #expect(withoutColour(coloured) == plain)
      }
    }
  }

  private func withoutColour(_ text: String) -> String {
    var result: [UInt8] = []
    var isInside = false
    for byte in text.utf8 {
      if byte == 0x1B { isInside = true }
      if !isInside { result.append(byte) }
      if isInside && byte == UInt8(ascii: "m") { isInside = false }
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test func asciiHasNoSignsOfOurs() throws {
    let page = try text([Made.excerpt], [], .init(ascii: true))
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    #expect(page.contains("  > 1  CardKit"))
    #expect(page.contains("... 7 frames: "))
    #expect(page.contains("lines 7-9"))
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func linesFit(_ width: Int) throws {
    let page = try text([Made.excerpt], [], .init(width: width))
    for line in page.split(separator: "\n") where !line.contains("ib-font-") && !line.contains("bundleForClass:CK") {
      if width >= 80 { #expect(line.unicodeScalars.count <= width, "\(line)") }
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test func nothingHostileReachesTheTerminal() throws {
    for format in OutputFormat.catalog where format.id != "json" && format.id != "jsonl" {
      for style in [PresentationStyle(), .init(verbose: true), .init(quiet: true), .init(width: 40, frames: .all)] {
        let page = format.render([Made.hostile, Made.rich], Made.errors, style)
        for line in page.utf8.split(separator: 0x0A) {
          // CSV ends its lines with CR LF (RFC 4180).
          let line = String(Substring(line.last == 0x0D ? line.dropLast() : line))
          if Terminal.escaped(line) != line { Issue.record("\(format.id): \(line.debugDescription)") }
        }
      }
    }
    for error in Made.errors {
      for line in error.text.split(separator: "\n") { #expect(Terminal.escaped(String(line)) == String(line)) }
    }
  }

  @Test func selectsFrames() throws {
    func rows(_ frames: FrameSelection) throws -> [Substring] {
      try text([Made.excerpt], [], .init(frames: frames)).split(separator: "\n").filter {
        $0.contains(" + ") && !$0.contains("NSBundle")
      }
    }
    #expect(try rows(.all).count == 18)
    #expect(try rows(.count(4)).count == 4)
    #expect(try rows(.app).count == 1)
    #expect(try rows(.default).count == 2)
  }

  @Test func recursionIsFolded() throws {
    var presented = Made.excerpt
    var frames = [Made.frame(0, "libsystem_malloc.dylib", "malloc")]
    for index in 1...400 {
      frames.append(
        Made.frame(index, "MyApp", index % 2 == 0 ? "-[CardView layout]" : "-[CardView setFrame:]", role: .app))
    }
    frames.append(Made.frame(401, "MyApp", "main", role: .app))
    presented.assessment.report.threads?[0].frames = frames
    presented.assessment.report.threads?[0].omittedFrames = 90
    let page = try text([presented])
    #expect(page.contains("⋯ 398 frames: the 2 above, 199 more times"))
    #expect(page.contains("⋯ 90 frames omitted"))
    #expect(page.split(separator: "\n").filter { $0.contains("CardView") }.count == 2)
  }

  @Test func hostileStackIsQuick() throws {
    var presented = Made.excerpt
    presented.assessment.report.threads?[0].frames = (0..<3_000).map {
      Made.frame($0, "MyApp\($0 % 7)", "f\($0 % 97)", role: $0 % 3 == 0 ? .app : .system)
    }
    #expect(try text([presented]).split(separator: "\n").count < 400)
  }
}

@Suite struct TerminalTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\tc", "a\\u{a}b\\u{9}c"), ("\u{7F}", "\\u{7f}"),
    ("\u{9B}", "\\u{9b}"), ("\u{202E}", "\\u{202e}"), ("\u{2028}", "\\u{2028}"), ("\u{FEFF}", "\\u{feff}"),
    ("\u{E0041}", "\\u{e0041}"), ("\u{200D}", "\\u{200d}"), ("\u{AD}", "\\u{ad}"), ("\u{3164}", "\\u{3164}"),
    (String(decoding: [0xFFFF] as [UInt32], as: UTF32.self), "\\u{ffff}"), ("Größe 中 e\u{301}", "Größe 中 e\u{301}"),
    ("", ""),
  ])
  func escapes(_ text: String, _ shown: String) {
    #expect(Terminal.escaped(text) == shown)
    #expect(Terminal.escaped(shown) == shown)
  }

  @Test(arguments: [
    ("a.ips", "a.ips"), ("My App.ips", "My App.ips"), ("-", "-"), ("-f", "\"-f\""), ("a\nb", "\"a\\u{a}b\""),
    ("", "\"\""), (" a", "\" a\""), ("a\"b", "\"a\\\"b\""), ("a\u{202E}spi", "\"a\\u{202e}spi\""),
  ])
  func quotesFileNames(_ name: String, _ shown: String) {
    #expect(Terminal.quotedFileName(name) == shown)
  }
}
