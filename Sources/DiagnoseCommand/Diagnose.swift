import ArgumentParser
package enum CommandLineTool { package static func main() {} }
