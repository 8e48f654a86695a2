import Archives
import CrashReports
package import History
package import Redaction

extension Session {
  /// Returns a redactor that knows what redaction would remove from the reports of a history: the names that were learned
  /// when they were recorded, else those in their stored bytes. Every redacted output of a history uses it.
  package func redactor(of store: HistoryStore) throws -> Redactor {
    var redactor = Redactor(names: try privateNames(), accounts: accounts)
    redactor.spare(try store.namesOfProcesses())
    redactor.know(try store.privateNames().lines)
    try store.reportsWithoutNames { raw in
      guard let bytes = try? Zlib.inflated(raw, limit: 64 << 20) else { return }
      for report in ReportReader.read(bytes).reports { redactor.spareCode(of: report.value) }
      redactor.learn(from: InputText.utf8(bytes))
    }
    return redactor
  }
}
