package import CrashReports

/// A signature, explained: what each step made of each frame.
package struct SignatureTrace: Hashable, Sendable {
  /// A frame of the stack, with what the algorithm made of it.
  package struct Frame: Hashable, Sendable {
    /// Position in the stack, from 0.
    package let position: Int
    /// Image as the report writes it; `nil` if the report names none.
    package let writtenImage: String?
    /// Function as the report writes it, demangled; empty if it has no name.
    package let written: String
    /// Normalised; `nil` for no image.
    package let image: String?
    /// Normalised; `nil` if the frame is dropped.
    package let function: String?
    /// Part of the frame in grouping, which decides whether it can stand for the failure.
    package let role: FrameRole
    /// Whether the frame is in the keys, and if not, which rule left it out.
    package let fate: FrameFate
    /// True for a function that the compiler inlined into the next frame's function.
    package let isInlined: Bool
    /// For display.
    package let sourceFile: String?
    /// Line of `sourceFile`, from 1, for display; `nil` if unknown.
    package let line: Int?

    /// Image, backtick, function; `nil` if the frame is dropped.
    package var token: String? { function.map { (image ?? "???") + "`" + $0 } }
  }

  /// The signature that is explained.
  package let signature: Signature
  /// The kind that the facts give. Where it is not the signature's, the stack shows a recursion.
  package let statedKind: SignatureKind
  /// Why it is a recursion, as `7 frames repeat 40 times`; `nil` if it is none.
  package let recursion: String?
  /// Which of the report's stacks was used (step 1 of `docs/signatures.md`).
  package let stack: StackChoice
  /// Every frame of that stack, innermost first, at most `SignatureInput.frameLimit`.
  package let frames: [Frame]
  /// Positions of the frames of the keys, in the keys' order.
  package let chosen: [Int]
  /// True if no frame is the app's, so that frames of the system stand in the keys.
  package let isFallback: Bool
  let lines: [String]

  /// Runs the algorithm on `input` and keeps what each step decided.
  ///
  /// `rules` must be those that the signature to explain was made with.
  package init(_ input: SignatureInput, rules: ImageRules = .builtIn) {
    let grouping = Grouping(input, rules: rules)
    signature = Signature(grouping)
    statedKind = grouping.kind
    recursion = grouping.recursionWords
    stack = input.facts.stack
    chosen = grouping.subjects.isEmpty ? grouping.chosen : []
    isFallback = grouping.isFallback && grouping.subjects.isEmpty
    lines = signature.lines(.default)
    frames = grouping.frames.indices.map { position in
      let frame = input.frames[position]
      let token = grouping.token(position)
      return Frame(
        position: position, writtenImage: frame.image, written: frame.function, image: token.image,
        function: token.function, role: token.role,
        fate: grouping.fates[position] ?? Grouping.roleFate(token.role), isInlined: frame.isInlined,
        sourceFile: frame.sourceFile, line: frame.line)
    }
  }

  /// The kind and the rule that gave it, in one line.
  package var kindExplanation: String {
    let stated = "\(statedKind.name) (rule \(statedKind.rule): \(statedKind.because))"
    guard let recursion, signature.kind != statedKind.name else { return stated }
    return "\(signature.kind): \(recursion); without it \(stated)"
  }
}

extension FrameFate {
  /// What became of the frame, for people: completes "this frame …".
  package var explanation: String {
    switch self {
    case .blamed: "stands first in every key"
    case .inDefault: "stands in the strict and the default key"
    case .inStrict: "stands in the strict key only"
    case .beyond: "is beyond the frames that count"
    case .repeated: "is the same function as its neighbour, and counts once"
    case .dropped: "is code that the compiler made, or lies in no image"
    case .cut: "only carries the failure out, and is cut off the top"
    case .lead: "is the leaf that gives the lead"
    case .folded: "is part of a repetition, which counts once"
    case .machinery: "only carries a failure out"
    case .loader: "is the dynamic loader's"
    case .glue: "only passes control on"
    case .host: "belongs to a program that loads the app, which is never blamed"
    case .system: "is the system's"
    case .unknown: "takes no part"
    }
  }
}
