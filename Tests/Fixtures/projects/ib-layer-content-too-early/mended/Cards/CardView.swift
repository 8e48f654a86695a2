import UIKit

@IBDesignable
final class CardView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    setNeedsLayout()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.contents = stripes()
  }

  private func stripes() -> CGImage? { nil }
}
