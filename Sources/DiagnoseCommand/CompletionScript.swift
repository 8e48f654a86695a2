import ArgumentParser

/// The completion scripts for shells.
///
/// swift-argument-parser generates them, but not for default commands: `diagnose cr⇥` and `diagnose --form⇥` would complete
/// nothing, because files and options belong to `analyze` (its issue #488). Each script is therefore wrapped: if the word
/// behind a command is not one of its subcommands, or is the one that is completed, the name of the default command is
/// inserted before the script reads the line.
struct CompletionScript {
  /// The option that asks for a script.
  private static let option = "--generate-completion-script"
  /// The first word of a request for values, which the scripts send.
  static let requestWord = "---completion"

  private let shell: CompletionShell

  /// The script for a shell.
  init(_ shell: CompletionShell) { self.shell = shell }

  /// Returns the script that the arguments ask for; `nil` if they ask for none, or for that of an unknown shell.
  static func requested(_ arguments: [String]) -> CompletionScript? {
    guard let first = arguments.first, arguments.count <= 2 else { return nil }
    if first.hasPrefix(option + "="), arguments.count == 1 {
      return CompletionShell(rawValue: String(first.dropFirst(option.count + 1))).map(Self.init)
    }
    guard first == option else { return nil }
    return (arguments.count == 2 ? CompletionShell(rawValue: arguments[1]) : .autodetected()).map(Self.init)
  }

  /// The script, with a final line feed. If the library generates a script in another form, it is that script, which
  /// completes less.
  var text: String { (wrapped ?? generated) + "\n" }

  /// The script of the library.
  var generated: String { Diagnose.completionScript(for: shell) }

