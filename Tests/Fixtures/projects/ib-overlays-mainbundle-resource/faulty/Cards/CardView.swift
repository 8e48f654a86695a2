import UIKit

@IBDesignable
final class CardView: UIView {
  func load() {
    guard let url = Bundle.main.url(forResource: "deck", withExtension: "json") else { return }
    print(url)
  }
}
