import UIKit

@IBDesignable
final class BadgeView: UIView {
  @IBInspectable var count: Int = 0 { didSet { setNeedsDisplay() } }

  override init(frame: CGRect) {
    super.init(frame: frame)
  }
  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
  private func decorate() {}
}
