import UIKit

@IBDesignable
final class CardView: UIView {
  private var lastWidth: CGFloat = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    lastWidth = bounds.width
    invalidateIntrinsicContentSize()
  }
}
