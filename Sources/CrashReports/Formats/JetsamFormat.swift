extension ReportFormat {
  /// Which processes iOS ended for want of memory: `{"memoryStatus":{…},"processes":[…]}`.
  static let jetsam = unread(
    id: "jetsam",
    title: "Jetsam event report",
    name: "a jetsam event report",
    summary: "The system ended processes because memory ran out; no stack is in it.",
    example: #"{"bug_type":"298","timestamp":"2026-03-02 07:11:09.00 +0100","os_version":"iPhone OS 26.1 (23B85)"}"#,
    bugTypes: ["298", "198"],
    recognize: { $0.shape?.isJetsam == true ? .likely : .no })
}
