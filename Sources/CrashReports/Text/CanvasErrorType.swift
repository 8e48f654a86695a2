import Bytes

/// The error types of Xcode's preview system, and the sentences with which its canvas reports a failure.
///
/// Sources: diagnostics of Xcode 11 to 26 in public issue trackers. Below a heading `== PREVIEW UPDATE ERROR:`, in the tree
/// of errors, and with the mark `[Remote]`, any type whose name ends like one of an error is read.
package enum CanvasErrorType {
  /// Types that begin a text without a heading.
  static let known: [String] = [
    "AppExtensionNeedsContainingAppError", "AppLaunchTimeoutError", "BuildError", "CouldNotFindTargetError",
    "CouldNotLoadInputObjectFile",
    "CouldNotLoadInputStaticArchiveFile", "CouldNotParseLinkCommandLine", "CrashReportError",
    "DYLDJITLaunchFatalError", "DyldLibraryLoadCrashError", "FailedToAnalyzeBuiltTargetDescription",
    "FailedToInstallAppError",
    "FailedToLaunchAppError", "GenericHumanReadableError",
    "GroupRecordingError", "HumanReadableNSError", "HumanReadableSwiftError", "JITError", "LLVMError", "LinkDylibError",
    "MessageSendFailure", "MissingEnvironmentObjectError", "NoBuildableEntriesError",
    "NoBuiltTargetDescriptionCouldBeFound", "PotentialCrashError", "PreviewAgentError", "PreviewUpdateTimedOutError",
    "RemoteHumanReadableError", "SchemeBuildError", "StubError", "UnsupportedProductTypeError", "UpdateTimedOutError",
    "XOJITError",
  ]

  /// Types that other programs have, too: recognized together with the words that follow.
  static let knownWithText: [String] = [
    "Failed to build ", "LoadingError: failed to load library", "ProviderError: ProviderError",
    "ProviderError: noPreviewInfos",
    "SettingsError: noExecutablePath", "SimulatorError: Failed to boot",
  ]

  /// Sentences of the canvas, in lower case, that begin a text without an error type.
  static let sentences: [String] = [
    "cannot preview in this file", "cannot preview in this app", "cannot preview this file",
    "failed to update preview", "preview update error", "failed to build the scheme ", "did not launch on ",
    "\u{201c}enable_debug_dylib\u{201d}", "\"enable_debug_dylib\"", "in order to preview", "in order to use previews",
    "select a scheme that builds a target which",
    "active scheme does not build this file", "compiling failed: ", "waiting for connection to dtservicehub",
    "crashed: communication with the app was interrupted", "rendering service was interrupted",
    "may have crashed. check ~/library/logs", "preview is missing environment object",
    "crashed due to fatalerror in ", "message send failure for ", "the preview process appears",
    "simulator was shutdown during an update", "noexecutablepath(", "nopreviewinfos(",
    "automatic preview updating paused", "connection interrupted: send", "xcpreviewagent crashed",
    "crashed due to missing environment of type",
    "runtime linking failure",
    "xcode previews are unable to run", "couldn't preview in this file",
    "failed to launch app \"", "failed to launch app \u{201c}", "failed to launch app \u{201d}",
    "previews not supported for ",
    "failed to materialize symbols", "no selected scheme", "swift_compilation_mode is set to",
    "== paused reason:", "== version info:", "== date:", "intermediates.noindex/previews/",
  ]

  /// Headings after which the errors of another failure follow.
  static let errorHeadings: [StaticString] = ["PREVIEW UPDATE ERROR", "PREVIEW ERROR", "UPDATE ERROR", "ERROR"]

  private static let names = Set(known)
  private static let endings = ["Error", "Failure", "Exception", "Failed", "TimedOut"]

  /// Whether a text without a heading may begin with this type.
  static func isKnown(_ name: String) -> Bool { names.contains(name) }

  /// Whether the name is one of an error type, below a heading or in a tree.
  static func isPlausible(_ name: String) -> Bool {
    isKnown(name) || name.utf8.count > 6 && endings.contains { name.hasSuffix($0) && name != $0 }
      || name.hasPrefix("CouldNot") || name.hasPrefix("FailedTo")
  }

  /// Whether the last line of an error ends before its message does: with a type alone, or within a list or path.
  static func isCut(_ text: String) -> Bool {
    if let type = name(of: text), text.hasSuffix(type) { return true }
    return [",", "(", "[", "'", "…", "..."].contains { text.hasSuffix($0) } && !text.hasSuffix("')")
  }

  /// Returns the error type with which a line begins: `JITError` of `[Remote] JITError: Runtime linking failure`.
  package static func name(of line: String) -> String? {
    var rest = line.utf8[...]
    if line.hasPrefix("[Remote] ") { rest = rest.dropFirst(9) }
    let name = rest.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    guard let first = name.first, first & 0x20 == 0, first.isLetter else { return nil }
    let text = String(Substring(name))
    rest = rest.dropFirst(name.count)
    // Generic types: `AppExtensionNeedsContainingAppError<UpdateGraphItem<XcodeGraphSource>>: …`.
    if rest.first == UInt8(ascii: "<"), let end = rest.lastIndex(of: UInt8(ascii: ">")) {
      rest = rest[rest.index(after: end)...]
    }
    let next = rest.first
    guard next == nil || next == UInt8(ascii: ":") || next == 0x0a, isPlausible(text) else { return nil }
    return text
  }
}
