import Bytes
import CrashReports

extension Pattern {
  private static let builderFunction: TextTemplate = "Function: {}IBAssert"
  private static let function = Evidence.text([builderFunction], statement: functionStatement)
  private static let functionStatement = "An assertion of Interface Builder failed in this function."
}
