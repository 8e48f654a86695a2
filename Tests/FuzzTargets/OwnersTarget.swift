internal import SourceHistory
internal import Vocabulary

extension FuzzTarget {
  package static let owners = FuzzTarget(
    "FuzzOwners",
    exercises:
      "a file CODEOWNERS by the rules of GitHub and of GitLab, and the owners of a path that is its last line; every rule "
      + "is on a line of the file, every owner is an account or an address, and GitHub has one rule at most",
    longest: 1 << 13
  ) { bytes in
    let path = String(decoding: bytes.split(separator: 0x0A).last ?? [], as: UTF8.self)
    let count = bytes.count { $0 == 0x0A } + 1
    for file in [".github/CODEOWNERS", ".gitlab/CODEOWNERS"] {
      let owners = CodeOwners(bytes, file: file).owners(of: path)
      try require(owners.dialect == .gitlab || owners.rules.count <= 1, "GitHub has several rules for a file")
      for rule in owners.rules {
        try require((1...count).contains(rule.line), "a rule is on line \(rule.line) of \(count)")
        try require(rule.owners.allSatisfy { $0.contains("@") }, "an owner is not an account: \(rule.owners)")
      }
    }
  }
}
