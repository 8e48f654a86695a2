import Bytes

/// Labels behind which personal data stands, in text and in JSON.
///
/// Letter case, blanks, dashes, underscores and strokes do not count: `CrashReporter Key`, `crashReporterKey` and
/// `crash_reporter_key` are one.
enum RedactionLabels {
  enum Label: Sendable {
    case value(Redactor.Kind)
    /// May hold an object, whose `id` and `name` are of this kind; `isValue`: or such a value itself.
    case object(Redactor.Kind, isValue: Bool)
    /// Tells something only in such an object.
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
  private static let longest = labels.keys.map(\.count).max() ?? 0
  private static let firstLetters = Set(labels.keys.compactMap(\.first))

  /// The label that begins at `at`, and where it ends.
  static func label(_ bytes: [UInt8], _ at: Int) -> (label: Label, end: Int)? {
    guard firstLetters.contains(bytes[at] | 0x20) else { return nil }
    var name: [UInt8] = []
    var place = at
    while place < bytes.count, name.count <= longest {
      let byte = bytes[place]
      if byte.isLetter {
        name.append(byte | 0x20)
      } else if byte == 0x20 || byte == 0x5F || byte == 0x2D || byte == 0x2F {
        // Two blanks end a label, one does not.
        if byte == 0x20 || byte == 0x2F, place + 1 < bytes.count, !bytes[place + 1].isLetter { break }
      } else if byte == 0x5C, place + 1 < bytes.count, bytes[place + 1] == 0x2F {
        // `Sleep\/Wake` in JSON.
      } else {
        break
      }
      place += 1
    }
    return labels[name].map { ($0, place) }
  }
}
