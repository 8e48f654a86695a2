import CrashReports
import Diagnosis
import Testing

/// Grouping of the reports of one run into incidents.
@Suite struct IncidentTests {
  private static let symptom = """
    /Users/user/Cards/Base.lproj/Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
    """

  private static func agentReport(view: String, time: String = "2024-04-18 10:42:07.412 +0200", pid: Int = 5150)
    -> String
  {
    """
    Process:               IBDesignablesAgent-iOS [\(pid)]
    Path:                  /Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays/IBDesignablesAgent-iOS
    Parent Process:        launchd_sim [5101]
    Date/Time:             \(time)
    OS Version:            macOS 13.6 (22G120)
    Report Version:        12

    Exception Type:        EXC_BAD_INSTRUCTION (SIGILL)

    Application Specific Information:
    Fatal error: Use of unimplemented initializer 'init(frame:)' for class 'Cards.\(view)'

    Thread 0 Crashed:
    0   libswiftCore.dylib            	0x00007fff7283a9a5 _assertionFailure(_:_:file:line:flags:) + 485
    1   Cards                         	0x000000010d4b110c \(view).init(frame:) + 92
    """
  }

  private func join(_ inputs: [String]) -> (assessments: [Assessment], incidents: [Incident]) {
    let assessments = inputs.flatMap { assess($0) }
    return (assessments, Incidents.join(assessments))
  }

  @Test func symptomIsExplainedByTheAgentsReport() throws {
    let (assessments, incidents) = join([Self.symptom, Self.agentReport(view: "CardView")])
    #expect(assessments.count == 2)
    let incident = try #require(incidents.first)
    #expect(incidents.count == 1 && incident.reports == [0, 1])
    #expect(incident.main == 1)
    let explanation = try #require(incident.explanation(of: 0, symptom: "ib-agent-crashed-unspecified"))
    #expect(explanation.cause == "ib-initframe-unimplemented" && explanation.causeReport == 1)
    #expect(explanation.confidence == .likely, "the view's name links them, not one process")
    #expect(incident.links.first?.statement.contains("CardView") == true)
  }

  @Test func orderDoesNotMatter() throws {
    let (_, incidents) = join([Self.agentReport(view: "CardView"), Self.symptom])
    let incident = try #require(incidents.first)
    #expect(incidents.count == 1 && incident.main == 0)
    #expect(incident.explanation(of: 1, symptom: "ib-agent-crashed-unspecified")?.causeReport == 0)
  }

  @Test func anotherViewIsAtMostPossible() {
    let (_, incidents) = join([Self.symptom, Self.agentReport(view: "BadgeView")])
    #expect(incidents.count == 1)
    #expect(incidents.first?.explanations.allSatisfy { $0.confidence == .possible } == true)
  }

  @Test func reportThatNamesTheViewIsPreferred() throws {
    let (_, incidents) = join([
      Self.agentReport(view: "BadgeView", pid: 5151), Self.symptom, Self.agentReport(view: "CardView"),
    ])
    let incident = try #require(incidents.first { $0.reports.contains(1) })
    #expect(incident.reports == [1, 2])
    #expect(incidents.count == 2)
  }

  @Test func twoLinesOfTheLogAboutOneView() throws {
    let reason = """
      /Users/user/Cards/Base.lproj/Main.storyboard: error: IB Designables: Failed to update auto layout status: dlopen(Cards.app, 1): Library not loaded: @rpath/CardKit.framework/CardKit
        Referenced from: Cards.app
        Reason: image not found
      """
    let (_, incidents) = join([Self.symptom, reason])
    let incident = try #require(incidents.first)
    #expect(incidents.count == 1)
    let explanation = try #require(incident.explanation(of: 0, symptom: "ib-agent-crashed-unspecified"))
    #expect(explanation.cause == "ib-dlopen-library-missing")
  }

  @Test func aConsoleLineOfTheSameProcess() throws {
    let crash = """
      Process:               MyApp [4711]
      Path:                  /Applications/MyApp.app/Contents/MacOS/MyApp
      Date/Time:             2024-04-18 10:42:07.412 +0200
      Exception Type:        EXC_BREAKPOINT (SIGTRAP)

      Thread 0 Crashed:
      0   libswiftCore.dylib            	0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484
      1   MyApp                         	0x0000000100d4a3f8 CardStore.card(at:) + 180
      """
    let console = "2024-04-18 10:42:07.100 MyApp[4711:90210] Fatal error: Index out of range"
    let (_, incidents) = join([crash, console])
    let incident = try #require(incidents.first)
    #expect(incidents.count == 1)
    let explanation = try #require(incident.explanation(of: 0, symptom: "swift-trap-unspecified"))
    #expect(explanation.cause == "swift-index-out-of-range" && explanation.confidence == .certain)
  }

  @Test func anotherDayIsAnotherIncident() {
    let crash = Self.agentReport(view: "CardView", time: "2024-04-18 10:42:07.412 +0200", pid: 10)
    let other = Self.agentReport(view: "CardView", time: "2024-04-19 10:42:07.412 +0200", pid: 11)
    #expect(join([crash, other]).incidents.map(\.reports) == [[0], [1]])
  }

  @Test func reportsOfOneAppAreNotJoined() {
    let crash = """
      Process:               MyApp [4711]
      Date/Time:             2024-04-18 10:42:07.412 +0200
      Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
      Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000018
      """
    let (_, incidents) = join([crash, crash.replacing("4711", with: "4712")])
    #expect(incidents.map(\.reports) == [[0], [1]])
  }

  @Test func nothingGivesNothing() { #expect(Incidents.join([]).isEmpty) }

  @Test func everyReportIsInOneIncident() {
    let (assessments, incidents) = join([
      Self.symptom, "Fatal error: Index out of range", Self.agentReport(view: "CardView"), Self.symptom,
    ])
    #expect(incidents.flatMap(\.reports).sorted() == Array(assessments.indices))
  }
}
