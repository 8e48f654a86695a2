import CrashReports

/// Selects the stack of a report: the first that applies and has frames (step 1).
enum StackStep {
  static func stack(of report: CrashReport, kind: String) -> (StackChoice, [CrashReport.Frame]) {
    let isException = kind.hasPrefix("exception")
    let threads = report.threads ?? []
    if kind == "watchdog", let main = threads.first(where: { $0.index == 0 }), !main.frames.isEmpty {
      return (.mainThread, main.frames)
    }
    let raised = report.raisedStack
    let isLast = report.lastExceptionBacktrace?.isEmpty == false
    if !raised.isEmpty, isException || kind == "abort" || isLast && kind == "unknown" {
      return (isLast ? .exceptionBacktrace : .applicationBacktrace, raised)
    }
    if let thread = threads.first(where: { $0.crashed && !$0.frames.isEmpty }) {
      return (.crashedThread, thread.frames)
    }
    let others = threads.filter { !$0.frames.isEmpty }
    if threads.count == 1, let only = others.first { return (.onlyThread, only.frames) }
    if let first = others.first(where: { $0.index == 0 }) ?? others.first { return (.firstThread, first.frames) }
    if isLast { return (.exceptionBacktrace, raised) }
    return (.none, [])
  }
}
