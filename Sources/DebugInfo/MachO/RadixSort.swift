extension [UInt64] {
  /// Sorts by the bits from `low` up and keeps the order of elements that are equal in them.
  ///
  /// Linear in the number of elements: a symbol table of half a million is sorted in a few milliseconds, whatever
  /// order a file has it in.
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

  /// One pass: writes the elements to `target` in the order of the digit at `shift`.
  private func scatter(into target: inout [UInt64], shift: UInt64) {
    var places = [Int](repeating: 0, count: 1 << digitBits)
    for element in self { places[Int(element >> shift & digitMask)] += 1 }
    var sum = 0
    for digit in places.indices {
      let size = places[digit]
      places[digit] = sum
      sum += size
    }
    for element in self {
      let digit = Int(element >> shift & digitMask)
      target[places[digit]] = element
      places[digit] += 1
    }
  }
}

/// 2,048 counters fit into the innermost cache.
private let digitBits = 11
private let digitMask: UInt64 = (1 << 11) - 1
