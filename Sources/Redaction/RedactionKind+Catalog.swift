extension RedactionKind {
  /// All kinds, in the order of the documentation. Where two recognize the same text, the first one decides.
  package static let catalog: [RedactionKind] = [
    homeFolder, directoryName, userName, realName, person, signingIdentity, domainAccount, hostName, networkName,
    mailAddress, networkAddress, token, session, password, commandOption, uniqueText, deviceIdentifier, hardwareAddress,
    serialNumber, equipmentNumber, identityNumber, nationalNumber, phoneNumber, bankNumber, location, container, volume,
    documentName, documentTitle, deviceName, machineInSentence, pushToken, personalNumber, postalAddress, greeting,
    eastAsianName, personInSentence, accountNumber, encodedText,
    accountInText, correspondent, textOfPeople,
  ]
}
