// White in the storyboard, blue on the device.
@IBDesignable
final class BannerView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .blue
  }
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    backgroundColor = .blue
  }
}
