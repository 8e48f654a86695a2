/// The labels of personal data in languages other than English.
///
/// Each row lists names without blanks, dashes and apostrophes, as labels are compared. A language may have several rows,
/// and a word that also labels something else in reports is not listed.
package enum RedactionLanguages {
  /// What a label names.
  package enum Concept: CaseIterable, Sendable {
    case person, user, password, phone, mail, device, serial, identity, birth, address, network, position
    case partOfAddress
  }

  /// Returns the labels of a concept in all languages.
  package static func names(_ concept: Concept) -> String { (rows[concept] ?? []).joined(separator: " ") }

  private static let rows: [Concept: [String]] = [
    .person: [
      "nachname vorname familienname rufname geburtsname ansprechpartner kontaktperson empfänger absender kunde kundenname kontakt",
      "nom prénom prenom nomcomplet nomdefamille destinataire expéditeur titulaire",
      "nombre apellido apellidos nombrecompleto destinatario remitente titular",
      "nome cognome nomecompleto mittente intestatario sobrenome apelido remetente",
      "naam voornaam achternaam ontvanger afzender navn fornavn efternavn etternavn namn förnamn efternamn",
      "nimi etunimi sukunimi imię nazwisko imięinazwisko jméno příjmení meno priezvisko név vezetéknév keresztnév",
      "nume prenume isim soyad soyadı adsoyad adısoyadı nama namalengkap họtên họvàtên ime prezime vardas pavardė",
      "cliente klient müşteri asiakas zákazník ügyfél клиент заказчик клієнт πελάτης العميل לקוח ग्राहक ลูกค้า 客户姓名 お客様名 고객명",
      "имя фамилия отчество фио получатель отправитель прізвище име фамилно",
      "όνομα επώνυμο ονοματεπώνυμο الاسم اسم الاسمالكامل שם שםמלא שםפרטי שםמשפחה نام",
      "नाम पूरानाम नाव ชื่อ นามสกุล নাম பெயர்",
      "姓名 名字 联系人 聯絡人 收件人 寄件人 客户 患者 氏名 名前 お名前 担当者 担当 宛名 発信者 送信者 作成者 報告者 申請者 이름 성명 성함 수신자 발신자",
    ],
    .user: [
      "benutzer benutzername anmeldename kontoname nutzer nutzername kontoinhaber",
      "utilisateur nomdutilisateur identifiant usuario nombredeusuario utente nomeutente usuário utilizador nomedeusuário",
      "gebruiker gebruikersnaam użytkownik nazwaużytkownika uživatel uživatelskéjméno användare användarnamn",
      "bruger brugernavn bruker brukernavn käyttäjä käyttäjätunnus kullanıcı kullanıcıadı felhasználó utilizator",
      "pengguna namapengguna ngườidùng tênđăngnhập пользователь логин имяпользователя учётнаязапись користувач",
      "χρήστης المستخدم اسمالمستخدم משתמש שםמשתמש उपयोगकर्ता ผู้ใช้",
      "用户 用户名 用戶 用戶名稱 使用者 使用者名稱 帐号 账号 帳號 账户 登录名 昵称",
      "ユーザー ユーザー名 ユーザ名 アカウント アカウント名 사용자 사용자이름 사용자명 아이디 계정",
    ],
    .password: [
      "passwort kennwort motdepasse contraseña contrasena clave senha palavrapasse palavrachave wachtwoord hasło haslo",
      "heslo lösenord adgangskode passord salasana şifre parola parolă jelszó katasandi matkhau mậtkhẩu geheimnis",
      "пароль κωδικός كلمةالمرور كلمةالسر סיסמה סיסמא पासवर्ड รหัสผ่าน",
      "密码 密碼 口令 パスワード 暗証番号 비밀번호 암호",
    ],
    .phone: [
      "telefon telefonnummer handy handynummer mobilnummer rufnummer mobiltelefon festnetz",
      "tél téléphone portable numérodetéléphone teléfono telefono móvil celular númerodeteléfono cellulare",
      "telefone telemóvel telefoon telefoonnummer mobiel numertelefonu komórka telefonní mobil puhelin puhelinnumero",
      "telepon nomortelepon điệnthoại sốđiệnthoại numărdetelefon telefonszám cep ceptelefonu",
      "телефон номертелефона мобильный тел моб τηλέφωνο κινητό هاتف رقمالهاتف الجوال جوال טלפון נייד",
      "फ़ोन फोन मोबाइल โทรศัพท์ เบอร์โทร",
      "手机 手机号 手机号码 电话 电话号码 電話 電話番号 携帯 携帯電話 携帯番号 手機 手機號碼 전화 전화번호 휴대폰 휴대폰번호 휴대전화",
    ],
    .mail: [
      "emailadresse mailadresse adresseemail adressemail adresseélectronique courriel mél correo correoelectrónico",
      "postaelettronica indirizzoemail emailadres correioeletrónico eposta epost sähköposti adresemail",
      "почта электроннаяпочта эл.почта email.адрес البريدالإلكتروني البريد ईमेल อีเมล",
      "邮箱 电子邮件 電子郵件 邮件地址 メール メールアドレス 이메일 전자우편",
    ],
    .device: [
      "gerätename gerät rechnername nomdelappareil nomdelordinateur nombredeldispositivo nombredelequipo",
      "nomedispositivo nomecomputer nomedodispositivo apparaatnaam nazwaurządzenia enhetsnamn cihazadı имяустройства",
      "имякомпьютера اسمالجهاز שםהמכשיר डिवाइसकानाम",
      "设备名称 设备名 裝置名稱 电脑名称 計算機名 デバイス名 端末名 コンピュータ名 기기이름 기기명 컴퓨터이름",
    ],
    .serial: [
      "seriennummer numérodesérie numerodeserie númerodeserie númerodesérie numerodiserie serienummer numerseryjny",
      "sériovéčíslo sarjanumero serinumarası серийныйномер σειριακόςαριθμός الرقمالتسلسلي מספרסידורי",
      "序列号 序號 序列號 シリアル番号 シリアルナンバー 製造番号 일련번호",
    ],
    .identity: [
      "personalausweis ausweisnummer steuernummer steuerid steueridentifikationsnummer sozialversicherungsnummer",
      "reisepass codicefiscale dni nif nss cpf cnpj curp rfc pesel bsn burgerservicenummer personnummer",
      "numérodesécuritésociale nir fødselsnummer cprnummer henkilötunnus rodnéčíslo tckimlikno nik",
      "паспорт снилс инн رقمالهوية תעודתזהות आधार เลขบัตรประชาชน",
      "身份证 身份证号 身份证号码 身分證 身分證字號 护照号 護照號碼 マイナンバー 個人番号 旅券番号 주민등록번호 여권번호",
    ],
    .birth: [
      "geburtsdatum geburtstag datedenaissance fechadenacimiento datadinascita datadenascimento geboortedatum",
      "dataurodzenia födelsedatum syntymäaika doğumtarihi ngàysinh датарождения ημερομηνίαγέννησης تاريخالميلاد",
      "תאריךלידה जन्मतिथि วันเกิด 出生日期 生日 生年月日 誕生日 생년월일 생일",
    ],
    .address: [
      "anschrift wohnort straße wohnadresse domicilio dirección indirizzo endereço domicile woonadres adreszamieszkania",
      "lieferadresse rechnungsadresse adressedelivraison adressedefacturation direccióndeenvío indirizzodispedizione",
      "endereçodeentrega адресдоставки お届け先 送付先 配送先 收货地址 收貨地址 送货地址 배송지 배송주소",
      "адрес διεύθυνση العنوان כתובת पता ที่อยู่ 住址 家庭住址 住所 주소",
    ],
    .network: [
      "netzwerkname nomduréseau nombredelared nomerete nomedarede netwerknaam имясети",
      "无线网络 网络名称 網路名稱 ネットワーク名 네트워크이름",
    ],
    .position: [
      "latitud longitud latitudine longitudine breitengrad längengrad breite länge breedtegraad lengtegraad",
      "szerokość długość bredd breddgrad längdgrad breddegrad lengdegrad leveysaste pituusaste enlem boylam",
      "широта долгота довгота γεωγραφικόπλάτος γεωγραφικόμήκος خطالعرض خطالطول קורוחב קואורך अक्षांश देशांतर",
      "ละติจูด ลองจิจูด 纬度 经度 緯度 經度 経度 위도 경도 koordinaten coordonnées coordenadas współrzędne",
      "координаты 坐标 座標 좌표",
    ],
    .partOfAddress: [
      "straat huisnummer postcode plaats strasse hausnummer plz ort stadt",
      "rue codepostal ville commune calle códigopostal codigopostal ciudad población provincia",
      "via cap città citta comune rua cidade bairro numero número logradouro",
      "ulica kodpocztowy miasto nrdomu gata postnummer postort gade vej by katuosoite postinumero sokak mahalle ilçe",
      "ulice město psč utca irányítószám улица дом город індекс индекс вулиця місто οδός πόλη",
      "شارع المدينة רחוב עיר सड़क शहर 街道 城市 邮编 番地 郵便番号 市区町村 도로명 우편번호",
    ],
  ]
}
