import DiagnoseKit

// The code of the articles and of docs/examples/library. ArticleTests compares the parts between the marks with them.

func exampleProgram() {
  // begin program
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
  // end
}

func overview(path: String) throws {
  // begin
  let analyzer = Analyzer()
  let result = try analyzer.analyze(contentsOf: path)
  for report in result.reports {
    print(report.statement)
    print(report.rendered(as: .text))
  }
  // end
}

// begin
func summary(_ finding: Finding) -> String {
  let reason = finding.certaintyOfCause >= .likely ? finding.cause : "The reason is not in the report."
  return finding.headline + ". " + reason
}
// end

// begin
func proof(of finding: Finding) -> [String] {
  finding.citations.map { citation in
    let location = citation.line.map { "line \($0)" } ?? "no line"
    return "\(location): \(citation.explanation)" + (citation.isInferred ? " (inferred)" : "")
  }
}
// end

// begin
func crashedFunctions(_ bytes: [UInt8], symbols: String) -> [String] {
  let analyzer = Analyzer(symbols: [symbols])
  return analyzer.analyze(bytes).reports.flatMap(\.frames).filter(\.isApp).compactMap { frame in
    frame.function.map { name in frame.line.map { "\(name):\($0)" } ?? name }
  }
}
// end

// begin
func countByIssue(_ reports: [Report]) -> [String: Int] {
  reports.filter { !$0.signature.isProvisional }.reduce(into: [:]) { counts, report in
    counts[report.issueKey, default: 0] += 1
  }
}
// end

// begin
func memoryAnalyzer() -> Analyzer {
  Analyzer(patterns: Pattern.all.filter { $0.family == "memory" })
}
// end
