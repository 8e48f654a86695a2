/// Reads an archive and the archives in it.
final class ArchiveReader {
  private let budget: ArchiveBudget
  private let selection: ArchiveSelection
  private let visit: (ArchiveMember) -> Bool
  private(set) var contents = ArchiveContents()

  private static let headSize = 4096
  private static let examples = 5
  /// Remarks on what was tolerated are kept of so many places.
  private static let notes = 20

  init(_ budget: ArchiveBudget, _ selection: ArchiveSelection, _ visit: @escaping (ArchiveMember) -> Bool) {
    self.budget = budget
    self.selection = selection
    self.visit = visit
  }

  /// Where the reading is: in which archive, and how many there are around it.
  private struct Place {
    /// Names of the members that led here.
    var name: String?
    var depth = 0
    var layers = 0

    func member(_ name: String) -> Place {
      Place(name: self.name.map { $0 + "/" + name } ?? name, depth: depth, layers: layers)
    }
  }

  func read(_ source: ByteSource) {
    let place = Place()
    if Archive.kind(of: source.read(0, Archive.headSize)) == .zip {
      readZip(source, place)
    } else {
      read(PeekStream(SourceStream(source, 0..<source.count)), size: source.count, place)
    }
    if let exhausted = budget.exhausted { tell(exhausted, nil) }
  }

  // MARK: - What a stream holds

  private func read(_ stream: PeekStream, size: Int?, _ place: Place) {
    let head = stream.peek(Self.headSize)
    guard let kind = Archive.kind(of: head) else { return readMember(stream, head, size, place) }
    var inner = place
    inner.layers += 1
    if kind != .gzip { inner.depth += 1 }
    guard inner.depth <= budget.limits.depth, inner.layers <= budget.limits.layers else {
      return tell(ArchiveFault(.tooLarge, "is an archive in an archive in an archive; unpack it first"), place.name)
    }
    switch kind {
    case .gzip: readGzip(stream, inner)
    case .tar: readTar(stream, inner)
    case .zip:
      do { readZip(ByteSource(try collect(stream, size: size).bytes), inner, isCounted: true) } catch {
        tell(error, place.name)
      }
    }
  }

  private func readGzip(_ stream: PeekStream, _ place: Place) {
    let inflated = InflateStream(stream, .gzip, budget)
    let content = PeekStream(inflated)
    read(content, size: nil, place)
    if inflated.hasTrailingBytes, contents.notes.count < Self.notes {
      contents.notes.append("\(place.name ?? "The file") has bytes behind its end, which were passed over.")
    }
  }

  private func readTar(_ stream: PeekStream, _ place: Place) {
    do throws(ArchiveFault) {
      try TarReader(stream, budget).forEach { (found) throws(ArchiveFault) in
        switch found {
        case .failure(let fault): tell(fault, place.name)
        case .success(let (name, size, bytes)):
          guard let bytes else { return pass(name, place) }
          if isWanted(name, place) { read(PeekStream(bytes), size: size, place.member(name)) }
        }
      }
      // Behind a tar's end there is padding; reading it shows whether the checksum of gzip holds.
      try stream.skip(Self.headSize * 256)
    } catch {
      if budget.exhausted == nil { tell(error, place.name) }
    }
  }

  private func readZip(_ source: ByteSource, _ place: Place, isCounted: Bool = false) {
    var place = place
    if !isCounted {
      place.depth += 1
      place.layers += 1
    }
    do throws(ArchiveFault) {
      try ZipReader(source, budget).forEach { (entry, open) throws(ArchiveFault) in
        guard let entry else { return }
        if entry.isSpecial { return pass(entry.name, place) }
        guard isWanted(entry.name, place) else { return }
        do throws(ArchiveFault) {
          let content = try open()
          read(PeekStream(content.stream), size: content.size, place.member(entry.name))
        } catch { tell(error, place.member(entry.name).name) }
      }
    } catch {
      if budget.exhausted == nil { tell(error, place.name) }
    }
  }

  // MARK: - Members

  private func isWanted(_ name: String, _ place: Place) -> Bool {
    if MemberName.isHidden(name) { return false }
    if selection.byName(name) { return true }
    pass(name, place)
    return false
  }

  private func pass(_ name: String, _ place: Place) {
    if MemberName.isHidden(name) { return }
    contents.skippedCount += 1
    if contents.examples.count < Self.examples, let name = place.member(name).name { contents.examples.append(name) }
  }

  private func readMember(_ stream: PeekStream, _ head: [UInt8], _ size: Int?, _ place: Place) {
    if !head.isEmpty, !selection.byHead(head) {
      contents.skippedCount += 1
      if contents.examples.count < Self.examples, let name = place.name { contents.examples.append(name) }
      return
    }
    do throws(ArchiveFault) {
      try budget.countMember()
      let (bytes, fault) = try collect(stream, size: size)
      try budget.handOn(bytes.count)
      if !visit(ArchiveMember(name: place.name, bytes: bytes, fault: fault)) { budget.cancel() }
    } catch {
      if budget.exhausted == nil { tell(error, place.name) }
    }
  }

  /// All of a stream; of one that ends early what there is, with the fault.
  private func collect(_ stream: PeekStream, size: Int?) throws(ArchiveFault) -> (bytes: [UInt8], fault: ArchiveFault?)
  {
    let limit = budget.limits.memberBytes
    let tooLarge = ArchiveFault(.tooLarge, "larger than \(ArchiveBudget.size(limit)) (--max-size)")
    if let size, size > limit { throw tooLarge }
    var bytes: [UInt8] = []
    while true {
      do throws(ArchiveFault) {
        let part = try stream.read(1 << 16)
        if part.isEmpty { return (bytes, nil) }
        bytes += part
        if bytes.count > limit { throw tooLarge }
      } catch {
        if error.code == .endsEarly { return (bytes, error) }
        throw error
      }
    }
  }

  private func tell(_ fault: ArchiveFault, _ name: String?) {
    if fault.code == .cancelled { return }
    if !visit(ArchiveMember(name: name, fault: fault)) { budget.cancel() }
  }
}
