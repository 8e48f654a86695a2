/// Reads an archive and the archives nested in it.
final class ArchiveReader {
  private let budget: ArchiveBudget
  private let selection: ArchiveSelection
  private let visit: (ArchiveMember) -> Bool
  private(set) var contents = ArchiveContents()

  private static let headSize = 4096
  private static let maxExamples = 5
  /// The maximum number of notes about tolerated irregularities.
  private static let maxNotes = 20

  init(_ budget: ArchiveBudget, _ selection: ArchiveSelection, _ visit: @escaping (ArchiveMember) -> Bool) {
    self.budget = budget
    self.selection = selection
    self.visit = visit
  }

  /// The archive or member that is being read, and the number of archives around it.
  private struct Nesting {
    /// The names of the members around it, joined with `/`.
    var name: String?
    var depth = 0
    var layers = 0

    func member(_ name: String) -> Nesting {
      Nesting(name: self.name.map { $0 + "/" + name } ?? name, depth: depth, layers: layers)
    }
  }

  func read(_ source: ByteSource) {
    let nesting = Nesting()
    if Archive.kind(of: source.read(0, Archive.headSize)) == .zip {
      readZip(source, nesting)
    } else {
      read(PeekStream(SourceStream(source, 0..<source.count)), size: source.count, nesting)
    }
    if let exhausted = budget.exhausted { report(exhausted, nil) }
  }

  // MARK: - Contents of a stream

  private func read(_ stream: PeekStream, size: Int?, _ nesting: Nesting) {
    let head = stream.peek(Self.headSize)
    guard let kind = Archive.kind(of: head) else { return readMember(stream, head, size, nesting) }
    var inner = nesting
    inner.layers += 1
    if kind != .gzip, kind != .zstd { inner.depth += 1 }
    guard inner.depth <= budget.limits.depth, inner.layers <= budget.limits.layers else {
      return report(
        ArchiveFault(.tooLarge, "is nested too deeply (an archive in an archive in an archive); unpack it first"),
        nesting.name)
    }
    switch kind {
    case .gzip: readGzip(stream, inner)
    case .tar: readTar(stream, inner)
    case .zstd:
      do {
        let compressed = try collect(stream, size: size)
        if compressed.fault == nil || !compressed.bytes.isEmpty {
          let content = ZstandardStream(compressed.bytes, budget)
          read(PeekStream(content), size: nil, inner)
          if content.hasTrailingBytes, contents.notes.count < Self.maxNotes {
            contents.notes.append("\(nesting.name ?? "The file") has trailing bytes, which were ignored.")
          }
        }
      } catch {
        report(error, nesting.name)
      }
    case .zip:
      do { readZip(ByteSource(try collect(stream, size: size).bytes), inner, isCounted: true) } catch {
        report(error, nesting.name)
      }
    }
  }

  private func readGzip(_ stream: PeekStream, _ nesting: Nesting) {
    let inflated = InflateStream(stream, .gzip, budget)
    let content = PeekStream(inflated)
    read(content, size: nil, nesting)
    if inflated.hasTrailingBytes, contents.notes.count < Self.maxNotes {
      contents.notes.append("\(nesting.name ?? "The file") has trailing bytes, which were ignored.")
    }
  }

  private func readTar(_ stream: PeekStream, _ nesting: Nesting) {
    do throws(ArchiveFault) {
      try TarReader(stream, budget).forEach { (found) throws(ArchiveFault) in
        switch found {
        case .failure(let fault): report(fault, nesting.name)
        case .success(let (name, size, bytes)):
          guard let bytes else { return skip(name, nesting) }
          if isWanted(name, nesting) { read(PeekStream(bytes), size: size, nesting.member(name)) }
        }
      }
      // Padding follows the end of a tar archive; reading it verifies the checksum of gzip.
      try stream.skip(Self.headSize * 256)
    } catch {
      if budget.exhausted == nil { report(error, nesting.name) }
    }
  }

  private func readZip(_ source: ByteSource, _ nesting: Nesting, isCounted: Bool = false) {
    var nesting = nesting
    if !isCounted {
      nesting.depth += 1
      nesting.layers += 1
    }
    do throws(ArchiveFault) {
      try ZipReader(source, budget).forEach { (entry, open) throws(ArchiveFault) in
        guard let entry else { return }
        if entry.isSpecial { return skip(entry.name, nesting) }
        guard isWanted(entry.name, nesting) else { return }
        do throws(ArchiveFault) {
          let content = try open()
          read(PeekStream(content.stream), size: content.size, nesting.member(entry.name))
        } catch { report(error, nesting.member(entry.name).name) }
      }
    } catch {
      if budget.exhausted == nil { report(error, nesting.name) }
    }
  }

  // MARK: - Members

  private func isWanted(_ name: String, _ nesting: Nesting) -> Bool {
    if MemberName.isHidden(name) { return false }
    if selection.byName(name) { return true }
    skip(name, nesting)
    return false
  }

  private func skip(_ name: String, _ nesting: Nesting) {
    if MemberName.isHidden(name) { return }
    contents.skippedCount += 1
    if contents.examples.count < Self.maxExamples, let name = nesting.member(name).name {
      contents.examples.append(name)
    }
  }

  private func readMember(_ stream: PeekStream, _ head: [UInt8], _ size: Int?, _ nesting: Nesting) {
    if !head.isEmpty, !selection.byHead(head) {
      contents.skippedCount += 1
      if contents.examples.count < Self.maxExamples, let name = nesting.name { contents.examples.append(name) }
      return
    }
    do throws(ArchiveFault) {
      try budget.countMember()
      let (bytes, fault) = try collect(stream, size: size)
      try budget.countDelivered(bytes.count)
      if !visit(ArchiveMember(name: nesting.name, bytes: bytes, fault: fault)) { budget.cancel() }
    } catch {
      if budget.exhausted == nil { report(error, nesting.name) }
    }
  }

  /// Reads a stream to its end. If it ends early, returns the available bytes with the fault.
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

  private func report(_ fault: ArchiveFault, _ name: String?) {
    if fault.code == .canceled { return }
    if !visit(ArchiveMember(name: name, fault: fault)) { budget.cancel() }
  }
}
