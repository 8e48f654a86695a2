import Bytes

extension RedactionKind {
  static let person = RedactionKind(
    id: "person", placeholder: .user, title: "name of people in an object or a sentence",
    recognition: """
      `name` and `displayName` of objects such as `INPerson`, `EKParticipant`; two or more capitalized words after a form \
      of address or a role (`Mr.`, `Frau`, `patient`)
      """,
    labels: [
      RedactionLabel(.part, "displayname", value: RedactionScanner.nameOfObject),
      RedactionLabel(.whole, "fn", value: RedactionScanner.name(.user, words: 4)),
      RedactionLabel(.whole, "org", value: RedactionScanner.organizationOfCard),
      RedactionLabel(.whole, "n", value: RedactionScanner.partsOfName),
      RedactionLabel(
        .part,
        """
        attendees participants recipients contacts members guests invitees players authors reviewers collaborators \
        usernames friends followers subscribers customers patients employees students
        """, value: RedactionScanner.listOfNames),
    ],
    recognizers: [
      RedactionRecognizer(words: .letters) { $0.nameAfterRole($1) },
      RedactionRecognizer(at: "\"") { $0.nameInList($1) },
    ],
    removed: [
      Example("INPerson displayName = Zoe Quill", "INPerson displayName = user-1"),
      Example("EKParticipant name=Zoe Quill; status=1", "EKParticipant name=user-1; status=1"),
      Example("patient Zoe Quill was not found", "patient user-1 was not found"),
      Example("Patient: Zoe Quill", "Patient: user-1"), Example("N:Quill;Zoe;;;", "N:user-1"),
      Example(#"{"attendees":["Zoe Quill","Jo Quack"]}"#, #"{"attendees":["user-1","user-2"]}"#),
      Example("for Mr. Zoe Quill", "for Mr. user-1"), Example("an Frau Zoe von Quill", "an Frau user-1"),
    ],
    stays: [
      "CFBundleDisplayName: My App", "displayName = My App", "patient was not found", "Mr. Robot",
      "contact Apple Support",
      "NSOperationQueue name = Main Queue",
    ])
}

extension RedactionScanner {
  /// Classes whose objects describe people.
  private static let classes: [StaticString] = [
    "INPerson", "CNContact", "CNMutableContact", "EKParticipant", "EKAttendee", "EKOrganizer", "ABPerson", "GKPlayer",
    "GKLocalPlayer", "CKShareParticipant", "CKUserIdentity", "PHPerson", "ACAccount", "HMUser", "MSParticipant",
    "Person",
    "NSPersonNameComponents", "PersonNameComponents", "MCPeerID", "TUHandle", "IMHandle", "IMPerson", "FIRUser",
    "Participant",
    "Contact", "MFMailboxUid", "MSSession", "SLParticipant", "HKPatient", "Attendee", "Recipient", "Player",
  ]

  /// The name in the description of an object about people. `name` is a label of many other things.
  static let nameOfObject: Form = { scanner, field in
    let line = scanner.start(before: field.label.lowerBound, atMost: 80) { $0 >= 0x20 && $0 != 0x22 }
    let isPerson = (line..<field.label.lowerBound).contains { at in
      (at == line || !scanner.bytes[at - 1].isIdentifier)
        && classes.contains { scanner.has($0, at) && !(scanner.byte(at + $0.utf8CodeUnitCount)?.isIdentifier ?? false) }
    }
    guard isPerson else { return nil }
    return name(.user, words: 4)(&scanner, field)
  }

  /// The parts of a name in a contact (RFC 6350): `N:Quill;Zoe;;;`.
  fileprivate static let partsOfName: Form = { scanner, field in
    guard field.delimiter == .colon, field.beginsLine else { return nil }
    let stop = scanner.endOfLine(from: field.start)
    guard scanner.bytes[field.start..<stop].count(where: { $0 == 0x3B }) >= 2 else { return nil }
    return Match(range: field.start..<stop, kind: .user)
  }

