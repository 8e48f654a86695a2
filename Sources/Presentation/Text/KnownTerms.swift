import CrashReports
import Diagnosis
import Vocabulary

extension CrashReport {
  /// The terms of the report that `diagnose explain` knows, most specific first; at most three.
  ///
  /// Offered for reports without a finding.
  var knownTerms: [String] {
    var candidates: [String] = []
    if let namespace = termination?.namespace {
      if let code = termination?.code {
        candidates.append(code > 0xffff ? code.hexadecimal : "\(namespace) \(code)")
      }
      candidates.append(namespace)
    }
    if let word = exception?.subtype?.split(separator: " ", maxSplits: 1).first { candidates.append(String(word)) }
    candidates += [exception?.type, exception?.signal, source.bugType].compactMap { $0 }
    var known: [String] = []
    for candidate in candidates where known.count < 3 && !known.contains(candidate) {
      if candidate.utf8.count <= 60, !Topic.topics(for: candidate).isEmpty { known.append(candidate) }
    }
    return known
  }
}
