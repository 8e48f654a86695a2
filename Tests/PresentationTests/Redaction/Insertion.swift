/// Spellings of personal data of one kind, for insertion into reports.
struct Insertion: Sendable {
  /// The kind, as the table of recall names it.
  let kind: String
  /// The texts that must not remain, in any letter case. `$1` in a spelling stands for the first one, `$2` for the
  /// second.
  let secrets: [String]
  let spellings: [String]

  init(_ kind: String, _ secrets: [String], _ spellings: [String]) {
    self.kind = kind
    self.secrets = secrets
    self.spellings = spellings
  }

  /// The texts to insert.
  var texts: [String] {
    spellings.map { spelling in
      var text = spelling
      for (index, secret) in secrets.enumerated() { text = text.replacing("$\(index + 1)", with: secret) }
      return text
    }
  }

  static let all: [Insertion] = credentials + people + machines + numbers

  private static let credentials: [Insertion] = [
    Insertion(
      "password, letters only", ["quokkahorse"],
      [
        "could not log in, password: $1", "Password: $1", "passwd = $1", "PASSWORD=$1 was refused",
        "{ user = x; password = $1; }", "smtp.password=$1", "?user=a&password=$1&b=1", "userPassword: \"$1\"",
        "the passphrase is \"$1\"", "db-password: $1", "Passwort: $1", "secret=$1",
      ]),
    Insertion(
      "password with digits", ["quokka7Horse9"],
      [
        "error: bad password: $1", "PGPASSWORD=$1 psql", "MYSQL_PWD=$1", "DB_PASSWORD: $1", "pwd=$1;Server=x",
        "passphrase=$1", "passcode: $1", "mysql -u root -p$1", "{\"newPassword\":\"$1\"}", "ADMIN_PASS=$1",
        "<password>$1</password>", "client_secret=$1",
      ]),
    Insertion(
      "token or key", ["q7Wk3rT9zXc1VbN8"],
      [
        "CI_JOB_TOKEN=$1", "NPM_AUTH_TOKEN: $1", "aws_session_token = $1", "STRIPE_SECRET_KEY=$1", "x-auth-token: $1",
        "https://h.example/a?key=$1", "/cb?sig=$1&x=1", "--api-key $1", "auth=$1", "Authorization: Bearer $1",
        "deviceToken=$1", "headers[\"X-Api-Key\"] = \"$1\"", "accessToken: $1,", "{\"refresh_token\":\"$1\"}",
        "subscription-key: $1",
      ]),
    Insertion(
      "token of an issuer", ["q7Wk3rT9zXc1VbN8mL2pQ5sD"],
      [
        "got ghp_$1", "hf_$1 expired", "using sk_live_$1", "glpat-$1", "xoxb-$1", "SG.$1.abc", "ya29.$1", "dop_v1_$1",
        "npm_$1", "rk_live_$1",
      ]),
    Insertion(
      "private key", ["MIIEvQIBADANBgkqhkiG9w0"],
      [
        "-----BEGIN PRIVATE KEY-----\n$1\nAbC1\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\n$1\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\n$1==\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\n$1\nx1\n-----END EC PRIVATE KEY-----",
      ]),
    Insertion(
      "session identifier", ["a9F3c7E1b5D2"],
      [
        "JSESSIONID=$1;", "PHPSESSID=$1", "sid=$1", "Set-Cookie: s=$1; Path=/", "ASP.NET_SessionId=$1",
        "session_id: $1", "\"sessionToken\":\"$1\"", "laravel_session_id=$1", "Cookie: a=1; auth=$1",
        "sessionIdentifier = $1",
      ]),
    Insertion(
      "credentials in a URL", ["quokkapw77"],
      [
        "https://bob:$1@git.example.com/x", "postgres://app:$1@db/x", "redis://:$1@cache:6379/0",
        "ftp://anna:$1@files.example.org", "amqp:\\/\\/guest:$1@mq\\/v", "curl -u bob:$1 https://x.example",
      ]),
  ]

