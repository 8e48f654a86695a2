import Bytes
package import CrashReports
import DebugInfo
import Vocabulary

/// Everything the algorithm reads of a report, and nothing else: no address, no folder of a user.
///
/// A signature can be made again from it, by a later version too, without the report.
package struct SignatureInput: Hashable, Sendable {
  /// What the report states beside the stack, masked.
  package var facts: SignatureFacts
  /// The stack of step 1, innermost first, inlined functions as frames of their own.
  package var frames: [SignatureFrame]

  /// Frames looked at.
  package static let frameLimit = 512
  /// Bytes of the names of all frames together; frames beyond are left off.
  static let nameBudget = 131_072

  /// Creates an input from stored facts and frames, as the history keeps them.
  package init(facts: SignatureFacts, frames: [SignatureFrame]) {
    self.facts = facts
    self.frames = frames
  }

  /// Takes facts and the stack of step 1 from `report`, whose frames should have their names by then.
  package init(_ report: CrashReport) {
    var facts = SignatureFacts(report)
    var reader = FrameReader(report)
    let thread = report.threads.flatMap { Self.failedThread($0) }
    facts.failureFunctions = reader.failureFunctions([thread?.frames ?? [], report.lastExceptionBacktrace ?? []])
    if thread?.recursion.isEmpty == false { facts.stackOverflowed = true }
    let kind = KindStep.kind(of: facts)
    let (choice, stack) = StackStep.stack(of: report, kind: kind.name)
    facts.stack = choice
    self.facts = facts
    frames = reader.frames(stack)
  }

  /// The thread whose functions say how the process ended.
  private static func failedThread(_ threads: [CrashReport.Thread]) -> CrashReport.Thread? {
    threads.first { $0.crashed } ?? (threads.count == 1 ? threads.first : nil)
  }
}

/// Turns frames of a report into those of an input, each image looked at once.
private struct FrameReader {
  private let images: [BinaryImage]
  private var places: [SignatureFrame.Place?]

  init(_ report: CrashReport) {
    images = report.images ?? []
    places = Array(repeating: nil, count: images.count)
  }

  private mutating func place(_ index: Int) -> SignatureFrame.Place {
    if let known = places[index] { return known }
    let place = SignatureFrame.Place(path: images[index].path)
    places[index] = place
    return place
  }

  /// Up to 8 of them, in the order of the stacks.
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
    var left = SignatureInput.nameBudget
    for index in 0..<min(stack.count, SignatureInput.frameLimit) {
      let made = made(stack[index])
      left -= made.function.utf8.count + (made.image?.utf8.count ?? 0) + (made.file?.utf8.count ?? 0)
      if left < 0 { break }
      frames.append(made)
    }
    return frames
  }

  private mutating func made(_ frame: CrashReport.Frame) -> SignatureFrame {
    var place = SignatureFrame.Place(path: nil)
    var uuid: ImageUUID?
    var image = frame.image
    if let index = frame.imageIndex, images.indices.contains(index) {
      place = self.place(index)
      uuid = images[index].uuid
      image = image ?? images[index].name
    }
    let function = frame.symbol.map(Self.readable) ?? ""
    var made = SignatureFrame(
      image: image, place: place, function: function, imageOffset: frame.imageOffset?.value,
      uuid: SignatureFrame.mayLackName(function) ? uuid?.description : nil)
    made.isInlined = frame.inlined
    if let source = frame.source {
      made.sourceFile = SignatureFrame.bounded(SignatureFrame.lastComponent(source.file) ?? source.file, to: 256)
      made.line = source.line
    }
    return made
  }

  /// What the report or a symbol file says, demangled if nobody has done so.
  private static func readable(_ symbol: CrashReport.Symbol) -> String {
    if let demangled = symbol.demangled { return demangled }
    guard let first = symbol.name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else {
      return symbol.name
    }
    return demangled(symbol.name) ?? symbol.name
  }
}
