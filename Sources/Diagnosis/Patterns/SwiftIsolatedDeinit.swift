import CrashReports

extension Pattern {
  /// Frames or text that show the runtime running an isolated deinit on its executor.
  static let isolatedDeinit = Evidence.any([
    lookup, deinitializing,
    .text(
      ["swift_task_deinitOnExecutor", "TaskLocal::StopLookupScope"],
      statement: "The runtime was running an isolated deinit."
    ),
  ])
  private static let lookup = Evidence.frame(
    FrameQuery(
      ["*TaskLocal::StopLookupScope*", "*TaskLocal*StopLookupScope*"], position: .first(12),
      statement: "{function} frees memory that it did not allocate."))
  private static let deinitializing = Evidence.frame(
    FrameQuery(
      ["*swift_task_deinitOnExecutor*", "*swift_task_deinitAsync*"], position: .first(14),
      statement: "The runtime was running an isolated deinit on its executor."))
}