  private static let people: [Insertion] = [
    Insertion(
      "home path with a blank", ["Quokkaman"],
      [
        "/Users/Ada $1/Library/Caches/x", "/Users/Ada $1/Desktop", "open /Users/Ada B. $1/a/b failed",
        #"C:\Users\Ada $1\AppData\x"#, "\"/Users/Ada $1\"", #"/Users/Ada\ $1/x"#, "file:///Users/Ada%20$1/x",
        "/Volumes/Macintosh HD/Users/Ada $1/Music/a", "/home/Ada $1/src/a.c", "C:/Users/Ada $1/x",
      ]),
    Insertion(
      "home path, odd names", ["quokkaman"],
      [
        "/Users/o'$1/x", "/Users/ada,$1/x", "/Users/ada&$1/x", #"/Users/ACME\$1/Library"#, "/Users/ada+$1/x",
        "/Users/ada($1)/x", "/Users/$1@acme/x", "/Users/ada;$1/x", "/Users/ada.$1-2/x", "/Users/ada=$1/x",
      ]),
    Insertion(
      "home path, posix", ["quokkaman"],
      [
        "/Users/$1/x", "/Users//$1/x", "/Users/./$1/x", "/private/var/users/$1/x", "/home/$1",
        "/System/Volumes/Data/Users/$1",
        "(/Users/$1/a.swift:12)", "PATH=/Users/$1/bin:/usr/bin", "\\/Users\\/$1\\/x", "-I/home/$1/include",
        "/USERS/$1/Library/x",
      ]),
    Insertion(
      "home path, Windows", ["quokkaman"],
      [
        #"C:\Users\$1\x"#, #"c:\users\$1\x"#, #"C:\\Users\\$1\\x"#, #"C:\Documents and Settings\$1\x"#,
        "/mnt/c/Users/$1/x",
        #"\\server\users\$1\x"#, "D:/Users/$1/x", #"C:\DOCUME~1\$1\x"#,
      ]),
    Insertion(
      "home path, encoded", ["quokkaman"],
      [
        "%2FUsers%2F$1%2Fx", "%2fusers%2f$1%2fx", "%252FUsers%252F$1%252Fx", "/%55sers/$1/x", "C%3A%5CUsers%5C$1%5Cx",
        "file:%2F%2F%2Fhome%2F$1%2Fx", "&#47;Users&#47;$1&#47;x", "\\u002fUsers\\u002f$1\\u002fx",
      ]),
    Insertion(
      "home path, Linux", ["quokkaman"],
      [
        "~$1/src", "/nfs/homes/$1/x", "/data/user/0/$1/x", "/export/home/$1/x", "/var/home/$1/x", "/mnt/home/$1/x",
        "/homes/$1/a", "cd ~$1/work && make", "/net/home3/$1/x", "/usr/home/$1/x",
      ]),
    Insertion(
      "user label", ["quokkaman"],
      [
        "LOGNAME=$1", "SUDO_USER=$1", "uid=502($1) gid=20(staff)", "NSUserName() = $1", "Owner: $1", "userName: $1",
        "login: $1", "\"username\" : \"$1\"", "signed in as $1", "current user: $1", "--user $1", "account=$1",
        "user '$1' not found", "<key>userName</key><string>$1</string>",
      ]),
    Insertion(
      "real name", ["Quokkaman"],
      [
        "realName=Ada $1 shell=/bin/sh", "Author: Ada $1", "NSFullUserName() = Ada $1", "\"fullName\":\"Ada $1\"",
        "lastName=$1", "Full Name: Ada $1", "surname: $1", "Committer: Ada $1", "ownerName = \"Ada $1\"",
        "cardholder: Ada $1", "family_name=$1",
      ]),
    Insertion(
      "Apple ID", ["quokkaman"],
      [
        "Apple ID: $1", "appleID=$1@icloud.com", "\"apple_id\":\"$1\"", "iCloud account: $1@me.com", "AppleID = \"$1\"",
        "iTunes account: $1", "Apple Account: $1@example.com", "signed in to iCloud as $1@icloud.com",
      ]),
    Insertion(
      "e-mail address", ["quokka.man"],
      [
        "to $1@example.com", "$1%40example.com", "<$1@acme.swift>", "$1@example.app", "$1@xn--mnchen-3ya.de",
        "$1@m\u{FC}nchen.de", "mailto:$1@example.museum", "\"$1\\u0040example.org\"", "$1+tag@mail.example.co.uk",
        "$1@example.photography,", "$1@corp.local", "'$1@example.io'",
      ]),
    Insertion(
      "phone number", ["5550143"],
      [
        "tel:+49170$1", "phone: 0170$1", "msisdn=49170$1", "+1 202 $1", "\"phoneNumber\":\"+1202$1\"", "sms:+1202$1",
        "call +44 20 $1", "mobile: 0170 $1", "caller id: +1202$1", "fax=+49 89 $1",
      ]),
    Insertion(
      "coordinates", ["37.33182", "122.03118"],
      [
        "<+$1141,-$2041> +/- 5.00m (speed 0.00)", "{\"lat\":$1,\"lon\":-$2}", "latitude: $1, longitude: -$2",
        "geo:$1,-$2", "?ll=$1,-$2", "lat=$1&lng=-$2", "$1\u{B0} N, $2\u{B0} W", "coordinate = ($1, -$2)",
        "https://maps.example/@$1,-$2,17z", "\"coordinates\":[-$2,$1]",
        "CLLocationCoordinate2D(latitude: $1, longitude: -$2)",
        "location: $1, -$2", "POINT(-$2 $1)",
      ]),
  ]

