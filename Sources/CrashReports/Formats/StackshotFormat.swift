extension ReportFormat {
  /// Stacks of all processes at one moment: `{"processByPid":{…},"binaryImages":[…]}`.
  static let stackshot = unread(
    id: "stackshot",
    title: "Stackshot",
    name: "a stackshot report",
    summary: "The stacks of all processes at one moment, taken when the device hung or was asked to.",
    example: #"{"bug_type":"288","timestamp":"2026-03-02 07:11:09.00 +0100","os_version":"iPhone OS 26.1 (23B85)"}"#,
    bugTypes: ["288", "188", "509"],
    recognize: { $0.shape?.isStackshot == true ? .likely : .no })
}
