@IBDesignable
final class BannerView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    isAccessibilityElement = true
  }
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    isAccessibilityElement = true
  }
}
