import Bytes
import CrashReports

/// What became of a frame: for the explanation of a signature.
package enum FrameFate: String, Sendable, CaseIterable {
  /// Among the first three: in all keys (the very first), or in the strict and the default one.
  case blamed, inDefault
  /// In the strict key only.
  case inStrict
  /// Beyond the 40 frames of the strict key.
  case beyond
  /// The same function as the neighbour that is in the key.
  case repeated
  /// Code that the compiler made, or an address outside every image.
  case dropped
  /// Throwing, aborting and reporting, cut off the top.
  case cut
  /// It gave the lead.
  case lead
  /// A further turn of a cycle, or above or below a recursion.
  case folded
  /// The part it plays is never blamed.
  case machinery, loader, glue, host, system, unknown
}

/// The steps from the stack to the frames of the keys. Signature and trace are both read from it.
struct Grouping {
  /// What is known of one function in one image.
  struct Token {
    var image: String?
    /// Normalised; `nil` if the frame is dropped.
    var function: String?
    var role = FrameRole.unknown
    var family: String?
    var isUnsymbolicated = false
    /// Image, backtick, function.
    var text = ""
    /// Number of the first token of the same text, which stands for it.
    var identity = 0

    mutating func setFunction(_ name: String) {
      function = name
      text = (image ?? "???") + "`" + name
    }

    /// Texts are compared as bytes.
    func precedes(_ other: Token) -> Bool { text.utf8.lexicographicallyPrecedes(other.text.utf8) }
  }

  let kind: SignatureKind
  private(set) var kindName: String
  private(set) var tokens: [Token] = []
  /// For each frame of the input its token.
  private(set) var frames: [Int] = []
  private(set) var fates: [FrameFate?] = []
  private(set) var lead: String?
  private(set) var recursionWords: String?
  private(set) var confidence: Signature.Confidence = .high
  /// Frames of the keys, as positions of the input.
  private(set) var chosen: [Int] = []
  private(set) var isFallback = false
  private(set) var subjects: [Subject] = []

  init(_ input: SignatureInput, rules: ImageRules) {
    kind = KindStep.kind(of: input.facts)
    kindName = kind.name
    normalize(input, rules)
    if input.facts.stack == .firstThread { confidence = .low }
    // A list of bare addresses, as a console prints it, is no stack: nothing of it would stand in a key.
    let hasFrames = tokens.contains { $0.image != nil || !$0.isUnsymbolicated && $0.function != nil }
    if let stated = SubjectStep.instead(of: input.facts, kind: kindName, hasFrames: hasFrames) {
      subjects = stated
      for index in fates.indices where fates[index] == nil { fates[index] = Self.roleFate(tokens[frames[index]].role) }
      return
    }
    let kept = hasFrames ? frames.indices.filter { fates[$0] == nil } : []
    let loose = reduce(kept, input.facts)
    choose(from: loose)
    if chosen.isEmpty {
      subjects = SubjectStep.remaining(of: input.facts)
      confidence = .low
      lead = nil
    }
  }

  func token(_ position: Int) -> Token { tokens[frames[position]] }
}

// MARK: Steps 3 to 6

extension Grouping {
  private struct Source: Hashable {
    var image: Int
    var function: String
    var offset: UInt64?
    var uuid: String?
    var isTop: Bool
  }

  private mutating func normalize(_ input: SignatureInput, _ rules: ImageRules) {
    var known: [Source: Int] = [:]
    var texts: [String: Int] = [:]
    var images = ImageTable(rules: rules)
    known.reserveCapacity(input.frames.count)
    frames.reserveCapacity(input.frames.count)
    let count = min(input.frames.count, SignatureInput.frameLimit)
    for position in 0..<count {
      let image = images.number(
        of: input.frames[position].image, file: input.frames[position].file, folder: input.frames[position].folder)
      // Offset and UUID are there only where the function is not.
      let source = Source(
        image: image, function: input.frames[position].function, offset: input.frames[position].imageOffset,
        uuid: input.frames[position].uuid, isTop: position == 0)
      let number: Int
      if let found = known[source] {
        number = found
      } else {
        number = tokens.count
        known[source] = number
        var token = Self.token(input.frames[position], images.images[image], position)
        token.identity = number
        if token.function != nil {
          if let same = texts[token.text] { token.identity = same } else { texts[token.text] = number }
        }
        tokens.append(token)
      }
      frames.append(number)
      fates.append(tokens[number].function == nil ? .dropped : nil)
    }
  }

  /// An image by its normalized name.
  private struct Image {
    var name: String?
    var traits: ImageTraits?

    func role(_ function: FunctionTraits) -> FrameRole {
      traits.map { FrameRole.ofGrouped(function, in: $0) } ?? .unknown
    }
  }

  /// Images of a stack are few; each is looked up in the lists once.
  private struct ImageTable {
    let rules: ImageRules
    private var keys: [(image: String?, file: String?, folder: SignatureFrame.Folder?)] = []
    private(set) var images: [Image] = []

    init(rules: ImageRules) { self.rules = rules }

    mutating func number(of image: String?, file: String?, folder: SignatureFrame.Folder?) -> Int {
      for number in keys.indices
      where keys[number].folder == folder && keys[number].image == image
        && keys[number].file == file
      {
        return number
      }
      keys.append((image, file, folder))
      let name = ImageName.normalized(image, file: file)
      let traits = name.map {
        ImageTraits(
          name: Array($0.utf8)[...], written: Array((image ?? "").utf8)[...], folder: folder, rules: rules,
          for: .grouping)
      }
      images.append(Image(name: name, traits: traits))
      return images.count - 1
    }
  }

