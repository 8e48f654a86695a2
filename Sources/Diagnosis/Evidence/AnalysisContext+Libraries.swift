import CrashReports
import Vocabulary

/// Code of third-party libraries that is linked into the app.
extension AnalysisContext {
  /// What a citation of the innermost frame of such a library states.
  static let libraryStatement =
    "{libraryFunction|This frame} is code of {linkedLibrary}, a library that is linked into the app."

  /// Returns what a finding states about the library whose frame is the innermost one of the app's images: a citation, and the captures
  /// `linkedLibrary`, `libraryFunction`, `linked` if the finding points to that frame, and `ownCaller`, the user's function further out. `nil`
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
    var captures = ["linkedLibrary": library]
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

  /// What a citation of the program's own frame states, if the blamed code is in another image of the app.
  static let programStatement =
    "{programFunction} in {programImage} is the next frame of the program itself: it called code of {calledImage}."

  /// Returns a citation of the next frame of the program itself, if the finding points to code in another image of the app: a framework
  /// that another team may have written. `nil` for code of the program, and without such a frame.
  func programCaller(of match: EvidenceMatch, _ blame: Blame?) -> Witness? {
    guard report.kind.isFailure, blame?.function != nil,
      let blamed = match.blamedFrame ?? (match.blame == nil ? firstAppFrame() : nil),
      crashStack.indices.contains(blamed), crashStack[blamed].role == .app,
      let program = report.process?.name.map(shortImageName),
      let image = crashStack[blamed].image.map(shortImageName), image != program,
      let caller = crashStack.indices.suffix(from: blamed + 1).first(where: { index in
        let frame = crashStack[index]
        return frame.role == .app && frame.blamability == .code && frame.image.map(shortImageName) == program
      }), let function = crashStack[caller].functionName,
      !match.witnesses.contains(where: { $0.frame == caller })
    else { return nil }
    return witness(
      frame: crashStack[caller], at: caller, statement: Self.programStatement,
      captures: ["programFunction": shortened(function), "programImage": program, "calledImage": image])
  }

  /// The library of a frame of the primary stack; `nil` for other code.
  func library(at position: Int) -> String? {
    crashStack.indices.contains(position) && crashStack[position].role == .app ? crashStack[position].library : nil
  }
}
