import DiagnoseKit

let analyzer = Analyzer()
for path in CommandLine.arguments.dropFirst() {
  do {
    let result = try analyzer.analyze(contentsOf: path)
    for report in result.reports {
      print(report.findings.first.map { "\($0.pattern) \($0.confidence.rawValue)" } ?? "not recognized")
    }
    for fault in result.faults { print("\(path): \(fault.message)") }
  } catch {
    print("\(path): \(error.message)")
  }
}
