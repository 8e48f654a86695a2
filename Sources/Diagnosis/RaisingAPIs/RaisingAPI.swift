/// A method or function that raises an exception, fails an assertion, traps or aborts if its precondition is not met.
///
/// Reports from devices have the stack of an exception but not its reason. If the frame that raised it is known, so are
/// its requirement and the reasons that are printed for it elsewhere. Entries are text, one `StaticString` for each
/// family of APIs, and are parsed when a stack names them, so that they cost nothing at startup.
///
///     api: -[AVAudioNode installTapOnBus:bufferSize:format:block:]
///     id: avaudionode-install-tap
///     image: AVFAudio
///     raises: exception com.apple.coreaudio.avfaudio
///     requires: The bus has no tap yet, …
///     reason: required condition is false: nullptr == Tap()
///     cause: A tap is already installed on this bus.
///     fix: Call `removeTap(onBus:)` first.
///     count: 14
///     needs: plist NSMicrophoneUsageDescription
///     search: installTap crash
///     seen: 36
///     source: https://…
package struct RaisingAPI: Sendable {
  /// How the process stops.
  package enum Mechanism: Sendable, Equatable {
    /// An Objective-C exception, also one that an assertion handler raises.
    case exception
    /// A check of the Swift runtime or standard library.
    case swift
    /// `abort()` or a trap instruction.
    case abort
    /// A C++ exception.
    case cxx
  }

  /// A known reason, and what to do about it.
  package struct Reason: Sendable {
    /// The message that is printed, with `{}` for variable parts; `nil` if no wording is known.
    package var wording: String?
    /// The cause, in one sentence.
    package var cause = ""
    /// What to do, in one or two sentences.
    package var fix = ""
    /// The number of public reports with this reason; 0 if unknown.
    package var count = 0
  }

  /// Something in the project without which the call fails.
  package struct Need: Sendable, Equatable {
    /// The kind of thing.
    package enum Kind: String, Sendable {
      /// A key of Info.plist.
      case plist
      /// An array in Info.plist with an element that the call names.
      case plistArray = "plist-array"
      /// An entitlement.
      case entitlement
      /// An element of `UIBackgroundModes`.
      case backgroundMode = "background-mode"
      /// A call that the sources must contain.
      case call
      /// A call that the sources must not contain.
      case noCall = "no-call"
      /// A file in the bundle.
      case file
    }
    /// The kind of thing.
    package let kind: Kind
    /// Its name.
    package let name: String
  }

  /// The permanent identifier.
  package var id = ""
  /// The functions that raise, as reports name them; the first one is the public API.
  package var functions: [String] = []
  /// The images of the functions.
  package var images: [String] = []
  /// How the process stops; at least one.
  package var mechanisms: [Mechanism] = []
  /// The names of the exceptions; empty for other mechanisms.
  package var exceptions: [String] = []
  /// Whether the function is only called after a failure.
  package var isHandler = false
  /// The precondition, in one sentence.
  package var requirement = ""
  /// The known reasons, most frequent first; at least one.
  package var reasons: [Reason] = []
  /// What the project must have.
  package var needs: [Need] = []
  /// Words that people search for, separated by semicolons.
  package var searchTerms = ""
  /// The number of public reports that were found for this entry.
  package var seen = 0
  /// Addresses of such reports, or of documentation.
  package var sources: [String] = []

  /// The reason that dominates: the only one, or one with at least 60 % of at least three reports.
  package var dominantReason: Reason? {
    guard let first = reasons.first else { return nil }
    if reasons.count == 1 { return first }
    let all = reasons.reduce(0) { $0 + $1.count }
    return all >= 3 && first.count * 10 >= all * 6 ? first : nil
  }
}
