import DiagnoseKit

let analyzer = Analyzer()
for path in CommandLine.arguments.dropFirst() {
  do {
    let result = try analyzer.analyze(contentsOf: path)
    for finding in result.reports.flatMap(\.findings) {
      print(finding.pattern, finding.confidence.rawValue)
    }
    for fault in result.faults { print("\(path): \(fault.message)") }
  } catch {
    print("\(path): \(error.message)")
  }
}
