extension [UInt64] {
  /// Sorts by the bits from `low` up. Stable: elements that are equal in these bits keep their order.
  ///
  /// The time is linear in the number of elements: a symbol table of half a million entries in any order is sorted in a
  /// few milliseconds.
  mutating func sortStably(byBitsFrom low: Int) {
    guard let first = self.first, low >= 0, low < 64 else { return }
    var differing: UInt64 = 0
    for element in self { differing |= element ^ first }
    var other = [UInt64](repeating: 0, count: count)
    for shift in stride(from: low, to: 64, by: digitBits) where differing >> UInt64(shift) & digitMask != 0 {
      scatter(into: &other, shift: UInt64(shift))
      swap(&self, &other)
    }
  }

  /// Writes the elements to `target` in the order of the digit at `shift`.
  private func scatter(into target: inout [UInt64], shift: UInt64) {
    var offsets = [Int](repeating: 0, count: 1 << digitBits)
    for element in self { offsets[Int(element >> shift & digitMask)] += 1 }
    var sum = 0
    for digit in offsets.indices {
      let size = offsets[digit]
      offsets[digit] = sum
      sum += size
    }
    for element in self {
      let digit = Int(element >> shift & digitMask)
      target[offsets[digit]] = element
      offsets[digit] += 1
    }
  }
}

/// 2,048 counters fit into the L1 cache.
private let digitBits = 11
private let digitMask: UInt64 = (1 << 11) - 1
