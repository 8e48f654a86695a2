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
  mutating func takeFrames() -> [CrashReport.Frame] {
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

  /// True if a frame with this number goes on where the stack ends; `false` means that another stack begins.
  func continues(with number: Int) -> Bool {
    guard let lastNumber else { return true }
    return number > lastNumber || number == lastNumber && number > 0
  }

  mutating func append(_ frame: CrashReport.Frame) {
    // Numbers that jump are frames somebody left out; a first number above 0 is such a jump, too.
    let expected = (lastNumber ?? -1) + 1
    if frame.index > expected { omitted += frame.index - expected }
    lastNumber = frame.index
    inlinedExactAddress = frame.inlined && frame.addressKind == .exact ? frame.address : nil
    count += 1
    if count == 1 { first.reserveCapacity(16) }
    let head = limit - limit / 2
    let tail = limit / 2
    if first.count < head {
      first.append(frame)
    } else if last.count < tail {
      last.append(frame)
    } else {
      last[oldest] = frame
      oldest = (oldest + 1) % tail
      omitted += 1
    }
  }

  /// lldb's `... repeats to frame #1165`.
  mutating func skip(to number: Int) {
    guard let lastNumber, number > lastNumber else { return }
    omitted += number - lastNumber
    self.lastNumber = number
  }
}

/// Image names, each stored once however many frames repeat it.
struct NameCache {
  private var names: [UInt64: (place: Slice, name: String?)] = [:]
  private var recent: (place: Slice, name: String?)?

  /// The name at `place`; `nil` for `???` and for an empty column.
  mutating func name(_ place: Slice, in text: ByteText) -> String? {
    if let recent, text.same(recent.place, place) { return recent.name }
    let hash = text.hash(place)
    if let known = names[hash], text.same(known.place, place) {
      recent = known
      return known.name
    }
    let unknown = place.isEmpty || text.isUnknown(place) || text.equals(place, "<unknown>")
    let entry = (place, unknown ? nil : text.string(place))
    if names.count < 4096 { names[hash] = entry }
    recent = entry
    return entry.1
  }
}
