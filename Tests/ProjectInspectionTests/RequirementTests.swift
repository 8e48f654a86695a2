import Analysis
import CrashReports
import Diagnosis
import Testing

@testable import ProjectInspection

/// Requirements of APIs that a project meets or not: reports with a faulty and a fixed project, and `check` on both.
@Suite struct RequirementTests {
  /// A report in which a function of the entry raised, without the reason.
  static func report(
    _ crash: RequirementCase.Crash, process: String = "Cards", identifier: String? = "com.company.cards",
    header: Bool = true
  ) throws -> (Finding, CrashReport) {
    let frames: [(String, String)]
    var body: String
    let pattern: String
    switch crash {
    case .entry(let id):
      let entry = try #require(RaisingAPIIndex.standard.entry(id: id), "\(id)")
      let image = entry.images.first { $0 != "*" } ?? "UIKitCore"
      let raisers: [(String, String)] =
        entry.mechanisms[0] == .exception
        ? [("CoreFoundation", "__exceptionPreprocess"), ("libobjc.A.dylib", "objc_exception_throw")]
        : [("libswiftCore.dylib", "_assertionFailure(_:_:file:line:flags:)")]
      frames = raisers + [(image, entry.functions[0]), (process, "AppDelegate.start()")]
      let lines = frames.enumerated().map {
        "\($0)   \($1.0)                \t0x00000001a3e5a9a\($0) \($1.1) + 164\n"
      }.joined()
      let isException = entry.mechanisms[0] == .exception
      body =
        "Exception Type:  \(isException ? "EXC_CRASH (SIGABRT)" : "EXC_BREAKPOINT (SIGTRAP)")\nTriggered by Thread:  0\n\n"
      body +=
        isException
        ? "Last Exception Backtrace:\n\(lines)\nThread 0 Crashed:\n0   libsystem_kernel.dylib 0x00000001a3c5a414 __pthread_kill + 8\n"
        : "Thread 0 Crashed:\n" + lines
      pattern = "api-precondition"
    case .usage(let key):
      body = """
        Exception Type:  EXC_CRASH (SIGABRT)
        Termination Reason: TCC, This app has crashed because it attempted to access privacy-sensitive data without a usage description.  The app's Info.plist must contain an \(key) key with a string value explaining to the user how the app uses this data.

        """
      pattern = "tcc-missing-usage"
    }
    if header {
      body =
        "Process:               \(process) [4711]\n"
        + "Path:                  /private/var/containers/Bundle/Application/00000000-0000-4000-8000-00000000000A/\(process).app/\(process)\n"
        + (identifier.map { "Identifier:            \($0)\n" } ?? "") + "\n" + body
    }
    let assessment = try #require(Analysis.analyze(Array(body.utf8)).reports.first?.assessment)
    let finding = try #require(
      assessment.findings.first { $0.pattern == pattern }, "\(assessment.findings.map(\.pattern))")
    return (finding, assessment.report)
  }

  private func examined(_ crash: RequirementCase.Crash, _ index: ProjectIndex) throws -> Finding {
    let (finding, report) = try Self.report(crash)
    return try #require(index.requirementFinding(finding, in: report))
  }

  @Test func casesExist() {
    #expect(RequirementCase.all.count >= 30)
    #expect(Set(RequirementCase.all.map(\.name)).count == RequirementCase.all.count)
  }

  /// The faulty project proves the reason and names the file.
  @Test(arguments: RequirementCase.all.map(\.name)) func faultyProjectConfirms(_ name: String) throws {
    let one = try #require(RequirementCase.all.first { $0.name == name })
    let index = one.faulty().index()
    let finding = try examined(one.crash, index)
    guard case .confirmed(let faults)? = finding.project, let fault = faults.first, let location = fault.locations.first
    else {
      Issue.record("\(String(describing: finding.project))")
      return
    }
    #expect(location.path == one.file && location.line >= 1 && !location.text.isEmpty)
    #expect(fault.headline.contains(one.file) && !fault.remedy.isEmpty)
    #expect(fault.proves == one.isCertain)
    #expect(finding.confidence == .certain)
    #expect(finding.certaintyOfCause == (one.isCertain ? .certain : .likely), "\(finding.certaintyOfCause)")
    if case .entry(let id) = one.crash {
      let reason = RaisingAPIIndex.standard.entry(id: id)?.reasons[one.reason]
      #expect(finding.captures["entryReason"] == String(one.reason))
      let text = FindingText(finding, .catalog)
      #expect(text.cause.contains("The project shows the reason: \(fault.headline)."), "\(text.cause)")
      #expect(
        text.headline.hasSuffix(fault.headline) && text.remedy.first == reason?.fix, "\(text.headline) \(text.remedy)")
    }
  }

  /// The fixed project rules the reason out and names the next one, or says what it has.
  @Test(arguments: RequirementCase.all.map(\.name)) func fixedProjectDoesNotConfirm(_ name: String) throws {
    let one = try #require(RequirementCase.all.first { $0.name == name })
    let finding = try examined(one.crash, one.fixed().index())
    switch finding.project {
    case .refuted(_, let location)?:
      #expect(one.isRefuted && location.line >= 1)
      guard case .entry(let id) = one.crash, let entry = RaisingAPIIndex.standard.entry(id: id) else { return }
      let excluded = finding.captures["excludedReasons"]?.split(separator: ",").compactMap { Int($0) } ?? []
      #expect(excluded.contains(one.reason) && finding.captures["entryReason"] != String(one.reason))
      #expect(finding.confidence == .certain && finding.certaintyOfCause < .certain)
      let text = FindingText(finding, .catalog)
      #expect(text.cause.contains("The project rules out: "), "\(text.cause)")
      let others = entry.reasons.indices.filter { !excluded.contains($0) }.map { entry.reasons[$0].fix }
      let fix = entry.reasons[one.reason].fix
      #expect(!text.remedy.contains(fix) || others.contains(fix), "\(text.remedy)")
      let next = entry.reasons.indices.first { !excluded.contains($0) }
      if let next { #expect(text.cause.contains(entry.reasons[next].cause), "\(text.cause)") }
    case .undecided(let reason, let location)?: #expect(!one.isRefuted && location != nil, "\(reason)")
    default: Issue.record("\(String(describing: finding.project))")
    }
  }

  @Test(arguments: RequirementCase.all.filter { $0.check != nil }.map(\.name))
  func checkFindsFaultOnlyInFaultyProject(_ name: String) throws {
    let one = try #require(RequirementCase.all.first { $0.name == name })
    let faults = one.faulty().index().check()
    #expect(faults.contains { $0.check == one.check }, "\(faults.map(\.headline))")
    let fault = faults.first { $0.check == one.check }
    #expect(fault?.locations.first?.path == "App/AppDelegate.swift" && fault?.locations.last?.path == one.file)
    let fixed = one.fixed().index().check().filter { $0.check == one.check && $0.key == fault?.key }
    #expect(fixed.isEmpty, "\(fixed.map(\.headline))")
  }

  // MARK: - Calls in the catalog

  /// Each call of the catalog is found in sources, and silent where the project has what it requires.
  @Test(arguments: RaisingAPI.checkedCalls.map(\.id)) func callIsChecked(_ id: String) throws {
    let entry = try #require(RaisingAPI.checkedCalls.first { $0.id == id })
    let needs = entry.needs.filter { $0.proves && $0.kind != .call && $0.kind != .noCall }
    #expect(!needs.isEmpty, "`check` cannot report a call that requires nothing definite")
    var fixed = MadeProject()
    for need in needs {
      let value = need.value?.replacing("*", with: "1") ?? "A sentence."
      let text = value == "true" ? "<true/>" : "<string>\(value)</string>"
      switch need.kind {
      case .plist: fixed.info = (fixed.info ?? "") + "<key>\(need.names[0])</key>\(text)"
      case .plistArray: fixed.info = (fixed.info ?? "") + "<key>\(need.names[0])</key><array><string>a</string></array>"
      case .backgroundMode:
        fixed.info = (fixed.info ?? "") + "<key>UIBackgroundModes</key><array><string>\(need.names[0])</string></array>"
      case .urlScheme:
        let scheme = need.names[0].replacing("*", with: "1")
        fixed.info =
          (fixed.info ?? "") + "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>"
          + scheme + "</string></array></dict></array>"
      case .entitlement: fixed.entitlements = (fixed.entitlements ?? "") + "<key>\(need.names[0])</key><true/>"
      case .file: fixed.resources.append("App/" + need.names[0])
      case .noPlist, .call, .noCall: Issue.record("\(need)")
      }
    }
    for call in entry.sourceCalls {
      // Inside a function, an import is not Swift, but has the same tokens.
      let call = call.replacing("; ", with: "\n    ")
      let faults = MadeProject(code: call).index().check()
      for need in needs where need.kind != .plistArray || !call.hasSuffix("\"") {
        #expect(faults.contains { $0.key == need.names[0] }, "\(call): \(faults.map(\.headline))")
      }
      fixed.code = call
      let remaining = fixed.index().check().filter { fault in needs.contains { $0.names[0] == fault.key } }
      #expect(remaining.isEmpty, "\(call): \(remaining.map(\.headline))")
      #expect(MadeProject(code: "/* \(call) */").index().check().isEmpty, "\(call) in a comment")
    }
  }

  /// A requirement belongs to the reason whose text names it.
  @Test func requirementsAreNamedByTheirReasons() {
    for entry in RaisingAPIIndex.standard.all {
      for reason in entry.reasons {
        for need in reason.needs {
          let text = [reason.wording ?? "", reason.cause, reason.fix, entry.requirement].joined(separator: " ")
          let words = need.names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.filter { $0.count > 1 }
          #expect(words.contains { text.contains($0) }, "\(entry.id): \(need.names)")
        }
      }
    }
  }
}
