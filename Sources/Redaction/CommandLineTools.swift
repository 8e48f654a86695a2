/// The options of known tools whose values are personal data.
///
/// An option with a name such as `--password` or `--token` is recognized as a label, for every tool. This table has those
/// whose name does not tell: `-p` is a password of one tool and a port of another.
struct CommandLineTools: Sendable {
  /// What the value of an option is.
  enum Value: String, Sendable {
    case secret
    /// A secret that follows the option without a blank, or with one.
    case joined
    /// A name of a user and a password, or one of them.
    case login
    case user
    /// A secret after `pass:`, as OpenSSL writes it.
    case source
    case network
  }

  static let shared = CommandLineTools()

  /// The values by option, then by tool; the tool `*` is any.
  let options: [String: [String: Value]]
  /// The values of words that follow a tool and its command, by the last word before the value, then by tool.
  let arguments: [String: [String: Value]]

  private init() {
    (options, arguments) = (Self.parsed(Self.optionTable), Self.parsed(Self.argumentTable))
  }

  /// Each row: tools, options, and what their value is.
  private static let optionTable = """
    security|-p -P -w -o|secret
    security|-a|user
    set-key-partition-list|-k|secret
    redis-cli|-a --pass|secret
    mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump mongo mongosh mongodump mongorestore|-p|joined
    mysql mysqldump mysqladmin mariadb mongo mongosh|-u|user
    psql pg_dump pg_restore createdb dropdb|-U|user
    sshpass|-p|joined
    docker podman nerdctl buildah skopeo oras crane az heroku oc nexus jfrog|-p|secret
    docker podman nerdctl buildah skopeo oras crane az oc jfrog twine|-u|user
    twine|-p|secret
    helm|--password|secret
    curl http https xh httpie aria2c|-u --user -U --proxy-user -a --auth|login
    curl|-b --cookie --pass --key-pass|secret
    wget|--user --http-user --ftp-user|user
    openssl|-passin -passout -pass|source
    openssl|-k -K|secret
    unzip zip|-P|secret
    7z 7za 7zz unrar rar|-p|joined
    ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd|-w|secret
    smbclient rpcclient net mount_smbfs|-U|login
    sqlcmd bcp isql sqsh tsql osql|-P|secret
    sqlcmd bcp isql sqsh tsql osql|-U|user
    altool notarytool iTMSTransporter|-p --password|secret
    altool notarytool iTMSTransporter|-u --username --apple-id --asc-provider|user
    keytool jarsigner apksigner|-storepass -keypass --ks-pass --key-pass|source
    lftp ncftp|-u|login
    snmpget snmpwalk snmpset snmpbulkwalk|-c -A -X|secret
    ssh scp sftp mosh telnet rlogin|-l|user
    sudo|-u -U|user
    crontab pkill ps top lsof su runuser atq at|-u -U|user
    rsync svn hg|--username|user
    sysadminctl|-addUser -deleteUser -resetPasswordFor -fullName|user
    sysadminctl|-password -adminPassword -newPassword|secret
    dsimport dscl|-u|user
    dscl dsimport pwpolicy|-P -p|secret
    pwpolicy|-a -u|user
    hdiutil diskutil|-passphrase -stdinpass|secret
    ssh-keygen|-N -P|secret
    gpg gpg2|--passphrase|secret
    gpg gpg2|-u -r --local-user --recipient|user
    ansible ansible-playbook|-u|user
    vncviewer vncpasswd|-passwd|secret
    rdesktop xfreerdp|-u|user
    rdesktop xfreerdp|-p|secret
    xfreerdp|/u:|user
    cqlsh influx clickhouse-client arangosh|-u|user
    cqlsh influx arangosh|-p|secret
    nuget|-ApiKey|secret
    sentry-cli|--auth-token|secret
    firebase fastlane appcenter|--token -t|secret
    rabbitmqadmin mqttx mosquitto_pub mosquitto_sub|-P|secret
    rabbitmqadmin mosquitto_pub mosquitto_sub|-u|user
    ipmitool|-P|secret
    ipmitool|-U|user
    kinit ktutil kadmin|-p|user
    kadmin ktutil|-w|secret
    runas net|/user:|user
    login|-f|user
    nmcli iwctl iw|password passphrase|secret
    git|--author|user
    """

  /// Each row: tools, the word before the value, and what the value is. `PREVIOUS+1` is the second word after it.
  private static let argumentTable = """
    vault|login|secret
    ngrok|authtoken add-authtoken|secret
    cargo npm|login|secret
    nmcli|connect|network
    networksetup|-setairportnetwork+1|network
    networksetup|-setairportnetwork+2|secret
    wpa_passphrase|wpa_passphrase|network
    wpa_passphrase|wpa_passphrase+1|secret
    su|su - -l|user
    chown|chown -R|user
    passwd useradd userdel usermod adduser deluser kinit|passwd useradd userdel usermod adduser deluser kinit|user
    crontab|of|user
    htpasswd|htpasswd+2|secret
    """

  private static func parsed(_ table: String) -> [String: [String: Value]] {
    var values: [String: [String: Value]] = [:]
    for row in table.split(separator: "\n") {
      let fields = row.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      guard fields.count == 3, let value = fields[2].first.flatMap(Value.init) else { continue }
      for option in fields[1] { for tool in fields[0] { values[option, default: [:]][tool] = value } }
    }
    return values
  }
}
