import Vocabulary

/// Frames of one stack as they are read: the first and the last ones up to a limit, the middle counted.
struct FrameStack {
  private(set) var first: [CrashReport.Frame] = []
  /// Ring of the last frames, once `first` is full.
  private var last: [CrashReport.Frame] = []
  private var oldest = 0
  /// Frames that the report's own numbering or the limit left out.
  private(set) var omitted = 0
  private(set) var lastNumber: Int?
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) { self.limit = max(2, limit) }

  var isEmpty: Bool { count == 0 }

  /// True if another frame takes the place of one that is kept.
  var isFull: Bool { count >= limit }

  /// Hands over the frames, so that they need not be copied to be completed.
  mutating func consumeFrames() -> [CrashReport.Frame] {
    var frames: [CrashReport.Frame] = []
    swap(&frames, &first)
    if last.isEmpty { return frames }
    frames.append(contentsOf: last[oldest...])
    frames.append(contentsOf: last[..<oldest])
    last = []
    return frames
  }

  /// Address of the last frame, if that is where the thread stood and an inlined function stands for it.
  private(set) var inlinedExactAddress: RuntimeAddress?

  /// True if the last frame is an inlined function: the one it was inlined into may have the same number.
  private var endsInlined = false

  /// True if a frame with this number goes on where the stack ends; `false` means that another stack begins.
  func continues(with number: Int) -> Bool {
    guard let lastNumber else { return true }
    return number > lastNumber || number == lastNumber && (number > 0 || endsInlined)
  }

  /// Adds a frame and lets `fill` complete it where it lies: a frame is large, and copying one costs as much as
  /// reading it.
  ///
  /// - Parameter ofThread: whether the stack is that of a thread, whose innermost frame is where it stood.
  @inline(__always)
  mutating func append(number: Int, ofThread: Bool, _ fill: (inout CrashReport.Frame) -> Void) {
    // Numbers that jump are frames somebody left out; a first number above 0 is such a jump, too.
    let expected = (lastNumber ?? -1) + 1
    if number > expected { omitted += number - expected }
    lastNumber = number
    count += 1
    if count == 1 { first.reserveCapacity(16) }
    let exact = Exactness(isInnermost: ofThread && number == 0, shared: ofThread ? inlinedExactAddress : nil)
    let head = limit - limit / 2
    let tail = limit / 2
    if first.count < head {
      first.append(CrashReport.Frame(index: number))
      inlinedExactAddress = Self.complete(&first[first.count - 1], exact, fill)
      endsInlined = first[first.count - 1].inlined
    } else if last.count < tail {
      last.append(CrashReport.Frame(index: number))
      inlinedExactAddress = Self.complete(&last[last.count - 1], exact, fill)
      endsInlined = last[last.count - 1].inlined
    } else {
      last[oldest] = CrashReport.Frame(index: number)
      inlinedExactAddress = Self.complete(&last[oldest], exact, fill)
      endsInlined = last[oldest].inlined
      oldest = (oldest + 1) % tail
      omitted += 1
    }
  }

  /// What makes a frame's address the place where the thread stood.
  private struct Exactness {
    var isInnermost: Bool
    /// An inlined function shares the address of the frame it was inlined into.
    var shared: RuntimeAddress?
  }

  /// Returns the address, if that is where the thread stood and the frame an inlined function.
  @inline(__always)
  private static func complete(
    _ frame: inout CrashReport.Frame, _ exact: Exactness, _ fill: (inout CrashReport.Frame) -> Void
  ) -> RuntimeAddress? {
    fill(&frame)
    frame.outcome = frame.symbol == nil ? .notAttempted : .fromReport
    let isExact = exact.isInnermost || exact.shared != nil && exact.shared == frame.address
    frame.addressKind = isExact ? .exact : .return
    return isExact && frame.inlined ? frame.address : nil
  }

  /// lldb's `... repeats to frame #1165`.
  mutating func skip(to number: Int) {
    guard let lastNumber, number > lastNumber else { return }
    omitted += number - lastNumber
    self.lastNumber = number
  }
}

/// Image names, each stored once however many frames repeat it, but for names that share a place in the table.
struct NameCache {
  private static let places = 256
  private var names = [(place: Slice, name: String?)](repeating: (Slice(0, 0), nil), count: Self.places)

  /// The name at `place`; `nil` for `???` and for an empty column.
  mutating func name(_ place: Slice, in text: ByteText) -> String? {
    if place.isEmpty { return nil }
    let index = Int(truncatingIfNeeded: text.fingerprint(place) >> 56)
    if text.same(names[index].place, place) { return names[index].name }
    let isUnknown = text.isUnknown(place) || text.equals(place, "<unknown>")
    names[index] = (place, isUnknown ? nil : text.string(place))
    return names[index].name
  }
}
