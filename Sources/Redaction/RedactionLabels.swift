import Bytes

/// Labels of personal data, in text and in JSON.
///
/// Letter case, blanks, dashes, underscores and slashes are ignored: `CrashReporter Key`, `crashReporterKey` and
/// `crash_reporter_key` are the same label.
enum RedactionLabels {
  enum Label: Sendable {
    case value(Redactor.Kind)
    /// The label of an object whose `id` and `name` are of this kind. With `isValue` its value may also be of this kind
    /// itself.
    case object(Redactor.Kind, isValue: Bool)
    /// A label that is relevant only in such an object.
    case member
  }

  private static let labels: [[UInt8]: Label] = {
    let values: [Redactor.Kind: [String]] = [
      .device: [
        "crashreporterkey", "crashreporterid", "anonymousuuid", "deviceidentifier", "deviceidentifierforvendor",
        "identifierforvendor", "vendoridentifier", "vendorid", "deviceid", "deviceudid", "udid", "uniqueidentifier",
        "uniquedeviceid", "uniquechipid", "ecid", "hardwareuuid", "platformuuid", "idfa", "idfv",
        "advertisingidentifier", "advertisingid", "betaidentifier", "sleepwakeuuid", "wakeuuid", "bootsessionuuid",
        "bootuuid", "deviceappshash", "deviceapphash", "installuuid", "installationid", "installationuuid",
        "installationidentifier", "clientid", "macaddress", "wifiaddress", "bluetoothaddress", "ethernetaddress",
      ],
      .serial: [
        "serialnumber", "serial", "serialno", "systemserialnumber", "hardwareserialnumber", "imei", "meid", "iccid",
        "imsi", "phonenumber",
      ],
      .host: [
        "hostname", "computername", "localhostname", "devicename", "machinename", "machine", "nodename", "servername",
        "ssid", "bssid", "wifiname", "networkname",
      ],
      .user: [
        "username", "loginname", "login", "fullname", "realname", "accountname", "useridentifier", "dsid", "altdsid",
        "personid",
      ],
      .email: ["email", "emailaddress", "appleid"],
      .ip: ["ipaddress", "ipaddr", "remoteaddress", "clientip"],
      .token: [
        "authorization", "accesstoken", "authtoken", "refreshtoken", "sessiontoken", "token", "apikey", "apitoken",
        "secret", "clientsecret", "password", "passwd", "privatekey", "cookie", "setcookie", "sessionid",
      ],
      .account: [
        "userid", "uid", "euid", "ruid", "suid", "auid", "effectiveuserid", "realuserid", "owneruid", "unixuserid",
      ],
    ]
    var labels: [[UInt8]: Label] = [
      Array("user".utf8): .object(.user, isValue: true), Array("device".utf8): .object(.host, isValue: false),
      Array("id".utf8): .member, Array("name".utf8): .member,
    ]
    for (kind, names) in values { for name in names { labels[Array(name.utf8)] = .value(kind) } }
    return labels
  }()
  private static let maxLength = labels.keys.map(\.count).max() ?? 0
  private static let firstLetters = Set(labels.keys.compactMap(\.first))

  /// Returns the label that begins at `at`, and the offset of its end.
  static func label(_ bytes: [UInt8], _ at: Int) -> (label: Label, end: Int)? {
    guard firstLetters.contains(bytes[at] | 0x20) else { return nil }
    var name: [UInt8] = []
    var index = at
    while index < bytes.count, name.count <= maxLength {
      let byte = bytes[index]
      if byte.isLetter {
        name.append(byte | 0x20)
      } else if byte == 0x20 || byte == 0x5F || byte == 0x2D || byte == 0x2F {
        // Two blanks end a label; one blank does not.
        if byte == 0x20 || byte == 0x2F, index + 1 < bytes.count, !bytes[index + 1].isLetter { break }
      } else if byte == 0x5C, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
        // An escaped slash in JSON: `Sleep\/Wake`.
      } else {
        break
      }
      index += 1
    }
    return labels[name].map { ($0, index) }
  }
}