  private static let machines: [Insertion] = [
    Insertion(
      "host name", ["quokkabuild7"],
      [
        "host name: $1", "to $1.local failed", "$1.lan", "$1.internal", "http://$1.corp.example.com:8080/x",
        "https://$1:8443/", "Darwin $1 23.1.0 Darwin Kernel Version 23.1.0", "nodename $1", "$1.corp.acme.com",
        "computerName=\"$1\"", "ssh bob@$1:/srv", "Server Name: $1", "HOSTNAME=$1", "http://$1/job/3",
        "\"hostname\":\"$1\"", "$1.ad.acme.net",
      ]),
    Insertion(
      "machine of a person", ["Quokkaman"],
      [
        "$1s-MacBook-Pro", "$1's iPhone", "$1\u{2019}s MacBook Air", "iPhone von $1", "$1s-iMac.local",
        "MacBook Pro de $1",
        "$1s-Mac-mini",
      ]),
    Insertion(
      "wireless network", ["QuokkaNet5"],
      [
        "SSID: $1", "ssid=$1", "Wi-Fi network: $1", "\"SSID\":\"$1\"", "SSID \"$1\"", "WIFI_SSID=$1",
        "network name: $1",
        "current network: $1",
      ]),
    Insertion(
      "IPv4 address", ["203.0.113.77"],
      [
        "connect to $1", "($1)", "$1.443 > x", "http://$1/x", "\"ip\":\"$1\"", "[$1]:22", "from $1:5060", "peer=$1,",
        "$1/24",
        "ssh root@$1", "<$1>", "Xcode at $1",
      ]),
    Insertion("IPv4 address with dashes", ["203-0-113-77"], ["ip-$1", "ip-$1.ec2.internal", "$1.dsl.example.net"]),
    Insertion(
      "IPv6 address", ["2001:db8:85a3::8a2e:370:7334"],
      ["to $1", "[$1]:443", "inet6 $1 prefixlen 64", "\"addr\":\"$1\"", "$1%en0", "peer $1,"]),
    Insertion(
      "hardware address", ["a4:5e:60:c1:b2:d3"],
      ["ether $1", "en0 $1", "bssid=$1", "\"mac\":\"$1\"", "($1)", "lladdr $1"]),
    Insertion("hardware address with dashes", ["A4-5E-60-C1-B2-D3"], ["Physical Address $1", "mac: $1", "$1,"]),
    Insertion("hardware address with dots", ["a45e.60c1.b2d3"], ["port $1 dynamic", "mac=$1"]),
    Insertion("hardware address, digits", ["04:50:60:11:22:33"], ["ether $1", "at $1 on en0"]),
    Insertion("hardware address, bare", ["a45e60c1b2d3"], ["mac=$1", "macAddress: $1", "wifi_address=$1"]),
    Insertion(
      "device UUID", ["0A1B2C3D-7777-4000-8000-00000000D00A"],
      [
        "IOPlatformUUID = \"$1\"", "Device UUID: $1", "deviceUUID=$1", "userId=$1", "distinct_id: $1",
        "Hardware UUID: $1",
        "\"installation_id\":\"$1\"", "idfv=$1", "vendorIdentifier: $1", "anonymousId=$1", "client-id: $1",
        "identifierForVendor = $1", "iPhone 15 Pro ($1) (Booted)",
      ]),
    Insertion(
      "CrashReporter key", ["0c0ffee0123456789abcdef0123456789abcd777"],
      [
        "CrashReporter Key: $1", "\"crashReporterKey\" : \"$1\"", "crash_reporter_key=$1", "crashreporter-key: $1",
        "the CrashReporterKey is: $1", "CrashReporter Key = $1",
      ]),
    Insertion(
      "UDID, 40 digits", ["0123456789abcdef0123456789abcdef01239999"],
      [
        "iPhone ($1)", "platform:iOS, id:$1", "udid=$1", "device $1 disconnected", "UDID: $1",
        "-destination 'platform=iOS,id=$1'",
      ]),
    Insertion(
      "UDID, 24 digits", ["00008110-001A2B3C4D5E8777"],
      ["device $1", "id:$1", "udid $1", "\"udid\":\"$1\"", "($1)"]),
    Insertion("UDID, 24 digits without dash", ["00008110001A2B3C4D5E8777"], ["device $1", "udid=$1", "($1)"]),
  ]

