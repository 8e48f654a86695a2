/// Kinds of archives that are read, told by their first bytes.
package enum ArchiveKind: Sendable {
  /// One stream of deflate with a check (RFC 1952); it may hold a tar.
  case gzip
  case tar
  case zip

  /// With its article, to stand in a sentence.
  package var name: String {
    switch self {
    case .gzip: "a gzip file"
    case .tar: "a tar archive"
    case .zip: "a zip archive"
    }
  }
}

/// Reports in archives: read member by member in memory, never unpacked to disk.
package enum Archive {
  /// So many of the first bytes decide.
  package static let headSize = 512

  /// What an input is by its first bytes; `nil` if it is no archive that is read.
  package static func kind(of head: [UInt8]) -> ArchiveKind? {
    // RFC 1952, 2.3.1: deflate is the only method there is.
    if head.starts(with: [0x1F, 0x8B, 0x08]) { return .gzip }
    // APPNOTE 4.3.7, 4.3.16 (without entries), 8.5.4 (split, in one piece after all).
    let signatures: [[UInt8]] = [[3, 4], [5, 6], [7, 8, 0x50, 0x4B, 3, 4]]
    if signatures.contains(where: { head.starts(with: [0x50, 0x4B] + $0) }) { return .zip }
    return TarHeader.begins(head) ? .tar : nil
  }

  /// Reads an archive, what archives in it hold included, and hands on one member after the other.
  ///
  /// Nothing is written to disk, so names that lead out of a folder lead nowhere. Damage ends what it touches: members
  /// before it are handed on, and where the archive allows it those behind it too.
  ///
  /// - Parameters:
  ///   - source: The archive's bytes.
  ///   - selection: What is to be handed on.
  ///   - isCancelled: Asked now and then; with `true` the reading ends.
  ///   - visit: Gets each selected member and each fault; returns whether to go on.
  /// - Returns: What else was in it.
  package static func read(
    _ source: ByteSource, limits: ArchiveLimits = ArchiveLimits(), selection: ArchiveSelection = ArchiveSelection(),
    isCancelled: @escaping () -> Bool = { false }, visit: (ArchiveMember) -> Bool
  ) -> ArchiveContents {
    withoutActuallyEscaping(visit) { visit in
      let budget = ArchiveBudget(limits, sourceSize: source.count, isCancelled: isCancelled)
      let reader = ArchiveReader(budget, selection, visit)
      reader.read(source)
      return reader.contents
    }
  }
}

/// A file in an archive, or why it could not be read.
package struct ArchiveMember: Sendable {
  /// Where it stands, as the archive says, folders apart by `/`; in an archive within the archive the latter's name
  /// leads. To be shown, never to be opened. `nil` for what a gzip file holds.
  package var name: String?
  /// Empty if nothing could be read; of a member that ends early, what there is of it.
  package var bytes: [UInt8] = []
  /// Why the member could not be read to its end; `nil` if all of it is in `bytes`.
  package var fault: ArchiveFault?
}

/// What is handed on of an archive.
package struct ArchiveSelection: Sendable {
  /// By name alone, before anything of it is read.
  package var byName: @Sendable (String) -> Bool
  /// By its first 4096 bytes; not asked for archives, which are looked into.
  package var byHead: @Sendable ([UInt8]) -> Bool

  /// Creates a selection; without arguments it selects every member.
  package init(
    byName: @escaping @Sendable (String) -> Bool = { _ in true },
    byHead: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    self.byName = byName
    self.byHead = byHead
  }
}

/// What there was in an archive beside what was handed on.
package struct ArchiveContents: Sendable {
  /// Files, links and devices that were not handed on. Folders do not count, nor hidden files.
  package var skippedCount = 0
  /// Names of the first few of them.
  package var examples: [String] = []
  /// Sentences on what was tolerated.
  package var notes: [String] = []
}
