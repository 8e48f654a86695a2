import Bytes

extension RedactionKind {
  static let accountInText = RedactionKind(
    id: "account-in-text", placeholder: .user, title: "account in a prompt, a listing, a link or a mention",
    recognition: """
      `name@host` in a prompt and at the end of a public key; the first column of a row of `ps`; `"acct"<blob>=`; `[~name]`; \
      `Name#1234` beside words of games; links to profiles; folders of profiles on a share
      """,
    labels: [
      RedactionLabel(.whole, "lastlogin lastuser lastloggedinuser", value: RedactionScanner.name(.user)),
      RedactionLabel(.whole, "alias", value: RedactionScanner.aliasOfPlayer),
    ],
    recognizers: [
      RedactionRecognizer(at: "@") { $0.accountBeforeHost($1) },
      RedactionRecognizer(words: .letters) { $0.ownerOfProcess($1) },
      RedactionRecognizer(at: "<") { $0.accountOfKeychain($1) },
      RedactionRecognizer(at: "~") { $0.mentionInBrackets($1) },
      RedactionRecognizer(at: "#") { $0.nameWithNumber($1) },
      RedactionRecognizer(at: "/") { $0.profileInLink($1) },
      RedactionRecognizer(at: "\\") { $0.folderOnShare($1) },
    ],
    removed: [
      Example("zoe@quillbook app % make", "user-1@host-1 app % make"),
      Example("ssh-ed25519 AAAAC3Nz zoe@quill-imac", "ssh-ed25519 AAAAC3Nz user-1@host-1"),
      Example("    \"acct\"<blob>=\"z.quill\"", "    \"acct\"<blob>=\"user-1\""),
      Example("[~z.quill] please look", "[~user-1] please look"),
      Example("add QuillFox#4471 as a friend", "add user-1 as a friend"),
      Example("https://www.instagram.com/zoe.quill/ has it", "https://www.instagram.com/user-1/ has it"),
    ],
    stays: [
      "a@b % 2", "https://www.facebook.com/sharer/x", "Fixes owner/repo#1234", "[~] is the home folder",
      "draw@main.jsbundle:12", "\"svce\"<blob>=\"AirPort\"",
    ])
}

