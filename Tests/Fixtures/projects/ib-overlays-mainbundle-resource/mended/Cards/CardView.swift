import UIKit

@IBDesignable
final class CardView: UIView {
  func load() {
    guard let url = Bundle(for: CardView.self).url(forResource: "deck", withExtension: "json") else { return }
    print(url)
  }
}