  private static let numbers: [Insertion] = [
    Insertion(
      "serial number", ["C02QK777JG5J"],
      [
        "Serial Number (system): $1", "IOPlatformSerialNumber\" = \"$1\"", "SN: $1", "serial $1", "serialNumber=$1",
        "Serial: $1", "\"serial_number\":\"$1\"", "S/N: $1", "hardware serial number: $1", "serial no. $1",
      ]),
    Insertion(
      "IMEI and MEID", ["35209900777148"],
      ["IMEI: $11", "meid $1", "\"imei\":\"$11\"", "imei=$11", "MEID: $1", "imei $11"]),
    Insertion("ECID", ["8820193845777611"], ["ECID: $1", "\"ecid\":$1", "ecid=$1", "UniqueChipID: $1", "ECID $1"]),
    Insertion(
      "account number", ["702917"],
      [
        "uid=$1", "User ID: $1", "gui/$1/com.example.x", "\"userID\":$1", "user.domain.$1", "euid $1",
        "/run/user/$1/bus",
        "ruid=$1",
      ]),
    Insertion(
      "container", ["0A1B2C3D-7777-4000-8000-00000000C00A"],
      [
        "/var/mobile/Containers/Data/Application/$1/Documents",
        "file:///private/var/containers/Bundle/Application/$1/A.app",
        "Shared/AppGroup/$1/x", "%2FData%2FApplication%2F$1%2F", "\\/Application\\/$1\\/x",
        "/var/mobile/Applications/$1/x",
        "containerUUID=$1", "CoreSimulator/Devices/$1/data",
      ]),
    Insertion(
      "temporary folder", ["x7quokka1234567890abcd0000gn"],
      [
        "/var/folders/q9/$1/T/x", "/private/var/folders/q9/$1/C", "\\/var\\/folders\\/q9\\/$1\\/T",
        "TMPDIR=/var/folders/q9/$1/T/",
      ]),
    Insertion(
      "IBAN", ["0532 0130 00"],
      ["DE89 3704 0044 $1", "IBAN: DE89 3704 0044 $1", "\"iban\":\"DE89 3704 0044 $1\"", "to DE89 3704 0044 $1."]),
    Insertion("IBAN without blanks", ["WEST12345698765432"], ["GB82$1", "iban=GB82$1", "(GB82$1)"]),
    Insertion("card number", ["1111 1111 1111"], ["card 4111 $1", "4111 $1 was declined", "cardNumber: 4111 $1"]),
    Insertion("card number without blanks", ["378282246310005"], ["card $1", "\"card\":\"$1\"", "pan=$1"]),
    Insertion("social security number", ["078-05-1120"], ["SSN: $1", "ssn=$1", "for $1 today"]),
    Insertion(
      "volume", ["QuokkaBackup"],
      ["/Volumes/$1/x", "\\/Volumes\\/$1\\/x", "/Volumes/Ada $1/a/b", "file:///Volumes/$1/x", "mount /Volumes/$1"]),
    Insertion("Base64", ["L1VzZXJzL3F1b2trYW1hbi9MaWJyYXJ5"], ["data $1", "blob=$1", "\"b64\":\"$1\""]),
  ]
}
