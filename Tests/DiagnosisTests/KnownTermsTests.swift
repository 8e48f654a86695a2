import Analysis
import Diagnosis
import Testing

/// Whatever `diagnose explain` knows about the end of a process is also recognized in a report.
struct KnownTermsTests {
  private static let kinds: Set<Topic.Kind> = [.exceptionType, .exceptionCode, .signal, .namespace, .terminationCode]
  static let terms = Topic.catalog.filter { kinds.contains($0.kind) }.map { "\($0.kind.rawValue) \($0.id)" }

  private static func topic(_ term: String) -> Topic? {
    Topic.catalog.first { "\($0.kind.rawValue) \($0.id)" == term }
  }

  @Test(arguments: terms) func everyTermHasAPattern(term: String) throws {
    let topic = try #require(Self.topic(term))
    #expect(!topic.patterns.isEmpty, "no pattern is listed for \(term)")
  }

  /// A report with nothing but the term has a finding, and one of the listed patterns is among the findings.
  @Test(arguments: terms) func everyTermIsRecognized(term: String) throws {
    let topic = try #require(Self.topic(term))
    let findings = Analysis.analyze(Array(Self.report(topic).utf8)).reports.flatMap(\.assessment.findings)
    #expect(!findings.isEmpty, "not recognized: \(term)")
    let ids = findings.map(\.pattern)
    #expect(ids.contains { topic.patterns.contains($0) }, "\(term) leads to \(ids), not to one of \(topic.patterns)")
  }

  /// A report that states only this term.
  private static func report(_ topic: Topic) -> String {
    let header = "Process:         Cards [4711]\nCode Type:       \(code(topic))\n\n"
    let stack = """


      Thread 0 Crashed:
      0   libsystem_kernel.dylib        	0x00000001a3c5a414 mach_msg2_trap + 8
      1   Cards                         	0x0000000102d34f50 main + 76
      """
    let failure =
      switch topic.kind {
      case .exceptionType: "Exception Type:  \(topic.id)\nException Codes: 0x0000000000000009, 0x0000000000000000"
      case .signal: "Exception Type:  EXC_CRASH (\(topic.id))"
      case .namespace where topic.id == "SIGNAL":
        "Exception Type:  EXC_CRASH (SIGABRT)\nTermination Reason: Namespace SIGNAL, Code 6"
      case .namespace: "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: Namespace \(topic.id), Code 99"
      case .terminationCode: "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: \(termination(topic))"
      default: "Exception Type:  \(type(topic))\nException Subtype: \(topic.id) at 0x0000000105f3a7b1"
      }
    return header + failure + stack
  }

  private static func termination(_ topic: Topic) -> String {
    topic.number == nil ? topic.id : "Namespace RUNNINGBOARD, Code \(topic.id)"
  }

  private static func code(_ topic: Topic) -> String {
    topic.id.contains("I386") ? "X86-64 (Native)" : "ARM-64 (Native)"
  }

  /// The exception and signal to which a code belongs.
  private static func type(_ topic: Topic) -> String {
    switch topic.id {
    case "EXC_I386_DIV": "EXC_ARITHMETIC (SIGFPE)"
    case "EXC_I386_INVOP": "EXC_BAD_INSTRUCTION (SIGILL)"
    case "EXC_I386_BPT": "EXC_BREAKPOINT (SIGTRAP)"
    case "KERN_MEMORY_ERROR", "EXC_ARM_DA_ALIGN", "BUS_ADRALN": "EXC_BAD_ACCESS (SIGBUS)"
    case "KERN_CODESIGN_ERROR": "EXC_BAD_ACCESS (SIGKILL - CODESIGNING)"
    default: "EXC_BAD_ACCESS (SIGSEGV)"
    }
  }
}