  /// The organization of a contact, `ORG:Quill`.
  fileprivate static let organizationOfCard: Form = { scanner, field in
    guard field.delimiter == .colon, field.beginsLine, scanner.has("ORG:", field.label.lowerBound),
      field.start == field.label.upperBound + 1
    else { return nil }
    let stop = scanner.endOfLine(from: field.start)
    return stop - field.start >= 3 ? Match(range: field.start..<stop, kind: .user) : nil
  }

  /// The names of people in a list, which follow one by one.
  fileprivate static let listOfNames: Form = { scanner, field in
    let bracket = scanner.start(before: field.start, atMost: 12) { $0 != 0x5B && $0 >= 0x20 && $0 != 0x3A } - 1
    guard field.isKey, scanner.isByte("[", field.start) || scanner.isByte("[", bracket) else { return nil }
    scanner.listEnd = scanner.end(from: field.start) { $0 == 0x5D || $0 == 0x7B }
    guard let end = field.quoteEnd, end - field.start >= 2, end < scanner.listEnd,
      scanner.isNameLike(field.start..<end)
    else { return nil }
    return Match(range: field.start..<end, kind: .user)
  }

  fileprivate func nameInList(_ at: Int) -> Match? {
    guard at < listEnd else { return nil }
    let mark = start(before: at, atMost: 8) { $0 == 0x5C }
    let before = byte(start(before: mark, atMost: 16) { $0.isWhitespace } - 1)
    guard before == 0x2C || before == 0x5B else { return nil }
    let range = at + 1..<endOfQuoted(0x22, from: at + 1, depth: at - mark)
    guard range.upperBound < listEnd, range.count >= 2, isNameLike(range), !isPlaceholder(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  private static let roles: Set<String> = [
    "patient", "customer", "employee", "student", "teacher", "doctor", "nurse", "caller", "passenger", "attendee",
    "participant", "assignee", "mr", "mrs", "ms", "mx", "dr", "prof", "herr", "herrn", "frau", "monsieur", "madame",
    "mademoiselle", "mme", "mlle", "señor", "señora", "senor", "senora", "sr", "sra", "signor", "signora", "sig", "dhr",
    "mevr", "mevrouw", "meneer", "pan", "pani", "hr", "fru", "bay", "bayan", "dear", "hello", "hallo", "lieber",
    "liebe",
    "contact", "author", "committer", "creator", "maintainer", "reviewer", "sender", "recipient", "owner", "user",
    "member",
    "driver", "kontakt", "tester", "kunde", "kundin", "mitarbeiter", "patientin", "client", "colleague", "tenant",
    "guest", "visitor", "resident",
  ]

  /// Matches the name in `patient Zoe Quill`, `Mr. Zoe Quill`.
  fileprivate func nameAfterRole(_ at: Int) -> Match? {
    guard at == 0 || bytes[at - 1] <= 0x28 || Self.followsEscape(bytes, at) else { return nil }
    let end = end(from: at, atMost: 16) { !($0.isLetter || $0 >= 0x80) }
    guard end - at <= 15 else { return nil }
    var start = end
    if isByte(".", start) || isByte(",", start) || isByte(":", start) { start += 1 }
    guard isByte(" ", start), let capital = byte(start + 1), capital >= 0x80 || capital.isLetter && capital & 0x20 == 0,
      Self.roles.contains(string(at..<end).lowercased())
    else { return nil }
    return fullName(start + 1) ?? nameAfterAddress(string(at..<end).lowercased(), start + 1)
  }

  private static let formsOfAddress: Set<String> = [
    "mr", "mrs", "ms", "mx", "herr", "herrn", "frau", "monsieur", "madame", "mademoiselle", "mme", "mlle", "señor",
    "señora",
    "signor", "signora", "mevrouw", "meneer",
  ]

  /// A surname alone after a form of address, if it is not a word of a program.
  private func nameAfterAddress(_ form: String, _ at: Int) -> Match? {
    guard Self.formsOfAddress.contains(form), let word = nameWord(at), !word.isInitial, !isCommon(word),
      !isPlaceholder(word.range), !isByte("(", word.range.upperBound),
      !isByte(".", word.range.upperBound) || !(byte(word.range.upperBound + 1)?.isIdentifier ?? false)
    else { return nil }
    return Match(range: word.range, kind: .user, isName: word.range.count >= 5)
  }
}
