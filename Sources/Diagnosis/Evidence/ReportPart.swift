import CrashReports
import Vocabulary

/// A part that a report may have or lack.
package enum ReportPart: String, Sendable, CaseIterable {
  /// A stack of the failure.
  case stack
  /// The stack of the exception, not only that of the crashed thread.
  case exceptionStack
  /// A list of binary images.
  case images
  /// A frame of the app in the primary stack with source file and line.
  case sourceLine
  /// A repetition in the crashed thread.
  case repetition
  /// A stack of at least `AnalysisContext.deepStack` frames.
  case deepStack
  /// A frame of the crashed thread with an address: the stack was not written by hand.
  case frameAddress
  /// A message of Interface Builder about designables.
  case previewMessage
  /// A message of ibtool that names its document.
  case documentName
  /// A message of ibtool or actool.
  case documentMessage
  /// The report names Interface Builder's agent; it is not inferred from frames.
  case agentName
  /// Diagnostics of Xcode's canvas about a preview.
  case canvas
  /// An error of Xcode's canvas with its type, such as `JITError`.
  case canvasError
  /// Pasted source code.
  case source
  /// A designable class in pasted source code.
  case designableClass
}

extension AnalysisContext {
  func has(_ part: ReportPart) -> Bool {
    switch part {
    case .stack: !crashStack.isEmpty
    case .exceptionStack: isExceptionStack
    case .images: report.images?.isEmpty == false
    case .sourceLine: crashStack.contains { $0.role == .app && $0.source?.line != nil }
    case .repetition: cycle != nil
    case .deepStack: stackDepth >= Self.deepStack
    case .frameAddress: threadStack.contains { $0.address != nil }
    case .previewMessage: !report.previewMessages.isEmpty
    case .documentName: report.documentMessages.contains { $0.document != nil }
    case .documentMessage: !report.documentMessages.isEmpty
    case .agentName: agent?.kind == .stated
    case .canvas: !report.canvasLines.isEmpty
    case .canvasError: report.canvasLines.contains { CanvasErrorType.name(of: $0.text) != nil }
    case .source: source != nil
    case .designableClass: source?.classes.contains(where: \.isDesignable) ?? false
    }
  }

  /// The minimum number of frames of a deep stack. Healthy stacks of the corpus seldom exceed 150.
  static let deepStack = 256

  /// The number of frames of the crashed thread, including those that the report omits or skips in its numbering.
  private var stackDepth: Int {
    guard let thread = report.crashedThread else { return 0 }
    let listed = thread.frames.count.addingReportingOverflow(max(0, thread.omittedFrames)).partialValue
    let numbered = thread.frames.map(\.index).max() ?? 0
    return max(listed, numbered, thread.recursion.map(\.depth).max() ?? 0)
  }
}
