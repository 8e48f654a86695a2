import CrashReports

/// Why a preview of Xcode failed, by the innermost error of the canvas. One table, because these patterns have the same
/// evidence and differ only in messages and in what to do.
///
/// Sources: diagnostics of Xcode 11 to 26 in public issue trackers and forums, and Xcode's release notes.
extension Pattern {
  static let previewCauses: [Pattern] = allPreviewCauses.map(\.pattern)

  /// All rows, in the order of the catalog.
  private static let allPreviewCauses = linkingCauses + loadingCauses + selectionCauses + launchingCauses

  struct PreviewCause {
    var id: String
    var title: String
    var symptom: String
    /// Messages of the canvas that state the cause, those with the most captures first.
    var messages: [TextTemplate]
    var statement: String
    /// Messages that the process of the preview itself prints, as in its crash report.
    var printed: [TextTemplate] = []
    /// Messages that other builds have, too: they count if the author of the text says that a preview fails.
    var accounted: [TextTemplate] = []
    /// Patterns that explain such a message of any build.
    var explainedElsewhere: [String] = []
    /// Further facts to capture.
    var details: [[TextTemplate]] = []
    /// Messages of which one must also occur, and messages that must not occur.
    var with: [TextTemplate] = []
    var without: [TextTemplate] = []
    /// Whether a message names a source file of the user.
    var readsLocation = false
    /// Whether the process of the preview crashed.
    var isCrash = false
    /// Whether the messages are only the last resort, after all other causes.
    var isVague = false
    var headline: String
    var cause: String
    var remedy: [String]
    var changes: [Change] = []
    var missing: [Gap] = []
    var searchTerms: String
    var example: String
    var nearMiss: String
    var source: Reference

    var pattern: Pattern {
      let inCanvas = Evidence.text(
        TextQuery(messages, from: [.canvas], readsSwiftLocation: readsLocation, statement: statement))
      let more = details.map { Evidence.optional(.text(TextQuery($0, readsSwiftLocation: readsLocation))) }
      let required = with.isEmpty ? [] : [Evidence.text(with, from: [.canvas])]
      let excluded = without.isEmpty ? [] : [Evidence.not(.text(without, from: [.canvas]))]
      var grades = [Grade(.certain, cause: .likely, .all([inCanvas] + required + excluded + more))]
      if !printed.isEmpty {
        grades.append(
          Grade(
            .certain, cause: .likely,
            .all([.text(TextQuery(printed, statement: statement)), Evidence.inPreviewProcess, previewedView])))
      }
      if !accounted.isEmpty {
        let quoted = Evidence.text(TextQuery(accounted, readsSwiftLocation: readsLocation, statement: statement))
        grades.append(Grade(.likely, cause: .possible, .all([quoted, .previewAccount] + excluded + more)))
      }
      return Pattern(
        id, title: "Xcode preview: " + title, family: .designables, symptom: symptom, grades: grades,
        headline: headline, cause: cause, remedy: remedy, changes: changes, gaps: missing,
        lookalikes: [
          LookAlike("preview-failed-unspecified", because: "The canvas states the reason.")
        ],
        references: [source, .previews],
        supersedes: supersedes, generality: isVague ? 8 : 2, searchTerms: searchTerms,
        examples: [.matches("the diagnostics of the canvas", example), .doesNotMatch("another message", nearMiss)])
    }

    private var supersedes: [String] {
      var ids = ["preview-failed-unspecified"] + explainedElsewhere
      if id == "preview-library-not-loaded" { ids += ["dlopen-library-validation", "dyld-library-wrong-arch"] }
      if !isVague { ids += ["preview-agent-no-reply", "preview-timeout"].filter { $0 != id } }
      if id == "preview-exception" { ids.append("nsexception-uncaught") }
      if isCrash {
        ids += [
          "preview-crashed", "swift-fatal-error", "swift-trap-unspecified", "dyld-library-missing", "termination-dyld",
          "initializer-abort",
        ]
      }
      return ids
    }
  }

  /// The body of the view that was being previewed: the first of the app's own functions.
  private static let previewedView = Evidence.optional(
    .frame(
      FrameQuery(
        ["*.body.getter*", "*__previews*", "*_Previews.previews.getter*"], roles: [.app], blamed: true, kind: .inferred,
        statement: "{function} is the view that was previewed.")))

  static let forum = Reference("Apple Developer Forums, Xcode Previews")
}

extension Evidence {
  /// This evidence together with more.
  func with(_ more: [Evidence]) -> Evidence { .all([self] + more) }

  /// The author of the text says that a preview fails.
  static let previewAccount = Evidence.field(
    .detail(.previewAccount), statement: "The author of the text says that this happens in a preview.")

  /// The process is one that runs previews: Xcode's agent, or an app with the preview system's libraries loaded.
  static let inPreviewProcess = Evidence.any([
    .has(.canvas),
    .field(.process, .matches(["XCPreviewAgent*", "*PreviewAgent*", "PreviewShell*"])),
    .frame(
      FrameQuery([], images: ["PreviewsInjection*", "XOJITExecutor*", "PreviewsOSSupport*", "PreviewsFoundation*"])),
    .field(.imageName, .matches(["PreviewsInjection*", "XOJITExecutor*", "*.preview-thunk.dylib", "__preview.dylib"])),
  ])
}

extension Reference {
  /// Apple's introduction to previews.
  static let previews = Reference(
    "Previewing your app's interface in Xcode (Apple, Xcode)",
    url: "https://developer.apple.com/documentation/xcode/previewing-your-apps-interface-in-xcode")
}
