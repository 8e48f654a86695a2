import CrashReports
import Vocabulary

/// Code of third-party libraries that is linked into the app.
extension AnalysisContext {
  /// What a citation of the innermost frame of such a library states.
  static let libraryStatement =
    "{libraryFunction|This frame} is code of {library}, a library that is linked into the app."

  /// Returns what a finding states about the library whose frame is the innermost one of the app's images: a citation, and the captures
  /// `library`, `libraryFunction`, `linked` if the finding points to that frame, and `ownCaller`, the user's function further out. `nil`
  /// if the innermost frame is the user's own, or if the finding points to no frame of the primary stack.
  func linkedCode(of match: EvidenceMatch, _ blame: Blame?) -> (witness: Witness, captures: [String: String])? {
    guard report.kind.isFailure, blame != nil,
      let blamed = match.blamedFrame ?? (match.blame == nil ? firstAppFrame() : nil),
      crashStack.indices.contains(blamed),
      // Helpers of runtimes that are linked into the app are not named, unless there is nothing else.
      let position = crashStack[...blamed].firstIndex(where: {
        $0.role == .app && ($0.blamability > .foreign || $0.index == crashStack[blamed].index)
      }),
      let library = crashStack[position].library
    else { return nil }
    var captures = ["library": library]
    captures["libraryFunction"] = crashStack[position].functionName.map(shortened)
    let witness = witness(
      frame: crashStack[position], at: position, statement: Self.libraryStatement, captures: captures, kind: .inferred)
    if position == blamed {
      captures["linked"] = "library"
      let caller = crashStack[blamed...].first { $0.role == .app && $0.blamability == .code }
      captures["ownCaller"] = caller?.functionName.map(shortened)
    }
    return (witness, captures)
  }

  /// The library of a frame of the primary stack; `nil` for other code.
  func library(at position: Int) -> String? {
    crashStack.indices.contains(position) && crashStack[position].role == .app ? crashStack[position].library : nil
  }
}
