import UIKit

@IBDesignable
final class CardView: UIView {
  @IBInspectable var insetTop: CGFloat {
    get { insets.top }
    set { insets.top = newValue }
  }
  private var insets: UIEdgeInsets = .zero
}
