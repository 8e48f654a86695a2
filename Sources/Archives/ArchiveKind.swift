/// A supported archive format, recognized by the first bytes of a file.
package enum ArchiveKind: Sendable {
  /// A deflate stream with a checksum (RFC 1952); it may contain a tar archive.
  case gzip
  case tar
  case zip
  /// Zstandard frames (RFC 8878); they may contain a tar archive.
  case zstd

  /// The name with its article, for use in a sentence.
  package var name: String {
    switch self {
    case .gzip: "a gzip file"
    case .tar: "a tar archive"
    case .zip: "a zip archive"
    case .zstd: "a zstd file"
    }
  }
}

/// Reads the members of archives in memory, one by one, without unpacking to disk.
package enum Archive {
  /// The number of first bytes that are needed to recognize an archive.
  package static let headSize = 512

  /// Returns the format of an input by its first bytes; `nil` if it is not a supported archive.
  package static func kind(of head: [UInt8]) -> ArchiveKind? {
    // RFC 1952, 2.3.1: deflate is the only compression method.
    if head.starts(with: [0x1F, 0x8B, 0x08]) { return .gzip }
    // APPNOTE 4.3.7, 4.3.16 (empty archive), 8.5.4 (written as a split archive, but with only one segment).
    let signatures: [[UInt8]] = [[3, 4], [5, 6], [7, 8, 0x50, 0x4B, 3, 4]]
    if signatures.contains(where: { head.starts(with: [0x50, 0x4B] + $0) }) { return .zip }
    if head.starts(with: ZstandardDecoder.magic) { return .zstd }
    return TarHeader.begins(head) ? .tar : nil
  }

  /// Reads an archive, including archives in it, and delivers one member after another.
  ///
  /// Nothing is written to disk, so paths such as `../x` in member names have no effect. In a damaged archive the
  /// members before the damage are delivered, and those after it if the format allows it.
  ///
  /// - Parameters:
  ///   - source: The bytes of the archive.
  ///   - selection: The members to deliver.
  ///   - isCancelled: Called repeatedly; reading ends when it returns `true`.
  ///   - visit: Receives each selected member and each fault; returns whether to continue.
  /// - Returns: The count and names of skipped members, and notes.
  package static func read(
    _ source: ByteSource, limits: ArchiveLimits = ArchiveLimits(), selection: ArchiveSelection = ArchiveSelection(),
    isCanceled: @escaping () -> Bool = { false }, visit: (ArchiveMember) -> Bool
  ) -> ArchiveContents {
    withoutActuallyEscaping(visit) { visit in
      let budget = ArchiveBudget(limits, sourceSize: source.count, isCanceled: isCanceled)
      let reader = ArchiveReader(budget, selection, visit)
      reader.read(source)
      return reader.contents
    }
  }
}

/// A file in an archive, or why it could not be read.
package struct ArchiveMember: Sendable {
  /// The path of the member as the archive states it, with `/` between folders. In a nested archive the name of that
  /// archive comes first. For display only, never to be opened. `nil` for the content of a gzip or zstd file.
  package var name: String?
  /// The content: empty if nothing could be read, incomplete if the member ends early.
  package var bytes: [UInt8] = []
  /// Why the member could not be read completely; `nil` if `bytes` is complete.
  package var fault: ArchiveFault?
}

/// The members of an archive to deliver.
package struct ArchiveSelection: Sendable {
  /// Selects a member by its name, before any of it is read.
  package var byName: @Sendable (String) -> Bool
  /// Selects a member by its first 4096 bytes. Not called for nested archives, which are always read.
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

/// A summary of what was skipped or tolerated in an archive.
package struct ArchiveContents: Sendable {
  /// The number of files, links and devices that were not delivered, without folders and hidden files.
  package var skippedCount = 0
  /// The names of the first few skipped members.
  package var examples: [String] = []
  /// Sentences about irregularities that were tolerated.
  package var notes: [String] = []
}
