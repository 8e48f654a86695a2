import CrashReports
import DebugInfo
import Vocabulary

/// The symbolication of one report's frames: first the lookup offsets are collected, then the frames are rewritten with
/// the answers.
struct StackWork {
  /// The symbols of one image.
  struct Answer {
    var symbols: ImageSymbols
    var textAddress: UInt64 = 0
    /// The functions by offset from the image's load address.
    var frames: [UInt64: [SymbolFrame]] = [:]
  }

  let map: ImageMap
  /// The offsets to look up, by image.
  private(set) var lookups: [Int: Set<UInt64>] = [:]
  /// The images with frames that lack a name or a line. Those of other images may only lack inlined functions.
  private(set) var incompleteImages: Set<Int> = []
  /// The answers, by image.
  var answers: [Int: Answer] = [:]
  /// Whether frames with a name and a line are looked up, too, because the report lacks inlined functions.
  private let addsInlines: Bool
  /// The number of inlined frames that may still be added. The limit prevents reports of a million frames with a
  /// hundred inlined functions each.
  private var remainingInlines = 200_000
  /// The maximum number of inlined functions for one address.
  private static let maxInlines = 100

  init(map: ImageMap, addsInlines: Bool) { (self.map, self.addsInlines) = (map, addsInlines) }

  mutating func collect(_ frames: [CrashReport.Frame], isThread: Bool) {
    for position in frames.indices where isIncomplete(position, of: frames) {
      let callee = position > 0 ? frames[position - 1].symbol?.name : nil
      let kind = Self.kind(frames[position], isInnermost: isThread && position == 0, callee: callee)
      if case .success(let location) = map.locate(frames[position], kind) {
        lookups[location.image, default: []].insert(location.lookup)
        if Self.lacksNameOrLine(frames[position]) { incompleteImages.insert(location.image) }
      }
    }
  }

  mutating func rewrite(_ frames: inout [CrashReport.Frame], isThread: Bool) {
    var result: [CrashReport.Frame]?
    // Address kinds are determined from the names in the report, as in `collect`.
    var callee: String?
    for position in frames.indices {
      var frame = frames[position]
      frame.addressKind = Self.kind(frame, isInnermost: isThread && position == 0, callee: callee)
      callee = frame.symbol?.name
      if isIncomplete(position, of: frames) {
        let inlined = complete(&frame)
        if !inlined.isEmpty {
          if result == nil { result = Array(frames[..<position]) }
          result?.append(contentsOf: inlined)
        }
      }
      if result == nil { frames[position] = frame } else { result?.append(frame) }
    }
    if let result { frames = result }
  }

  /// Returns true if symbols may improve a frame: it has no name or no line, or no report of this kind has inlined
  /// functions, and the report does not already contain the functions inlined into it.
  private func isIncomplete(_ position: Int, of frames: [CrashReport.Frame]) -> Bool {
    let frame = frames[position]
    if frame.inlined { return false }
    if position > 0, frames[position - 1].inlined, frames[position - 1].symbol != nil, frame.symbol != nil {
      return false
    }
    return addsInlines || Self.lacksNameOrLine(frame)
  }

  private static func lacksNameOrLine(_ frame: CrashReport.Frame) -> Bool {
    frame.symbol == nil || frame.source?.line == nil
  }

  /// Returns the kind of a frame's address. The address of a thread's innermost frame is the program counter, and so is
  /// that of a frame that a signal interrupted. All others are return addresses.
  private static func kind(_ frame: CrashReport.Frame, isInnermost: Bool, callee: String?) -> AddressKind {
    if let callee, trampolines.contains(callee) { return .exact }
    return frame.addressKind ?? (isInnermost ? .exact : .return)
  }

  /// The functions that call a signal handler, above the frame that the signal interrupted.
  private static let trampolines: Set<String> = ["_sigtramp", "__sigtramp"]

  /// Completes one frame; returns the functions inlined at its address, innermost first.
  private mutating func complete(_ frame: inout CrashReport.Frame) -> [CrashReport.Frame] {
    let location: FrameLocation
    switch map.locate(frame, frame.addressKind ?? .return) {
    case .success(let found): location = found
    case .failure(let fault):
      if frame.symbol == nil { frame.outcome = fault.outcome }
      return []
    }
    guard let answer = answers[location.image] else { return [] }
    frame.imageIndex = location.image
    frame.imageOffset = ImageOffset(location.offset)
    if frame.image == nil { frame.image = map[location.image].name }
    if answer.symbols.outcome != .found {
      if frame.symbol == nil { frame.outcome = answer.symbols.outcome.ofFrame }
      return []
    }
    let known = answer.frames[location.lookup] ?? []
    let isHidden = known.last.map { SymbolNames.isHidden($0.name) } ?? false
    if isHidden { answers[location.image]?.symbols.framesHidden += 1 }
    guard let function = known.last, function.origin != .functionStart, !isHidden else {
      if frame.symbol == nil { frame.outcome = .noSymbolAtAddress }
      return []
    }
    if function.name.isEmpty {
      // Lines without a function, such as those of assembly and of padding, name nothing.
      if frame.symbol == nil {
        frame.outcome = .noSymbolAtAddress
        frame.source = frame.source ?? function.location
      }
      return []
    }
    let address = answer.textAddress &+ location.offset
    let offset = function.functionStart.flatMap { $0.value <= address ? address - $0.value : nil }
    switch NameChoice(frame, image: map[location.image], function: function, offset: offset) {
    case .keep: return []
    case .complete: break
    case .replace:
      frame.symbol = CrashReport.Symbol(name: function.name, offset: offset.flatMap { Int(exactly: $0) })
    }
    frame.source = function.location ?? frame.source
    frame.outcome = function.origin == .debugInfo ? .symbolicated : .symbolTableOnly
    answers[location.image]?.symbols.framesNamed += 1
    return inlined(known.dropLast(), in: frame)
  }

  private mutating func inlined(
    _ functions: ArraySlice<SymbolFrame>, in frame: CrashReport.Frame
  ) -> [CrashReport.Frame] {
    let count = min(functions.count, Self.maxInlines, remainingInlines)
    remainingInlines -= count
    // The innermost functions may contain the reason of a trap, the outermost ones are nearest to the app's code.
    let first = functions.prefix(count / 2)
    let last = functions.suffix(count - first.count)
    return (first + last).map { function in
      var inlined = frame
      inlined.symbol = CrashReport.Symbol(name: function.name)
      inlined.source = function.location
      inlined.inlined = true
      return inlined
    }
  }
}

extension SymbolFrame {
  /// The source location. Line 0 means that the compiler did not record a line.
  fileprivate var location: SourceLocation? {
    guard let file else { return nil }
    // `<compiler-generated>` is not in a folder, although it is joined with the compilation directory.
    let name = file.split(separator: "/").last.flatMap { $0.hasPrefix("<") ? String($0) : nil }
    return SourceLocation(file: name ?? file, line: line > 0 ? line : nil, column: column > 0 ? column : nil)
  }
}

extension ImageSymbols.Outcome {
  /// The corresponding outcome for a frame without a name.
  fileprivate var ofFrame: FrameOutcome {
    switch self {
    case .found: .noSymbolAtAddress
    case .noSymbolFile: .noSymbolFile
    case .uuidMismatch: .uuidMismatch
    case .architectureMismatch: .architectureMismatch
    case .unreadable: .malformed
    case .notAttempted: .notAttempted
    }
  }
}
