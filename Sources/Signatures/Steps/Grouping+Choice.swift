import CrashReports

extension Grouping {
  /// The number of frames in the strict key.
  static let strictFrames = 40
  /// The number of frames in the default key.
  static let defaultFrames = 3

  mutating func choose(from stack: [Int]) {
    var wanted = stack.filter { token($0).role == .app && !token($0).isForeign }
    if wanted.isEmpty { wanted = stack.filter { token($0).role == .app } }
    for position in stack where token(position).isForeign { fates[position] = .machinery }
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
        // The leaf that determined the lead may be in the key if there are no other frames; then it is marked as such.
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

  /// Returns true for a stack in which no frame has a name, and the app has no frame but one that runs everything else,
  /// such as `main`. Its first frames would be the same for every failure.
  func isWithoutNames(_ stack: [Int]) -> Bool {
    guard kindName != "recursion", let first = stack.first, token(first).role != .app else { return false }
    var app: (identity: Int, last: Int)?
    for (index, position) in stack.enumerated() {
      let token = token(position)
      if token.role == .glue || token.role == .machinery || token.role == .loader { continue }
      guard token.isUnsymbolicated, token.image != nil else { return false }
      guard token.role == .app else { continue }
      if let app, app.identity != token.identity { return false }
      app = (token.identity, index)
    }
    // Only the function that starts the process is below `main`.
    if let app, stack.count - app.last > 2 { return false }
    return stack.contains { token($0).isUnsymbolicated && token($0).role != .app }
  }

  /// Chooses all frames, because only the sequence of images and the offsets of the app identify the failure. Adjacent
  /// frames of one image of the system count once.
  mutating func chooseUnnamed(_ stack: [Int], _ facts: SignatureFacts) {
    isUnnamed = true
    confidence = .low
    lead = facts.exceptionType ?? facts.signal ?? lead
    owner = stack.contains { token($0).role == .app } ? nil : facts.process
    for position in stack where token(position).isUnsymbolicated {
      if let last = chosen.last, token(last).identity == token(position).identity {
        if fates[position] == nil { fates[position] = .repeated }
      } else if chosen.count < Self.strictFrames {
        fates[position] = chosen.isEmpty ? .blamed : .inDefault
        chosen.append(position)
      } else {
        fates[position] = .beyond
      }
    }
    for position in frames.indices where fates[position] == nil {
      fates[position] = Self.roleFate(token(position).role)
    }
  }
}
