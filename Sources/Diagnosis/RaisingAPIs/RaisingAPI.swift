/// A method or function that raises an exception, fails an assertion, traps or aborts if its precondition is not met.
///
/// Reports from devices have the stack of an exception but not its reason. If the frame that raised it is known, so are
/// its requirement and the reasons that are printed for it elsewhere. Entries are text, in files of the
/// folder Knowledge, and are parsed when a stack names them, so that they cost nothing at startup.
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
///     search: installTap crash
///     seen: 36
///     source: https://…
///
/// A line `stack:` is a glob of a function that is on the stack only for the reason above it. A line `needs:` belongs to the reason above it: see ``Need``. A line `source-call:` is the call as sources contain it,
/// by which `diagnose check` finds it.
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
    /// Globs of functions that are on the stack only for this reason.
    package var frames: [String] = []
    /// The number of public reports with this reason; 0 if unknown.
    package var count = 0
    /// What the project lacks if this is the reason.
    package var needs: [Need] = []
  }

  /// The permanent identifier.
  package var id = ""
  /// The functions that raise, as reports name them; the first one is the public API.
  package var functions: [String] = []
  /// The images of the functions.
  package var images: [String] = []
  /// How the process stops; empty if the call fails without stopping it.
  package var mechanisms: [Mechanism] = []
  /// The names of the exceptions; empty for other mechanisms.
  package var exceptions: [String] = []
  /// Whether the function is only called after a failure.
  package var isHandler = false
  /// The precondition, in one sentence.
  package var requirement = ""
  /// The known reasons, most frequent first; at least one.
  package var reasons: [Reason] = []
  /// How calls of the function begin in Swift and Objective-C sources.
  package var sourceCalls: [String] = []
  /// Words that people search for, separated by semicolons.
  package var searchTerms = ""
  /// The number of public reports that were found for this entry.
  package var seen = 0
  /// Addresses of such reports, or of documentation.
  package var sources: [String] = []

  /// What the project must have, for all reasons.
  package var needs: [Need] { reasons.flatMap(\.needs) }

  /// The reason that dominates: the only one, or one with at least 60 % of at least three reports.
  package var dominantReason: Reason? {
    guard let first = reasons.first else { return nil }
    if reasons.count == 1 { return first }
    let all = reasons.reduce(0) { $0 + $1.count }
    return all >= 3 && first.count * 10 >= all * 6 ? first : nil
  }
}
