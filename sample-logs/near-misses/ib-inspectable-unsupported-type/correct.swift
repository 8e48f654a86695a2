@IBDesignable
final class DialView: UIView {
  var style: DialStyle = .round
  @IBInspectable var styleNumber: Int {
    get { style.rawValue }
    set { style = DialStyle(rawValue: newValue) ?? .round }
  }
  @IBInspectable var radius: CGFloat = 12
}
