import Diagnosis
import SourceText
import Vocabulary

extension ProjectCheck {
  /// A misspelled `prepareForInterfaceBuilder`.
  static let ibPrepareNotCalled = ProjectCheck(
    "ib-prepare-not-called",
    title: "prepareForInterfaceBuilder is misspelled",
    explanation: """
      Interface Builder calls only a method with the exact name prepareForInterfaceBuilder. Reported for methods whose \
      name differs from it by up to three letters.
      """,
    examples: [
      .fault(
        "a letter is missing",
        [
          (
            "CardView.m",
            """
            @implementation CardView
            →- (void)prepareForIntefaceBuilder {
              [super prepareForInterfaceBuilder];
            }
            @end
            """
          )
        ]),
      .noFault(
        "the correct name",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder() }
              func prepareForReuse() {}
            }
            """
          )
        ]),
    ]
  ) { index in
    let right = "prepareForInterfaceBuilder"
    var hits: [Hit] = []
    for type in index.sortedClasses {
      for (file, method) in type.methods where method.name != right {
        guard editDistance(method.name, right, limit: 3) != nil else { continue }
        hits.append(
          Hit(
            headline: "\(type.name).\(method.name) is misspelled: Interface Builder does not call it",
            locations: [index.location(file, method.line, "\(method.name) is not \(right).")],
            remedy: "Rename it to \(right).",
            diff: index.diff(file, line: method.line, replacing: [(method.name, right)]),
            subjects: [type.name, method.name]))
      }
    }
    return hits
  }
}
