import UIKit

@IBDesignable
final class CardView: UIView {
  private let radius: CGFloat

  required init?(coder: NSCoder) {
    radius = 8
    super.init(coder: coder)
    setUp()
  }

  private func setUp() { layer.cornerRadius = radius }
}
