extension ReportFormat {
  /// Samples of one or all processes over seconds, as a tree indented by depth.
  static let spindump = unread(
    id: "spindump",
    title: "Spindump, hang report",
    name: "a spindump or hang report",
    summary: "Samples of stacks over some seconds, from spindump, a hang or a resource limit.",
    example: "Event:            hang",
    bugTypes: ["228", "328", "227", "327", "222", "223", "310"],
    recognize: { segment in
      guard !segment.hasLine(startingWith: "Exception Type:") else { return .no }
      if segment.hasLine(startingWith: "Data Source:") || segment.hasLine(startingWith: "Heaviest stack") {
        return .certain
      }
      return segment.hasLine(startingWith: "Event:") && segment.hasLine(startingWith: "Steps:") ? .certain : .no
    })
}
