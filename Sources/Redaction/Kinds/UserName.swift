import Bytes

extension RedactionKind {
  static let userName = RedactionKind(
    id: "user-name", placeholder: .user, title: "user name",
    recognition: "labels such as `userName`, `LOGNAME=` and `Owner:`; then every occurrence as a word, ignoring case",
    labels: [
      RedactionLabel(
        .part,
        """
        username loginname logname sudouser currentuser consoleuser remoteuser shortname accountname useraccount \
        nsusername ssouser loggedinuser effectiveuser realuser ldapuser dbuser sshuser gituser githubuser nickname \
        screenname preferredusername userlogin useridentifier accountowner fileowner
        """, value: RedactionScanner.name(.user)),
      RedactionLabel(.whole, "login owner whoami logonname member", value: RedactionScanner.name(.user)),
      RedactionLabel(.whole, "account acct", isSpaced: true, value: RedactionScanner.accountOrNumber),
      .inOtherLanguages(.user, value: RedactionScanner.name(.user)),
      RedactionLabel(
        .part,
        """
        user useruuid userguid account accountuuid accountguid secattraccount currentuser requestuser profileid \
        profileuuid ownerid owneruuid recordname playerid gameplayerid teamplayerid creatorid authorid senderid \
        recipientid contactid participantid subscriberuuid customeruuid memberuuid
        """, isSpaced: true, value: RedactionScanner.uniqueIdentifier(.user)),
      RedactionLabel(
        .part, "loggedinas signedinas authenticatedas loginas logginginas runningasuser", isSpaced: true,
        value: RedactionScanner.loginAfterPhrase),
      RedactionLabel(.whole, "user", isSpaced: true, value: RedactionScanner.userField),
      RedactionLabel(.whole, "device", value: RedactionScanner.deviceObject),
      RedactionLabel(.whole, "id name", value: RedactionScanner.objectMember),
      RedactionLabel(
        .part,
        "dsid altdsid personid customerid customernumber customerno clientno memberno patientno kundennummer mitgliedsnummer memberid patientid subscriberid employeeid studentid",
        value: RedactionScanner.identifierOrName),
    ],
    recognizers: [
      RedactionRecognizer(at: "/") { $0.routeOfAPerson($1) },
      RedactionRecognizer(at: "_:") { $0.recordOfUser($1) },
      RedactionRecognizer(after: .user) { $0.accountAfterWord($1) },
      RedactionRecognizer(after: .messenger) { $0.accountOfMessenger($1) },
    ],
    removed: [
      Example("userName=zquill", "userName=user-1"),
      Example("LOGNAME=zquill SUDO_USER=zquill", "LOGNAME=user-1 SUDO_USER=user-1"),
      Example("uid=502(zquill) gid=20(staff)", "uid=501(user-1) gid=20(staff)"),
      Example("NSUserName() = zquill", "NSUserName() = user-1"),
      Example("Owner: zquill", "Owner: user-1"),
      Example("by zquill in /Users/zquill", "by user-1 in /Users/user-1"),
      Example(#"{"user":{"id":"q-7"}}"#, #"{"user":{"id":"user-1"}}"#),
      Example("GET /customers/8841-ZQ/orders", "GET /customers/user-1/orders"),
      Example("player G:1844299120 and _3f9b2c61a7d84e0f95b1c2d3e4f5a6b7", "player user-1 and user-2"),
    ],
    stays: [
      "Session.login(userName: Swift.String, user: 1)", "user: (null)", "User: root", "userName: nil",
      "-[Session setUserName:forKey:] + 12", "user domain", "owner=<UIView: 0x7f8a>",
    ])

  static let realName = RedactionKind(
    id: "real-name", placeholder: .user, title: "real name",
    recognition: "labels such as `realName`, `Author:`, `firstName`",
    labels: [
      RedactionLabel(
        .part,
        """
        realname fullname firstname lastname surname givenname familyname middlename maidenname nsfullusername gecos \
        ownername contactname customername patientname cardholder cardholdername userdisplayname accountholder \
        legalname personname employeename membername authorname submittername sendername recipientname
        """, value: RedactionScanner.name(.user, words: 4)),
      RedactionLabel(
        .whole, "author committer assignee submittedby reportedby createdby modifiedby committedby contact",
        value: RedactionScanner.name(.user, words: 4)),
      .inOtherLanguages(.person, value: RedactionScanner.name(.user, words: 4)),
    ],
    removed: [
      Example("realName=Zoe Quill shell=/bin/zsh", "realName=user-1 shell=/bin/zsh"),
      Example("Author: Zoe Quill", "Author: user-1"),
      Example(#""lastName":"Quill""#, #""lastName":"user-1""#),
      Example("NSFullUserName() = Zoe Quill", "NSFullUserName() = user-1"),
    ],
    stays: ["init(firstName: Swift.String, lastName: Swift.String)", "fullName: nil", "CFBundleDisplayName: My App"])
}

extension RedactionScanner {
  /// `user` may be an object, in which `id` and `name` are personal data.
  fileprivate static let userField: Form = { scanner, field in
    if scanner.isByte("{", field.start), field.isKey {
      scanner.enterObject(field.start, .user)
      return nil
    }
    // Without a delimiter only a quoted name is one: "user session" is prose.
    if field.delimiter == .blank, scanner.isUUID(field.start) {
      return Match(range: field.start..<field.start + 36, kind: .user)
    }
    if field.delimiter == .blank, field.quoteEnd == nil {
      var stop = scanner.end(from: field.start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
      while stop > field.start, scanner.bytes[stop - 1] == 0x2E { stop -= 1 }
      let range = field.start..<stop
      guard field.isOption || scanner.isUserOfSentence(field.label.lowerBound, range) else { return nil }
      return scanner.isNoValue(range) || !scanner.isNameLike(range) ? nil : Match(range: range, kind: .user)
    }
    return name(.user)(&scanner, field)
  }

  /// Returns whether a sentence names a user: `User zoe logged in`, or `for user zoe` at its end.
  private func isUserOfSentence(_ label: Int, _ name: Range<Int>) -> Bool {
    let words: [StaticString] = [
      " logged ", " signed ", " authenticated", " has logged", " has signed", " not found", " does not exist",
      " is not in",
      " has no ", " is locked", " is disabled", " is unknown", " was denied", " is denied", " cannot ", " exists",
      " is already", " from host", " unknown",
    ]
    guard name.count >= 3, RedactionVocabulary.isDistinctive(string(name), .user) else { return false }
    let text = string(name).lowercased()
    if Self.wordsAfterUser.contains(text) { return false }
    if words.contains(where: { has($0, name.upperBound) }) { return !RedactionVocabulary.isOfReports(text) }
    let before = wordBefore(label - 1).text
    guard isByte(" ", label - 1),
      ["for", "by", "as", "github", "gitlab", "of", "unknown", "invalid", "named"].contains(before)
    else { return false }
    let next = byte(name.upperBound)
    let isEnd = next.map { $0 < 0x20 || [0x22, 0x2C, 0x2E, 0x3A, 0x3B, 0x29].contains($0) } ?? true
    return isEnd
      && ![
        "defaults", "interaction", "interface", "input", "preferences", "space", "settings", "location", "profile",
        "domain", "accounts", "data", "notifications", "activity", "level", "directory", "privacy",
      ]
      .contains(string(name).lowercased())
  }

  /// The name of an account, or the number of one at a bank.
  fileprivate static let accountOrNumber: Form = { scanner, field in
    if field.delimiter == .blank { return digits(.bank, 8...20)(&scanner, field) }
    return name(.user)(&scanner, field)
  }

  fileprivate static let identifierOrName: Form = { scanner, field in
    identifier(.user)(&scanner, field) ?? (field.isKey || field.isQualified ? nil : name(.user)(&scanner, field))
  }

  private static let wordsAfterUser: Set<String> = [
    "agent", "agents", "script", "scripts", "session", "sessions", "notification", "notifications", "profile",
    "profiles",
    "input", "space", "activity", "mode", "stack", "id", "ids", "account", "accounts", "event", "action", "actions",
    "request", "requests", "response", "defaults", "group", "groups", "state", "status", "roles", "consent",
    "permission",
    "permissions", "authentication", "identity", "initiated", "interaction", "interactive", "selected", "supplied",
    "provided", "defined", "generated", "created", "visible", "facing", "content", "photo", "credentials", "password",
    "email", "cancelled", "canceled", "tapped", "pressed", "interface", "preferences", "settings", "location", "domain",
    "data", "level", "directory", "privacy", "record", "records", "info", "object", "model", "store", "cache", "token",
    "tokens", "avatar",
  ]

  fileprivate static let deviceObject: Form = { scanner, field in
    if scanner.isByte("{", field.start), field.isKey { scanner.enterObject(field.start, .host) }
    return nil
  }

  fileprivate static let objectMember: Form = { scanner, field in
    guard let object = scanner.object, field.start < object.end, field.isKey, !scanner.isByte("{", field.start) else {
      return scanner.isByte("e", field.label.upperBound - 1) ? nameOfObject(&scanner, field) : nil
    }
    guard let end = field.quoteEnd else { return scanner.number(field, object.kind) }
    return Match(range: field.start..<end, kind: object.kind)
  }

  private mutating func enterObject(_ start: Int, _ kind: Redactor.Kind) {
    if let object, start < object.end { return }
    var depth = 0
    let end = end(from: start) { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth == 0
    }
    object = (end, kind)
  }

  /// `signed in as zoe`.
  fileprivate static let loginAfterPhrase: Form = { scanner, field in
    let stop =
      field.quoteEnd ?? scanner.end(from: field.start, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = field.start..<stop
    guard range.count >= 3, !scanner.isNoValue(range), scanner.isNameLike(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  /// Matches a player of Game Center, `G:1844299120`, and the name of a user's record in CloudKit, `_` and 32 digits.
  fileprivate func recordOfUser(_ at: Int) -> Match? {
    if bytes[at] == UInt8(ascii: "_") {
      // In names of Swift code, an identifier of a file has capital letters.
      guard Self.beginsWord(bytes, at), isHexadecimal(at + 1, 32), !(byte(at + 33)?.isIdentifier ?? false),
        !hasBefore("in ", at),
        !bytes[at..<at + 33].contains(where: { $0.isLetter && $0 & 0x20 == 0 })
      else { return nil }
      return Match(range: at..<at + 33, kind: .user)
    }
    guard at > 0, [0x47, 0x54, 0x41].contains(bytes[at - 1]), Self.beginsWord(bytes, at - 1) else { return nil }
    let first = isByte("_", at + 1) ? at + 2 : at + 1
    let stop = end(from: first, atMost: 40) { !$0.isHexDigit }
    guard stop - first >= 8, !(byte(stop)?.isIdentifier ?? false), bytes[first..<stop].contains(where: \.isDigit),
      isByte("G", at - 1) || first > at + 1
    else { return nil }
    return Match(range: at - 1..<stop, kind: .user)
  }

  private static let routeFolders: [StaticString] = [
    "/customers/", "/customer/", "/accounts/", "/account/", "/patients/", "/patient/", "/members/", "/member/",
    "/clients/", "/subscribers/", "/employees/", "/students/", "/persons/", "/people/", "/profiles/", "/users/",
  ]

  /// Matches the identifier of a user in the path of a URL: `/customers/8841/orders`.
  fileprivate func routeOfAPerson(_ at: Int) -> Match? {
    guard let letter = byte(at + 1)?.lowercased, [0x61, 0x63, 0x65, 0x6D, 0x70, 0x73, 0x75].contains(letter),
      let folder = Self.routeFolders.first(where: { hasIgnoringCase($0, at) })
    else { return nil }
    let start = at + folder.utf8CodeUnitCount
    let stop = end(from: start, atMost: 80) { !($0.isIdentifier || $0 == 0x2D) }
    let value = bytes[start..<stop]
    guard value.count >= 4, value.contains(where: \.isDigit), !isByte(".", stop) else { return nil }
    return Match(range: start..<stop, kind: .user)
  }
}
