import Vocabulary

/// The frames of a stack that is being read. Beyond a limit, only the first and last frames are stored; omitted ones
/// are counted.
struct FrameStack {
  private(set) var first: [CrashReport.Frame] = []
  /// A ring buffer of the last frames, used after `first` is full.
  private var last: [CrashReport.Frame] = []
  private var oldest = 0
  /// The number of frames that the report or the limit omitted.
  private(set) var omitted = 0
  private(set) var lastNumber: Int?
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) { self.limit = max(2, limit) }

  var isEmpty: Bool { count == 0 }

  /// Whether a further frame replaces a stored one.
  var isFull: Bool { count >= limit }

  /// Returns the frames and empties the stack, so that the caller can change them without a copy.
  mutating func consumeFrames() -> [CrashReport.Frame] {
    var frames: [CrashReport.Frame] = []
    swap(&frames, &first)
    if last.isEmpty { return frames }
    frames.append(contentsOf: last[oldest...])
    frames.append(contentsOf: last[..<oldest])
    last = []
    return frames
  }

  /// The address of the last frame, if it is exact and the frame is an inlined function.
  private(set) var inlinedExactAddress: RuntimeAddress?

  /// Whether the last frame is an inlined function; the next frame may have the same number.
  private var endsInlined = false

  /// Returns whether a frame with this number continues the stack; `false` if another stack begins.
  func continues(with number: Int) -> Bool {
    guard let lastNumber else { return true }
    return number > lastNumber || number == lastNumber && (number > 0 || endsInlined)
  }

  /// Adds a frame, which `fill` completes in place: a frame is large, and copying one takes as long as reading it.
  ///
  /// - Parameter ofThread: Whether this is the stack of a thread, whose innermost frame has an exact address.
  @inline(__always)
  mutating func append(number: Int, ofThread: Bool, _ fill: (inout CrashReport.Frame) -> Void) {
    // A gap in the numbers means omitted frames; so does a first number above 0.
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

  /// The conditions under which the address of a frame is exact.
  private struct Exactness {
    var isInnermost: Bool
    /// The exact address of the previous, inlined frame; the frame it is inlined into has the same address.
    var shared: RuntimeAddress?
  }

  /// Completes a frame. Returns its address if it is exact and the frame is an inlined function.
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

  /// Skips `frames` frames, which the report states as omitted.
  mutating func skip(_ frames: Int) {
    guard let lastNumber, frames > 0, lastNumber < 10_000_000 else { return }
    omitted += frames
    self.lastNumber = lastNumber + frames
  }

  /// Skips frames up to `number`, for lldb's `... repeats to frame #1165`.
  mutating func skip(to number: Int) {
    guard let lastNumber, number > lastNumber else { return }
    omitted += number - lastNumber
    self.lastNumber = number
  }
}

/// A cache of names of images or functions, so that frames share one string per name. Names in the same slot replace each other.
struct NameCache {
  private struct Entry {
    var slice: Slice
    var name: String?
  }

  private var entries: [Entry] = []
  /// The number of each slot's entry, from 1; 0 if the slot is empty. Most texts have few names.
  private var slots = [UInt16](repeating: 0, count: 256)

  /// Returns the name in `slice`; `nil` for `???` and for an empty column.
  mutating func name(_ slice: Slice, in text: ByteText) -> String? {
    if slice.isEmpty { return nil }
    let slot = Int(truncatingIfNeeded: text.fingerprint(slice) >> 56)
    let number = Int(slots[slot])
    if number > 0, text.same(entries[number - 1].slice, slice) { return entries[number - 1].name }
    let isUnknown = text.isUnknown(slice) || text.equals(slice, "<unknown>")
    let entry = Entry(slice: slice, name: isUnknown ? nil : text.string(slice))
    if number > 0 {
      entries[number - 1] = entry
    } else {
      entries.append(entry)
      slots[slot] = UInt16(truncatingIfNeeded: entries.count)
    }
    return entry.name
  }
}
