import UIKit

@IBDesignable
final class CardView: UIView {
  override func awakeFromNib() {
    super.awakeFromNib()
    setUp()
  }

  override func prepareForInterfaceBuilder() {
    super.prepareForInterfaceBuilder()
    setUp()
  }

  private func setUp() { layer.cornerRadius = 8 }
}
