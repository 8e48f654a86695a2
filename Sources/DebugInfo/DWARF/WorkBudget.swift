/// Work that a file may still cause, in steps: bytes read, values written.
///
/// Entries, lists and line tables may be referred to from many places. Right files do so a few times; one that is made for
/// it would cost the square of its size, and most damage to debug information readers is done with time.
struct WorkBudget {
  private var left: Int

  init(steps: Int) { left = steps }

  @inline(__always) var isLeft: Bool { left > 0 }

  @inline(__always)
  mutating func spend(_ steps: Int) { left &-= steps }

  /// Throws if there is nothing left.
  func check(at offset: Int) throws(DWARFFault) {
    if !isLeft {
      throw DWARFFault("its parts refer to each other so often that reading on would take too long", at: offset)
    }
  }
}
