import CrashReports
import DebugInfo
import Symbolication
import Synchronization
import Vocabulary

/// The symbols of a synthetic image: functions with linked start and end.
struct SyntheticNames: AddressNames {
  struct Function: Sendable {
    var range: Range<UInt64>
    /// The frames, innermost first; `functionStart` is set later.
    var frames: [SymbolFrame]
  }

  var textAddress: UInt64 = 0
  var architectureName = "arm64"
  var functions: [Function]

  func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]] {
    addresses.map { address in
      guard let function = functions.first(where: { $0.range.contains(address.value) }) else { return [] }
      return function.frames.map { frame in
        var frame = frame
        frame.functionStart = LinkedAddress(function.range.lowerBound)
        return frame
      }
    }
  }
}

extension SymbolFrame {
  static func made(
    _ name: String, _ file: String? = nil, _ line: Int = 0, inlined: Bool = false, _ origin: Origin = .debugInfo
  ) -> SymbolFrame {
    SymbolFrame(
      name: name, file: file, line: line, column: 0, isInlined: inlined, origin: origin, functionStart: nil)
  }
}

/// The symbols of synthetic images by UUID, and a record of the searches.
final class SyntheticSource: SymbolSource {
  let locations = ["made"]
  private let answers: [ImageUUID: FoundSymbols]
  private let asked = Mutex<[String]>([])

  init(_ names: [String: SyntheticNames], other: [String: ImageSymbols] = [:]) {
    var answers: [ImageUUID: FoundSymbols] = [:]
    for (text, made) in names {
      if let uuid = ImageUUID(text) {
        answers[uuid] = FoundSymbols(ImageSymbols(.found, file: "made.dSYM"), names: made)
      }
    }
    for (text, answer) in other {
      if let uuid = ImageUUID(text) { answers[uuid] = FoundSymbols(answer) }
    }
    self.answers = answers
  }

  /// The names of the searched images, in order.
  var images: [String] { asked.withLock { $0 } }

  func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols {
    asked.withLock { $0.append(image.name ?? "?") }
    return image.uuid.flatMap { answers[$0] } ?? FoundSymbols(ImageSymbols(.noSymbolFile))
  }
}
