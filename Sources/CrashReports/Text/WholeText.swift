/// A text that is read as a whole, because no dialect found a report in its lines.
struct WholeText: Sendable {
  /// The unique name, in kebab-case.
  let name: String
  /// An invented text of this form.
  let example: TextDialect.Example
  /// Returns the report; `nil` if the text does not have this form or has reports.
  let read: @Sendable (inout TextReader) -> Decoded<CrashReport>?

  /// All forms. The first that reads the text wins: a text about previews also has code and words of symptoms, and source
  /// code of a view is a more exact statement than source code.
  static let catalog: [WholeText] = [.previewAccount, .viewSource, .symptom, .sourceCode]

  /// A text whose author says that a preview fails. It also completes a report that the text contains.
  static let previewAccount = WholeText(
    name: "preview-account",
    example: TextDialect.Example(
      """
      My SwiftUI preview does not work since the update of Xcode.

      ld: symbol(s) not found for architecture arm64
      """, .canvas, .preview)
  ) { $0.readPreviewAccount() }

  /// Source code of a view that Interface Builder shows.
  static let viewSource = WholeText(
    name: "view-source",
    example: TextDialect.Example(
      """
      @IBDesignable
      final class CardView: UIView {
        override func prepareForInterfaceBuilder() {
          super.prepareForInterfaceBuilder()
        }
      }
      """, .sourceExcerpt, .preview)
  ) { $0.reports.isEmpty ? $0.sourceExcerpt() : nil }

  /// A description of a failure in a few words.
  static let symptom = WholeText(
    name: "symptom",
    example: TextDialect.Example("The app freezes when the list of cards is opened twice.", .console, .unknown)
  ) { $0.reports.isEmpty ? $0.symptom() : nil }

  /// Source code in Objective-C or Swift.
  static let sourceCode = WholeText(
    name: "source-code",
    example: TextDialect.Example(
      """
      final class DeckController: UIViewController {
        let cards = [Card]()
        override func viewDidLoad() {
          super.viewDidLoad()
          show(cards[3])
        }
      }
      """, .sourceExcerpt, .preview)
  ) { $0.reports.isEmpty ? $0.sourceCode() : nil }
}