  private static func token(_ frame: SignatureFrame, _ image: Image, _ position: Int) -> Token {
    var token = Token()
    token.image = image.name
    switch FunctionName.normalized(frame.function, image: image.name) {
    case .dropped: return token
    case .function(let name):
      token.role = image.role(FunctionTraits(of: name[...]))
      token.family = FunctionFamily.name(of: name[...])
      token.setFunction(name[...].text)
    case .unsymbolicated:
      token.role = image.role([])
      token.isUnsymbolicated = true
      let function = UnsymbolicatedFrame.function(
        role: token.role, hasImage: image.name != nil, position: position, imageOffset: frame.imageOffset,
        uuid: frame.uuid)
      if let function { token.setFunction(function) }
    }
    return token
  }
}

// MARK: Step 7

extension Grouping {
  static func roleFate(_ role: FrameRole) -> FrameFate {
    switch role {
    case .app, .unknown: .unknown
    case .system: .system
    case .host: .host
    case .machinery: .machinery
    case .glue: .glue
    case .loader: .loader
    }
  }

  private var mayRecurse: Bool {
    ["memory", "trap", "abort", "unknown"].contains(kindName) || kindName.hasPrefix("exception")
  }

  /// Cut, lead, cycles. Returns what is left.
  private mutating func reduce(_ kept: [Int], _ facts: SignatureFacts) -> [Int] {
    let top = kept.firstIndex { token($0).role != .machinery } ?? kept.endIndex
    for position in kept[..<top] { fates[position] = .cut }
    let stack = Array(kept[top...])
    guard let first = stack.first else { return [] }
    let identities = stack.map { tokens[frames[$0]].identity }
    let cycle = CycleStep.find(identities)
    if let cycle, mayRecurse, facts.stackOverflowed || cycle.turns >= 10 || cycle.count >= 60 {
      return recursion(stack, cycle)
    }
    if cycle == nil, facts.stackOverflowed, mayRecurse, let loose = looseRecursion(stack) { return loose }
    let leader = token(first)
    if !leader.isUnsymbolicated, leader.role != .app, let family = leader.family {
      lead = family
      fates[first] = .lead
    }
    guard let cycle else { return stack }
    let end = cycle.start + cycle.count
    for position in stack[(cycle.start + cycle.period)..<end] { fates[position] = .folded }
    return Array(stack[..<(cycle.start + cycle.period)] + stack[end...])
  }

  private mutating func recursion(_ stack: [Int], _ cycle: CycleStep.Cycle) -> [Int] {
    kindName = "recursion"
    recursionWords = "\(cycle.period) frames repeat \(cycle.turns) times"
    let turn = Array(stack[cycle.start..<(cycle.start + cycle.period)])
    for position in stack { fates[position] = .folded }
    for position in turn { fates[position] = nil }
    return CycleStep.smallestRotation(turn) { token($0).precedes(token($1)) }
  }

  /// No exact cycle in an overflowed stack: the app's functions that recur, in the order of their bytes.
  private mutating func looseRecursion(_ stack: [Int]) -> [Int]? {
    var counts: [Int: (count: Int, position: Int)] = [:]
    for position in stack.prefix(200) where token(position).role == .app {
      let identity = token(position).identity
      counts[identity] = (counts[identity].map { $0.count + 1 } ?? 1, counts[identity]?.position ?? position)
    }
    let found = counts.values.filter { $0.count >= 3 }.map(\.position)
    guard !found.isEmpty else { return nil }
    kindName = "recursion"
    recursionWords = "\(found.count) functions recur, in no exact order"
    confidence = confidence == .low ? .low : .medium
    for position in stack { fates[position] = .folded }
    for position in found { fates[position] = nil }
    return found.sorted { token($0).precedes(token($1)) }
  }
}

// MARK: Step 8

extension Grouping {
  /// Frames of the strict key, and of the default and the coarse one.
  static let strictFrames = 40
  static let defaultFrames = 3

  private mutating func choose(from stack: [Int]) {
    var wanted = stack.filter { token($0).role == .app }
    var limit = Self.strictFrames
    if wanted.isEmpty {
      isFallback = true
      limit = Self.defaultFrames
      wanted = stack.filter { position in
        let token = token(position)
        return (token.role == .system || token.role == .host || token.role == .unknown) && token.family == nil
      }
      if wanted.isEmpty { wanted = stack.filter { token($0).role != .machinery } }
      if !wanted.isEmpty { confidence = .low }
    }
    for position in wanted {
      if let last = chosen.last, token(last).identity == token(position).identity {
        if fates[position] == nil { fates[position] = .repeated }
      } else if chosen.count < limit {
        // A leaf of a family that is in the key for want of others keeps the fate of a lead.
        fates[position] = chosen.isEmpty ? .blamed : chosen.count < Self.defaultFrames ? .inDefault : .inStrict
        chosen.append(position)
      } else if fates[position] == nil {
        fates[position] = isFallback ? Self.roleFate(token(position).role) : .beyond
      }
    }
    for position in frames.indices where fates[position] == nil {
      fates[position] = Self.roleFate(token(position).role)
    }
  }
}
