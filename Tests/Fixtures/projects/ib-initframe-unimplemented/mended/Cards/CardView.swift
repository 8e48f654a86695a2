import UIKit

@IBDesignable
final class CardView: UIView {
  private let radius: CGFloat

  override init(frame: CGRect) {
    radius = 8
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    radius = 8
    super.init(coder: coder)
    setUp()
  }

  private func setUp() { layer.cornerRadius = radius }
}
