/// The call tree of a process, from the rows of its threads. Rows with equal text are one function.
struct SampledCalls {
  private var builder: CallTreeBuilder?
  /// The function of each text by its fingerprint, and the text, because fingerprints of different texts may be equal.
  private var functions: [UInt64: (content: Slice, isKernel: Bool, function: Int32)] = [:]

  /// Adds the rows of a thread.
  ///
  /// - Parameters:
  ///   - thread: The index of the thread in the report.
  ///   - samples: The number of samples that the report states for the thread.
  mutating func add(
    _ rows: SampledRows, thread: Int, samples: Int?, _ text: ByteText, _ budget: SampledStacks.Budget
  ) {
    guard !rows.isEmpty else { return }
    // In place: the tree would be copied otherwise.
    var builder = self.builder ?? CallTreeBuilder(limits: budget.limits.callTree)
    self.builder = nil
    let root = builder.begin(thread: thread, samples: samples)
    var positions: [CallTreeBuilder.Position] = []
    positions.reserveCapacity(rows.nodes.count)
    for row in rows.nodes {
      let caller = row.parent < 0 ? root : positions[row.parent]
      positions.append(
        builder.append(function(of: row, &builder, text, budget), below: caller, count: row.count))
    }
    self.builder = builder
  }

  /// Returns the tree; `nil` if it has no calls.
  mutating func finish() -> CallTree? {
    defer { self = Self() }
    return builder?.finish()
  }

  private mutating func function(
    of row: SampledRows.Node, _ builder: inout CallTreeBuilder, _ text: ByteText, _ budget: SampledStacks.Budget
  ) -> Int32? {
    let content = Self.withoutTimes(row.content, text)
    let fingerprint = text.fingerprint(content)
    if let known = functions[fingerprint], known.isKernel == row.isKernel, text.same(known.content, content) {
      return known.function
    }
    // The heaviest stacks of further threads need frames, too.
    guard budget.framesLeft > budget.limits.frames / 2 else { return nil }
    var frame = CrashReport.Frame(index: 0)
    text.readSampledFrame(row.content, into: &frame, names: &budget.names)
    frame.line = row.line
    if row.isKernel, frame.image == nil { frame.image = "kernel" }
    guard let function = builder.function(frame) else { return nil }
    budget.framesLeft -= 1
    if functions[fingerprint] == nil { functions[fingerprint] = (content, row.isKernel, function) }
    return function
  }

  /// Returns the text of a row without the times of its samples, which follow the address: `[0x19d185660] 1-41`.
  private static func withoutTimes(_ content: Slice, _ text: ByteText) -> Slice {
    guard let open = text.findLast("[0x", content),
      let close = text.first(UInt8(ascii: "]"), Slice(open, content.end))
    else { return content }
    return Slice(content.start, close + 1)
  }
}
