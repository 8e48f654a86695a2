extension RedactionKind {
  /// All kinds, in the order of the documentation. Where two recognize the same text, the first one decides.
  package static let catalog: [RedactionKind] = [
    homeFolder, userName, realName, hostName, networkName, mailAddress, networkAddress, token, session, password,
    deviceIdentifier, hardwareAddress, serialNumber, equipmentNumber, identityNumber, phoneNumber, bankNumber, location,
    container, volume, accountNumber, encodedText,
  ]
}
