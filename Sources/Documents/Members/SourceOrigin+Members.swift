import Vocabulary

/// The member `sourceHistory`.
extension SourceOrigin: DocumentObject {
  static var blank: Self { .init(path: "", line: 0) }

  static func visit(_ origin: inout Self, _ members: inout some MemberVisitor) {
    members.member("path", &origin.path, .text, else: "")
    members.member("line", &origin.line, .line, else: 0)
    members.member("revision", &origin.revision, .text)
    members.member("mayDiffer", &origin.mayDiffer, .text)
    members.member("lines", &origin.lines, ArrayForm.rows(), else: [])
    members.object("lastChange", &origin.lastChange)
    members.member("functionChanges", &origin.functionChanges, ArrayForm(ObjectForm()), else: [])
    members.member("notKnown", &origin.notKnown, .text)
    members.object("owners", &origin.owners)
  }
}

extension SourceLine: DocumentObject {
  static var blank: Self { .init(number: 0, text: "") }

  static func visit(_ line: inout Self, _ members: inout some MemberVisitor) {
    members.member("number", &line.number, .line, else: 0)
    members.member("text", &line.text, .text, else: "")
  }
}

extension SourceCommit: DocumentObject {
  static var blank: Self { .init(id: "", author: nil, date: Timestamp(seconds: 0), subject: nil, line: 0) }
  static var requiredMembers: Int { 1 }

  static func visit(_ commit: inout Self, _ members: inout some MemberVisitor) {
    members.required("commit", &commit.id, .text)
    members.member("author", &commit.author, .text)
    members.member("date", &commit.date, TimeForm(), else: Timestamp(seconds: 0))
    members.member("subject", &commit.subject, .text)
    members.member("path", &commit.path, .text, .known)
    members.member("line", &commit.line, .line, else: 0)
    members.member("isAfterLastGood", &commit.isAfterLastGood, .flag)
    members.member("ageInDays", &commit.ageInDays, .number(from: 0))
  }
}

extension SourceOwners: DocumentObject {
  static var blank: Self { .init(file: "", dialect: .github, rules: []) }

  static func visit(_ owners: inout Self, _ members: inout some MemberVisitor) {
    members.member("file", &owners.file, .text, else: "")
    members.member("dialect", &owners.dialect, WordForm(), else: .github)
    members.member("rules", &owners.rules, ArrayForm(ObjectForm()), else: [])
  }
}

extension SourceOwners.Rule: DocumentObject {
  static var blank: Self { .init(line: 0, owners: []) }

  static func visit(_ rule: inout Self, _ members: inout some MemberVisitor) {
    members.member("line", &rule.line, .line, else: 0)
    members.member("section", &rule.section, .text, .known)
    members.member("isOptional", &rule.isOptional, .flag, else: false, .when(rule.isOptional))
    members.member("approvals", &rule.approvals, .number(from: 0), .known)
    members.member("owners", &rule.owners, .texts, else: [])
  }
}