extension RedactionScanner {
  private func endOfName(_ start: Int) -> Int {
    var stop = end(from: start, atMost: 40) { !($0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0)) }
    while stop > start, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    return stop
  }

  private func isOwner(_ range: Range<Int>) -> Bool {
    range.count >= 2 && range.count <= 32 && bytes[range.lowerBound].isLetter && !isPlaceholder(range)
      && !Self.systemAccounts.contains(string(range).lowercased())
  }

  /// The alias of a player of Game Center.
  fileprivate static let aliasOfPlayer: Form = { scanner, field in
    let line = scanner.start(before: field.label.lowerBound, atMost: 100) { $0 >= 0x20 }
    guard (line..<field.label.lowerBound).contains(where: { scanner.has("Player", $0) || scanner.has("GK", $0) }) else {
      return nil
    }
    return name(.user)(&scanner, field)
  }

  /// Matches the account and the host in a prompt, `zoe@book app %`, and after a public key.
  fileprivate mutating func accountBeforeHost(_ at: Int) -> Match? {
    let start = self.start(before: at, atMost: 32) { $0.isIdentifier || $0 == 0x2E || $0 == 0x2D }
    let stop = endOfName(at + 1)
    guard start < at, stop - at > 2, start >= floor, isOwner(start..<at), bytes[at + 1].isLetterOrDigit else {
      return nil
    }
    let line = self.start(before: start, atMost: 1024) { $0 >= 0x20 }
    let isKey = ["ssh-", "ecdsa-", "sk-ssh", "sk-ecdsa"].contains { has($0, line) }
    guard isKey && endsLine(stop) || start == line && isPrompt(stop) else { return nil }
    let host = at + 1..<stop
    if !isPlaceholder(host) { pending = Match(range: host, kind: .host) }
    return Match(range: start..<at, kind: .user)
  }

  /// Returns whether the rest of a line is that of a prompt: a folder and `%` or `$`.
  private func isPrompt(_ at: Int) -> Bool {
    if isByte(":", at), byte(at + 1) == 0x7E || byte(at + 1) == 0x2F { return true }
    guard isByte(" ", at) else { return false }
    let folder = end(from: at + 1, atMost: 48) { $0 <= 0x20 }
    return isByte(" ", folder) && (isByte("%", folder + 1) || isByte("$", folder + 1) || isByte("#", folder + 1))
      && isByte(" ", folder + 2)
  }

  /// Matches the first column of a row of `ps aux`: numbers of a process, and percentages.
  fileprivate func ownerOfProcess(_ at: Int) -> Match? {
    guard at == 0 || bytes[at - 1] < 0x20 || Self.followsEscape(bytes, at) else { return nil }
    let stop = endOfName(at)
    guard isByte(" ", stop), isOwner(at..<stop) else { return nil }
    let number = end(from: stop, atMost: 24) { $0 != 0x20 }
    let last = end(from: number, atMost: 8) { !$0.isDigit }
    let percent = end(from: last, atMost: 8) { $0 != 0x20 }
    let point = end(from: percent, atMost: 4) { !$0.isDigit }
    let next = end(from: point + 2, atMost: 8) { $0 != 0x20 }
    let second = end(from: next, atMost: 4) { !$0.isDigit }
    guard last > number, percent > last, point > percent, isByte(".", point), byte(point + 1)?.isDigit == true,
      next > point + 2, second > next, isByte(".", second)
    else { return nil }
    return Match(range: at..<stop, kind: .user)
  }

  /// Matches the account of an item in a listing of a keychain: `"acct"<blob>="x"`.
  fileprivate func accountOfKeychain(_ at: Int) -> Match? {
    guard has("<blob>=\"", at), hasBefore("\"acct\"", at) || hasBefore("\"crtr\"", at) else { return nil }
    let start = at + 8
    let range = start..<endOfQuoted(0x22, from: start, depth: 0)
    return range.count >= 2 && isNameLike(range) && !isNoValue(range) ? Match(range: range, kind: .user) : nil
  }

  /// Matches `[~name]` of issue trackers.
  fileprivate func mentionInBrackets(_ at: Int) -> Match? {
    guard isByte("[", at - 1) else { return nil }
    let start = has("accountid:", at + 1) ? at + 11 : at + 1
    let stop = end(from: start, atMost: 64) { $0 <= 0x20 || $0 == 0x5D || $0 == 0x2F }
    guard isByte("]", stop), stop - start >= 2, !isPlaceholder(start..<stop) else { return nil }
    return Match(range: start..<stop, kind: .user)
  }

  /// Matches `Name#1234` beside a word of games and chats.
  fileprivate func nameWithNumber(_ at: Int) -> Match? {
    let stop = end(from: at + 1, atMost: 6) { !$0.isDigit }
    guard (4...5).contains(stop - at - 1), !(byte(stop)?.isLetterOrDigit ?? false) else { return nil }
    let start = self.start(before: at, atMost: 32) { $0.isIdentifier || $0 >= 0xC3 || $0 == 0x2E }
    let range = start..<at
    guard range.count >= 2, bytes[start].isLetter || bytes[start] >= 0xC3,
      ![0x2F, 0x2D, 0x2E].contains(byte(start - 1) ?? 0x20),
      bytes[range].contains(where: { !($0.isLetter && $0 & 0x20 != 0) }),
      !RedactionVocabulary.isOfReports(string(range).lowercased())
    else { return nil }
    let from = self.start(before: start, atMost: 60) { $0 >= 0x20 }
    let to = end(from: stop, atMost: 40) { $0 < 0x20 }
    let isGame = bytes[from..<to].split(whereSeparator: { !($0.isLetter || $0 >= 0x80) })
      .contains { PrivacyWords.shared.roles($0).contains(.game) }
    return isGame ? Match(range: start..<stop, kind: .user) : nil
  }

  /// Matches the account in a link to a profile.
  fileprivate func profileInLink(_ at: Int) -> Match? {
    // The name of a host ends before the slash, with a short domain.
    guard at > 3, bytes[at - 1].isLetter, bytes[max(0, at - 7)..<at].contains(0x2E) else { return nil }
    for host in PrivacyWords.shared.profiles {
      guard let slash = host.firstIndex(of: 0x2F), at >= slash, bytes.count - (at - slash) > host.count,
        bytes[at - 1].lowercased == host[slash - 1],
        zip(bytes[(at - slash)..<(at - slash + host.count)], host).allSatisfy({ $0.lowercased == $1 }),
        !(byte(at - slash - 1)?.isIdentifier ?? false)
      else { continue }
      let start = at - slash + host.count
      let stop = end(from: start, atMost: 64) {
        !($0.isLetterOrDigit || [0x2E, 0x2D, 0x25, 0x5F].contains($0) || $0 >= 0xC3 && $0 < 0xE2)
      }
      var last = stop
      while last > start, bytes[last - 1] == 0x2E || bytes[last - 1] == 0x2D { last -= 1 }
      guard last - start >= 2, !isPlaceholder(start..<last),
        !PrivacyWords.shared.foldersOfProfiles.contains(string(start..<last).lowercased()),
        !has(".php", last - 4), !isByte("=", stop)
      else { continue }
      return Match(range: start..<last, kind: .user)
    }
    return nil
  }

  /// Matches the folder of a profile on a share: `\\server\profiles\name\x`.
  fileprivate func folderOnShare(_ at: Int) -> Match? {
    let marks = backslashes(at)
    guard marks == 1 || marks == 2, at > 3, bytes[at - 1].isIdentifier || isByte("$", at - 1) else { return nil }
    let folder = self.start(before: at, atMost: 24) { $0.isIdentifier || $0 == 0x24 }
    guard PrivacyWords.shared.sharedFolders.contains(string(folder..<at).lowercased()), isByte("\\", folder - 1) else {
      return nil
    }
    let host = self.start(before: folder, atMost: 80) { $0.isIdentifier || [0x2E, 0x2D, 0x5C].contains($0) }
    guard has("\\\\", host) else { return nil }
    let stop = endOfName(at + marks)
    let range = at + marks..<stop
    return isOwner(range) && isByte("\\", stop) ? Match(range: range, kind: .user) : nil
  }
}
