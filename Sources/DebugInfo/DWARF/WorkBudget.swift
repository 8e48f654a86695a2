/// A limit for the work that a file may cause, in steps: bytes read and values written.
///
/// Entries, lists and line tables may be shared by many references. Valid files do so a few times. A malicious file
/// could use them to make reading take quadratic time.
struct WorkBudget {
  private var left: Int

  init(steps: Int) { left = steps }

  @inline(__always) var isLeft: Bool { left > 0 }

  @inline(__always)
  mutating func spend(_ steps: Int) { left &-= steps }

  /// Throws if the budget is used up.
  func check(at offset: Int) throws(DWARFFault) {
    if !isLeft {
      throw DWARFFault("its parts refer to each other so often that reading all of it would take too long", at: offset)
    }
  }
}
