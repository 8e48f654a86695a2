import Bytes
package import CrashReports
import DebugInfo
import Vocabulary

/// The parts of a report that the algorithm uses, without addresses and without folders of users.
///
/// Signatures can be recomputed from it without the report, including by later versions of the algorithm.
package struct SignatureInput: Hashable, Sendable {
  /// The facts of the report besides the stack, masked.
  package var facts: SignatureFacts
  /// The stack of step 1, innermost first, with inlined functions as separate frames.
  package var frames: [SignatureFrame]

  /// The maximum number of frames.
  package static let frameLimit = 512
  /// The maximum total size of the names of all frames in bytes. Further frames are omitted.
  static let nameBudget = 131_072

  /// Hashes the process and some frames, from all parts of the stack; `==` compares everything.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(facts.process)
    hasher.combine(frames.count)
    for index in stride(from: 0, to: frames.count, by: frames.count / 8 + 1) {
      hasher.combine(frames[index].function)
      hasher.combine(frames[index].line)
    }
  }

  /// Creates an input from facts and frames stored in the history.
  package init(facts: SignatureFacts, frames: [SignatureFrame]) {
    self.facts = facts
    self.frames = frames
  }

  /// Creates an input from the facts and the stack of step 1 of `report`, which should be symbolicated before.
  package init(_ report: CrashReport) {
    var facts = SignatureFacts(report)
    var reader = FrameReader(report)
    let thread = report.threads.flatMap { Self.failedThread($0) }
    facts.failureFunctions = reader.failureFunctions([thread?.frames ?? [], report.raisedStack])
    if thread?.recursion.isEmpty == false { facts.stackOverflowed = true }
    let kind = KindStep.kind(of: facts)
    let (choice, stack) = StackStep.stack(of: report, kind: kind.name)
    facts.stack = choice
    self.facts = facts
    frames = reader.frames(stack)
  }

  /// Returns the thread whose functions show how the process ended.
  private static func failedThread(_ threads: [CrashReport.Thread]) -> CrashReport.Thread? {
    threads.first { $0.crashed } ?? (threads.count == 1 ? threads.first : nil)
  }
}

/// Converts frames of a report to frames of an input. Each image path is processed once.
private struct FrameReader {
  private let images: [BinaryImage]
  private var paths: [SignatureFrame.PathParts?]
  private var owners: ImageOwners

  init(_ report: CrashReport) {
    images = report.images ?? []
    owners = ImageOwners(report)
    paths = Array(repeating: nil, count: images.count)
  }

  private mutating func path(_ index: Int) -> SignatureFrame.PathParts {
    if let known = paths[index] { return known }
    let path = SignatureFrame.PathParts(images[index].path)
    paths[index] = path
    return path
  }

  /// Returns at most 8 failure functions in the order of the stacks.
  mutating func failureFunctions(_ stacks: [[CrashReport.Frame]]) -> [String] {
    var found: [String] = []
    for stack in stacks {
      for index in 0..<min(stack.count, SignatureInput.frameLimit) {
        guard let symbol = stack[index].symbol, MessagePhrases.failureFunctions.occur(in: symbol.readable) else {
          continue
        }
        guard case .function(let name) = FunctionName.normalized(Self.readable(symbol), image: nil),
          FailureFunctions.contains(name[...])
        else { continue }
        let text = SignatureFrame.bounded(name[...].text, to: 200)
        if !found.contains(text) { found.append(text) }
        if found.count == 8 { return found }
      }
    }
    return found
  }

  mutating func frames(_ stack: [CrashReport.Frame]) -> [SignatureFrame] {
    var frames: [SignatureFrame] = []
    frames.reserveCapacity(min(stack.count, SignatureInput.frameLimit))
    var remaining = SignatureInput.nameBudget
    for index in 0..<min(stack.count, SignatureInput.frameLimit) {
      let frame = frame(stack[index])
      remaining -= frame.function.utf8.count + (frame.image?.utf8.count ?? 0) + (frame.file?.utf8.count ?? 0)
      if remaining < 0 { break }
      frames.append(frame)
    }
    return frames
  }

  private mutating func frame(_ frame: CrashReport.Frame) -> SignatureFrame {
    var path = SignatureFrame.PathParts(nil)
    var uuid: ImageUUID?
    var image = frame.image
    if let index = frame.imageIndex, images.indices.contains(index) {
      path = self.path(index)
      uuid = images[index].uuid
      image = image ?? images[index].name
    }
    // The path may be hidden, or that of a copy in the app.
    if path.folder == .other, owners.isSystem(image, at: frame.imageIndex) { path.folder = .system }
    let function = frame.symbol.map { Self.isNamed($0) ? Self.readable($0) : "" } ?? ""
    var result = SignatureFrame(
      image: image, path: path, function: function, imageOffset: frame.imageOffset?.value,
      uuid: SignatureFrame.mayLackName(function) ? uuid?.description : nil)
    result.isInlined = frame.inlined
    if let source = frame.source {
      result.sourceFile = SignatureFrame.bounded(SignatureFrame.lastComponent(source.file) ?? source.file, to: 256)
      result.line = source.line
    }
    return result
  }

  /// Returns false for what is written in place of a name, except for words that the rules of names contain themselves.
  private static func isNamed(_ symbol: CrashReport.Symbol) -> Bool {
    !symbol.isPlaceholder || !symbol.isNearest && UnsymbolicatedFrame.isPlaceholder(Array(symbol.name.utf8)[...])
  }

  /// Returns the demangled name of a symbol.
  private static func readable(_ symbol: CrashReport.Symbol) -> String {
    if let demangled = symbol.demangled { return demangled }
    guard let first = symbol.name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else {
      return symbol.name
    }
    return demangled(symbol.name) ?? symbol.name
  }
}
