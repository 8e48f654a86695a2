/// What a checkout shows about the source line of a failure: its text, the commit that last changed it, and its owners.
package struct SourceOrigin: Sendable, Equatable {
  /// The path of the file relative to the root of the checkout; as the report states it if no file of the checkout fits.
  package var path: String
  /// The line, from 1.
  package var line: Int
  /// The full name of the commit from which the app was built; `nil` if it is not known.
  package var revision: String?
  /// The lines around the line, as they are in `revision`; empty if they are not certain.
  package var lines: [SourceLine] = []
  /// Why the lines of the checkout may not be those of the app; `nil` if `lines` is certain.
  package var mayDiffer: String?
  /// The commit that last changed the line; `nil` if it is not known.
  package var lastChange: SourceCommit?
  /// The commits after the last good build that changed other lines of the function, latest first.
  package var functionChanges: [SourceCommit] = []
  /// Why `lastChange` is not known; `nil` if it is.
  package var notKnown: String?
  /// The owners of the file according to CODEOWNERS; `nil` without such a file.
  package var owners: SourceOwners?

  /// Creates a value about which nothing is known yet.
  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  /// The same value without names and texts that people wrote: authors, subjects and owners.
  package var redacted: SourceOrigin {
    var copy = self
    copy.lastChange = lastChange?.redacted
    copy.functionChanges = functionChanges.map(\.redacted)
    copy.owners = nil
    return copy
  }
}

/// A line of a source file.
package struct SourceLine: Sendable, Equatable {
  /// The number of the line, from 1.
  package var number: Int
  /// The text without the end of the line, shortened. It is not trusted.
  package var text: String

  /// Creates a line from its parts.
  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// A commit that changed a line.
package struct SourceCommit: Sendable, Equatable {
  /// The full name of the commit: 40 or 64 hexadecimal digits.
  package var id: String
  /// The name of the author, never the address; `nil` if it is redacted. It is not trusted.
  package var author: String?
  /// When the author made the change, according to the commit.
  package var date: Timestamp
  /// The first line of the message; `nil` if it is redacted. It is not trusted.
  package var subject: String?
  /// The path that the file had in the commit, relative to the root of its repository; `nil` if it is the same.
  package var path: String?
  /// The line in the file of the commit, from 1.
  package var line: Int
  /// Whether the commit is part of the first bad build and not of the last good build; `nil` if it is not known.
  package var isAfterLastGood: Bool?
  /// The whole days between the commit and the time of the report; `nil` if the report is older or has no time.
  package var ageInDays: Int?

  /// Creates a commit from its parts.
  package init(id: String, author: String?, date: Timestamp, subject: String?, line: Int) {
    self.id = id
    self.author = author
    self.date = date
    self.subject = subject
    self.line = line
  }

  fileprivate var redacted: SourceCommit {
    var copy = self
    copy.author = nil
    copy.subject = nil
    return copy
  }
}

/// The owners of a file.
package struct SourceOwners: Sendable, Equatable {
  /// The rules by which a file with owners is read.
  package enum Dialect: String, Sendable { case github, gitlab }

  /// The owners by one rule. GitHub has one rule for a file, GitLab one for each section.
  package struct Rule: Sendable, Equatable {
    /// The line of the rule, from 1.
    package var line: Int
    /// The name of the section; `nil` outside of sections.
    package var section: String?
    /// Whether the approval of the owners is optional.
    package var isOptional = false
    /// The number of approvals that the section requires; `nil` if it states none.
    package var approvals: Int?
    /// The accounts, groups and addresses; empty if the rule states that the file has no owner.
    package var owners: [String]

    /// Creates a rule from its line and owners.
    package init(line: Int, owners: [String]) {
      self.line = line
      self.owners = owners
    }
  }

  /// The path of the file that states the owners, relative to the root of its repository.
  package var file: String
  /// The rules by which it was read.
  package var dialect: Dialect
  /// The rules that apply, in the order of the file; empty if none matches.
  package var rules: [Rule]

  /// Creates owners from their parts.
  package init(file: String, dialect: Dialect, rules: [Rule]) {
    self.file = file
    self.dialect = dialect
    self.rules = rules
  }

  /// The owners of all rules, each once.
  package var all: [String] {
    var known: Set<String> = []
    return rules.flatMap(\.owners).filter { known.insert($0).inserted }
  }
}
