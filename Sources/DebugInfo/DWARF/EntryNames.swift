extension DebugInfoReader {
  /// Returns the name of the function whose entry is at `offset`: its linkage name, from this entry or from the entries
  /// it refers to, or else its source name (DWARF 5, sections 2.15, 3.3.8.2 and 2.13.2).
  mutating func nameOfEntry(at start: Int, from unit: Unit) -> FunctionNameReference {
    var offset = start
    var unit = unit
    var sourceName = StringReference.none
    // Concrete instance, abstract instance, declaration: three steps. The limit ends reference cycles.
    for _ in 0..<8 {
      if offset < unit.offset || offset >= unit.end {
        guard let other = self.unit(containing: offset) else { break }
        unit = other
      }
      guard offset >= unit.firstEntry, let number = try? tableNumber(for: unit) else { break }
      let found = readName(offset, table: number, unit: unit)
      if !found.linkage.isNone { return FunctionNameReference(string: found.linkage, isLinkage: true) }
      if sourceName.isNone { sourceName = found.source }
      guard let next = found.next, next != offset else { break }
      offset = next
    }
    return FunctionNameReference(string: sourceName, isLinkage: false)
  }

  private mutating func readName(
    _ offset: Int, table number: Int, unit: Unit
  ) -> (linkage: StringReference, source: StringReference, next: Int?) {
    guard work.isLeft else { return (.none, .none, nil) }
    let table = table(number)
    let file = file
    var cursor = ByteCursor(file.span, offset..<unit.end)
    let abbreviation = table.abbreviation(cursor.uleb())
    guard abbreviation.kind != .other, abbreviation.kind != .undeclared else { return (.none, .none, nil) }
    var values = AttributeValues()
    values.read(abbreviation, steps: table.steps.span, encoding: unit.encoding, cursor: &cursor)
    work.spend(cursor.position - offset + 16)
    guard !cursor.isOverrun else { return (.none, .none, nil) }
    return (
      text(values, .linkageName, in: unit), text(values, .name, in: unit),
      reference(values, .abstractOrigin, in: unit) ?? reference(values, .specification, in: unit)
    )
  }

  /// Returns the unit that contains `offset`, with its root entry read.
  private mutating func unit(containing offset: Int) -> Unit? {
    if unitList == nil {
      var list: [Unit] = []
      forEachUnit {
        list.append($0)
        return true
      }
      unitList = list
    }
    guard let list = unitList, !list.isEmpty else { return nil }
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < list.count, offset >= list[low].offset else { return nil }
    var unit = list[low]
    if let ready = rootedUnits[low] { return ready }
    let isRead = (try? readRoot(&unit)) == true
    rootedUnits[low] = .some(isRead ? unit : nil)
    return isRead ? unit : nil
  }
}
