/// Numbers that depend only on their seed (SplitMix64), for generated input that a failure can name.
package struct ReproducibleNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the sequence of a seed.
  package init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// A generated tree of calls, and its text as `sample` and spindump print it.
package struct SampledTree: Sendable {
  /// One call: the name of the function, its samples, and its depth below the thread.
  package struct Call: Sendable {
    /// The name of the function.
    package var name: String
    /// The number of samples that have the call.
    package var count: Int
    /// The number of samples in which it is the innermost call.
    package var own: Int
    /// 1 for the outermost call.
    package var depth: Int
    /// The names from the outermost call to this one.
    package var path: [String]
  }

  /// The calls, each after its caller.
  package private(set) var calls: [Call] = []
  /// The number of samples of the thread.
  package let samples: Int

  /// Generates a tree.
  package init(seed: Int) {
    var numbers = ReproducibleNumbers(seed)
    samples = Int.random(in: 1...10_000, using: &numbers)
    add(samples, [], &numbers)
  }

  private mutating func add(_ count: Int, _ path: [String], _ numbers: inout ReproducibleNumbers) {
    guard path.count < 9 else { return }
    var rest = count
    var names: [String] = []
    for _ in 0..<Int.random(in: path.isEmpty ? 1...3 : 0...3, using: &numbers) where rest > 0 {
      let part = Int.random(in: 1...rest, using: &numbers)
      let name = "f\(Int.random(in: 0..<12, using: &numbers))"
      // Callees of one function have different names, as in a tree that a tool printed.
      guard !names.contains(name) else { continue }
      names.append(name)
      let index = calls.count
      calls.append(Call(name: name, count: part, own: part, depth: path.count + 1, path: path + [name]))
      add(part, path + [name], &numbers)
      let callees = calls[(index + 1)...].filter { $0.depth == path.count + 2 }
      calls[index].own = part - callees.reduce(0) { $0 + $1.count }
      rest -= part
    }
  }

  /// The samples by stack, with the names joined by semicolons; those of the thread alone have no name.
  package var stacks: [String: Int] {
    var stacks: [String: Int] = [:]
    for call in calls where call.own > 0 { stacks[call.path.joined(separator: ";"), default: 0] += call.own }
    let outermost = calls.filter { $0.depth == 1 }.reduce(0) { $0 + $1.count }
    if outermost < samples { stacks["", default: 0] += samples - outermost }
    return stacks
  }

  private static let guides = ["+", "!", ":", "|"]

  private static func address(_ name: String) -> String { "0x" + String(0x1000 + name.hashOfDigits * 16, radix: 16) }

  /// The rows of `sample`, with the guides that it prints.
  package func sampleText(thread: Int) -> String {
    var text = "    \(samples) Thread_\(thread)\n"
    for call in calls {
      let indent = (0..<call.depth).map { Self.guides[$0 % Self.guides.count] + " " }.joined()
      text += "    \(indent)\(call.count) \(call.name)  (in MyApp) + 4  [\(Self.address(call.name))]\n"
    }
    return text
  }

  /// The rows of spindump.
  package func spindumpText(thread: Int) -> String {
    var text = "  Thread 0x\(thread)    \(samples) samples (1-\(samples))\n"
    for call in calls {
      let indent = String(repeating: "  ", count: call.depth)
      let row = "\(call.count)  \(call.name) + 4 (MyApp + 20) [\(Self.address(call.name))] 1-\(call.count)"
      text += indent + row + "\n"
    }
    return text
  }
}

extension String {
  /// The number at the end of a generated name.
  fileprivate var hashOfDigits: Int { Int(dropFirst()) ?? 0 }
}