  /// The script of the library with the changes; `nil` if it does not have the expected form.
  var wrapped: String? {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    default: nil
    }
  }

  // MARK: - Default commands

  /// A command with a default command.
  private struct Group {
    /// The names of the command behind `diagnose`; empty for the program.
    var path: [String]
    /// The name of the default command.
    var standard: String
    /// The names of all subcommands, separated by blanks.
    var names: String
  }

  /// All commands with a default command, those of the program first.
  private static let groups = groups(of: Diagnose.self, [])

  private static func groups(of type: any ParsableCommand.Type, _ path: [String]) -> [Group] {
    let configuration = type.configuration
    let commands = configuration.subcommands
    var groups: [Group] = []
    if let standard = configuration.defaultSubcommand?.configuration.commandName {
      // The library adds `help` to the program.
      let names = commands.compactMap { $0.configuration.commandName } + (path.isEmpty ? ["help"] : [])
      groups.append(Group(path: path, standard: standard, names: names.joined(separator: " ")))
    }
    return groups
      + commands.flatMap { command in
        command.configuration.commandName.map { Self.groups(of: command, path + [$0]) } ?? []
      }
  }

  // MARK: - Text

  /// Returns the text with the only occurrence of `old` replaced; `nil` if there is none, or several.
  private static func replacing(_ old: String, with new: String, in text: String?) -> String? {
    guard let text, let range = text.firstRange(of: old), text[range.upperBound...].firstRange(of: old) == nil else {
      return nil
    }
    return text.replacingCharacters(range, with: new)
  }

  private static let comment =
    "# Commands with a default command: its options and arguments complete without its name, too."

  private var bash: String? {
    var text = Self.replacing("\n_diagnose() {\n", with: "\n__diagnose_root() {\n", in: generated)
    text = Self.replacing(
      #""${COMP_WORDS[0]}" "${@}" "${words[@]}""#, with: #""${COMP_WORDS[0]}" "${@}" "${words[@]}" 2>/dev/null"#,
      in: text)
    let conditions = Self.groups.map { group in
      let index = group.path.count + 1
      let parents = group.path.enumerated().map { #""${COMP_WORDS[\#($0.offset + 1)]}" = \#($0.element) && "# }.joined()
      return """
            if [[ \(parents)("${COMP_CWORD}" -eq \(index) || (-n "${COMP_WORDS[\(index)]}" \
        && ' \(group.names) ' != *" ${COMP_WORDS[\(index)]} "*)) ]]; then
                position=\(index) default=\(group.standard)
            fi

        """
    }
    let wrapper = """
      \(Self.comment)
      _diagnose() {
          # The script of the library sets a trap, which would stay in the shell.
          local return_trap
          return_trap="$(trap -p RETURN)"
          __diagnose_complete "${@}"
          trap - RETURN
          eval "${return_trap}"
      }

      __diagnose_complete() {
          local -i position=0
          local default=''
      \(conditions.joined())\
          if [[ "${position}" -eq 0 || "${COMP_CWORD}" -eq "${position}" ]]; then
              __diagnose_root "${@}"
          fi
          if [[ "${position}" -eq 0 ]]; then
              return
          fi

          local before='' after="${COMP_LINE}" part
          local -i index
          for ((index = 0; index < position; index++)); do
              part="${after%%"${COMP_WORDS[index]}"*}${COMP_WORDS[index]}"
              before+="${part}"
              after="${after:${#part}}"
          done
          local -a words=("${COMP_WORDS[@]:0:position}" "${default}" "${COMP_WORDS[@]:position}")
          local -i point="$((COMP_POINT + ${#default} + 1))" word="$((COMP_CWORD + 1))"
          local -a COMP_WORDS=("${words[@]}")
          local -i COMP_CWORD="${word}" COMP_POINT="${point}"
          local COMP_LINE="${before} ${default}${after}"
          __diagnose_root "${@}"
      }


      """
    let end = "complete -o filenames -F _diagnose diagnose"
    return Self.replacing(end, with: wrapper + end, in: text)
  }

  private var zsh: String? {
    var text = Self.replacing("\n_diagnose() {\n", with: "\n__diagnose_root() {\n", in: generated)
    text = Self.replacing(
      #""${command_name}" "${@}" "${command_line[@]}""#,
      with: #""${command_name}" "${@}" "${command_line[@]}" 2>/dev/null"#, in: text)
    let conditions = Self.groups.map { group in
      let index = group.path.count + 2
      let parents = group.path.enumerated().map { #""${words[\#($0.offset + 2)]}" = \#($0.element) && "# }.joined()
      return """
            if [[ \(parents)"${CURRENT}" -ge \(index) && ("${CURRENT}" -eq \(index) \
        || ' \(group.names) ' != *" ${words[\(index)]} "*) ]]; then
                position=\(index) default=\(group.standard)
            fi

        """
    }
    let wrapper = """
      \(Self.comment)
      _diagnose() {
          local -i position=0 names_status=1
          local default=''
      \(conditions.joined())\
          if [[ "${position}" -eq 0 ]]; then
              __diagnose_root "${@}"
              return
          fi
          if [[ "${CURRENT}" -eq "${position}" ]]; then
              __diagnose_root "${@}" && names_status=0
          fi
          words=("${(@)words[1,position - 1]}" "${default}" "${(@)words[position,-1]}")
          (( CURRENT++ ))
          __diagnose_root "${@}" || return "${names_status}"
      }


      """
    let end = #"if [[ "${funcstack[1]}" = _diagnose ]]; then"#
    return Self.replacing(end, with: wrapper + end, in: text).map(Self.withActions)
  }

  /// Returns the script with an action for each argument without a completion: `_arguments` completes no option where an
  /// argument without an action can stand.
  private static func withActions(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let specification = line.drop { $0 == " " }
      guard specification.hasPrefix("':") || specification.hasPrefix("'*:"), line.hasSuffix(":'") else {
        return String(line)
      }
      return line.dropLast() + "{true}'"
    }.joined(separator: "\n")
  }

  private var fish: String? {
    var text = Self.replacing(
      "    set -l unparsed_tokens (__diagnose_tokens -pc)\n",
      with: "    set -l unparsed_tokens (__diagnose_with_default \"$expected_commands\" (__diagnose_tokens -pc))\n",
      in: generated)
    text = Self.replacing(
      "    command $tokens[1] $argv $tokens\n", with: "    command $tokens[1] $argv $tokens 2>/dev/null\n", in: text)
    let conditions = Self.groups.map { group in
      let index = group.path.count + 1
      let parents = group.path.enumerated().map { "test \"$tokens[\($0.offset + 2)]\" = \($0.element); and " }.joined()
      let expected = (["diagnose"] + group.path + [group.standard]).joined(separator: " ")
      return """
            if \(parents)begin; test (count $tokens) -gt \(index); or string match -q -- '\(expected)' "$expected"; end
                contains -- "$tokens[\(index + 1)]" \(group.names)
                or set tokens $tokens[1..\(index)] \(group.standard) $tokens[\(index + 1)..]
            end

        """
    }
    let function = """
      \(Self.comment)
      function __diagnose_with_default -a expected
          set -l tokens $argv[2..]
      \(conditions.joined())\
          printf '%s\\n' $tokens
      end


      """
    let begin = "function __diagnose_parse_tokens -S\n"
    return Self.replacing(begin, with: function + begin, in: text)
  }
}

extension String {
  /// Returns the text with the characters of a range replaced.
  fileprivate func replacingCharacters(_ range: Range<String.Index>, with new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
