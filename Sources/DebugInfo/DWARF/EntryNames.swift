extension DebugInfoReader {
  /// What the function of the entry at `place` is called: its linkage name, here or where the entry says that it was
  /// declared, or else its name in the source (DWARF 5, sections 2.15, 3.3.8.2 and 2.13.2).
  mutating func nameOfEntry(at place: Int, from unit: Unit) -> FunctionName {
    var place = place
    var unit = unit
    var sourceName = TextPlace.none
    // Instance, abstract instance, declaration: three steps. A file that goes round in circles ends here.
    for _ in 0..<8 {
      if place < unit.offset || place >= unit.end {
        guard let other = self.unit(containing: place) else { break }
        unit = other
      }
      guard place >= unit.firstEntry, let number = try? tableNumber(for: unit) else { break }
      let found = readName(place, table: number, unit: unit)
      if !found.linkage.isNone { return FunctionName(place: found.linkage, isLinkage: true) }
      if sourceName.isNone { sourceName = found.source }
      guard let next = found.next, next != place else { break }
      place = next
    }
    return FunctionName(place: sourceName, isLinkage: false)
  }

  private mutating func readName(
    _ place: Int, table number: Int, unit: Unit
  ) -> (linkage: TextPlace, source: TextPlace, next: Int?) {
    let table = table(number)
    let file = file
    var cursor = ByteCursor(file.span, place..<unit.end)
    let abbreviation = table.abbreviation(cursor.uleb())
    guard abbreviation.kind != .other, abbreviation.kind != .undeclared else { return (.none, .none, nil) }
    var values = AttributeValues()
    values.read(abbreviation, steps: table.steps.span, encoding: unit.encoding, cursor: &cursor)
    work.spend(cursor.position - place + 16)
    guard !cursor.isOverrun, work.isLeft else { return (.none, .none, nil) }
    return (
      text(values, .linkageName, in: unit), text(values, .name, in: unit),
      reference(values, .abstractOrigin, in: unit) ?? reference(values, .specification, in: unit)
    )
  }

  /// The unit whose bytes include `place`, with its bases.
  private mutating func unit(containing place: Int) -> Unit? {
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
      if list[middle].end <= place { low = middle + 1 } else { high = middle }
    }
    guard low < list.count, place >= list[low].offset else { return nil }
    var unit = list[low]
    if let ready = rootedUnits[low] { return ready }
    let isRead = (try? readRoot(&unit)) == true
    rootedUnits[low] = .some(isRead ? unit : nil)
    return isRead ? unit : nil
  }
}
