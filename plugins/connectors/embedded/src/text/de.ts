import type { Catalogue } from '@portico/kernel/text'

const de = {
  'embedded.code.title': 'E-Mail bestätigen',
  'embedded.code.over': 'Diese Anmeldung ist vorbei. Geh zurück und beginne noch einmal.',
  'embedded.code.sent': 'Wir haben einen Code an {email} geschickt. Er gilt 10 Minuten.',
  'embedded.code.label': 'Code aus sechs Ziffern',
  'embedded.code.submit': 'Bestätigen',
  'embedded.code.resend': 'Noch einmal senden',
  'embedded.code.resendIn': 'Noch einmal senden in {seconds} s',
  'embedded.code.other': 'Andere Adresse verwenden',
  'embedded.code.invalid': 'Ein Code hat sechs Ziffern. Gib alle ein.',
  'embedded.email.label': 'E-Mail',
  'embedded.email.submit': 'Weiter mit E-Mail',
  'embedded.email.resume': 'Code eingeben',
  'embedded.email.invalid': 'Das ist keine E-Mail-Adresse. Prüfe sie und versuche es erneut.',
  'embedded.frame.title': 'Deine Wallet',
  'embedded.error.ABORTED': 'Die Anfrage wurde abgebrochen',
  'embedded.error.BUSY': 'In der Wallet sind zu viele Anfragen offen. Beantworte zuerst diese.',
  'embedded.error.CODE_EXPIRED': 'Dieser Code ist abgelaufen. Lass dir einen neuen schicken.',
  'embedded.error.COOL_DOWN': 'Bitte versuche es in {n} Sekunden erneut',
  'embedded.error.DECLINED': 'Du hast abgelehnt. Es wurde nichts signiert oder gesendet.',
  'embedded.error.FAILED': 'Es ist ein Fehler aufgetreten',
  'embedded.error.INVALID':
    'Die App hat eine ungültige Anfrage gestellt. Es wurde nichts signiert oder gesendet.',
  'embedded.error.NETWORK_UNKNOWN': 'Netzwerk nicht gefunden',
  'embedded.error.action': 'Aktion nicht erlaubt',
  'embedded.error.NOT_ALLOWED': 'Die verlangte RPC-Anfrage ist nicht erlaubt',
  'embedded.error.ORIGIN_REFUSED': 'Ungültige Konfiguration der App',
  'embedded.error.PROJECT_ID_MISSING': 'Die Projekt-ID ist nicht konfiguriert',
  'embedded.error.PROJECT_ID_WRONG': 'Ungültige Projekt-ID: Konfiguration anpassen',
  'embedded.error.RPC_URL_MISSING':
    'Diese App hat keine Verbindung zu diesem Netzwerk. Es wurde nichts gesendet.',
  'embedded.error.SESSION_EXPIRED': 'Die Sitzung ist abgelaufen',
  'embedded.error.BROWSER_TOO_OLD':
    'Dieser Browser ist zu alt für diese Wallet. Aktualisiere ihn und versuche es erneut.',
  'embedded.error.STORAGE_BLOCKED':
    'Dieser Browser lässt die Wallet ihren Schlüssel nicht speichern. Erlaube den Speicher und versuche es erneut.',
  'embedded.error.WALLET_ELSEWHERE':
    'Deine Wallet ist nicht in diesem Browser. Stelle sie wieder her oder nimm das Gerät, auf dem du sie erstellt hast.',
  'embedded.error.WALLET_CHANGED':
    'Deine Wallet wurde in einem anderen Tab oder auf einem anderen Gerät geändert. Versuche es erneut.',
  'embedded.error.WALLET_MISMATCH':
    'Der Server hat den Teil einer anderen Wallet geschickt. Es wurde nichts geändert. Melde das dieser App.',
  'embedded.error.DEVICE_TOO_NEW':
    'Dieses Gerät ist neu. Versuche es zu deiner Sicherheit in {n} h erneut oder nimm ein älteres Gerät.',
  'embedded.error.OFFLINE':
    'Die Wallet erreicht ihren Server nicht. Prüfe deine Verbindung und versuche es erneut.',
  'embedded.error.STOPPED': 'Etwas ist schiefgegangen',
  'embedded.error.UNCONFIGURED':
    'Die eingebettete Wallet ist ohne die Adresse ihres Frames eingebunden und wird deshalb nicht angezeigt.',
  'embedded.error.UNLOADED': 'Die Anmeldung per E-Mail konnte nicht geladen werden',
  'embedded.error.UNREADABLE':
    'Diese Anfrage lässt sich nicht lesen und wurde deshalb nicht signiert.',
  'embedded.error.UNSUPPORTED': 'Diese Wallet kann das nicht. Es wurde nichts gesendet.',
  'embedded.error.WRONG_CODE':
    'Dieser Code ist falsch. Sieh in der neuesten E-Mail nach und gib ihn noch einmal ein.',
  'embedded.account': 'Wallet-Konto',
  'embedded.account.parts': 'Teile deines Kontos',
  'embedded.devices': 'Geräte',
  'embedded.activity': 'Kontoaktivität',
  'embedded.update': 'E-Mail ändern',
  'embedded.delete': 'Konto löschen',
  'embedded.loggedInAs': 'Du bist als {email} angemeldet.',
  'embedded.loggedInByPasskey': 'Du bist mit einem Passkey angemeldet.',
  'embedded.logInAgain': 'Erneut anmelden',
  'embedded.recovery': 'Wiederherstellung',
  'embedded.export': 'Wiederherstellungswörter zeigen',
  'embedded.download': 'Meine Daten herunterladen',
  'embedded.downloaded': 'Deine Daten wurden als Datei gespeichert',
  'embedded.signOutHere': 'Auf diesem Gerät abmelden',
  'embedded.signOutEverywhere': 'Auf allen Geräten abmelden',
  'embedded.signOutOthers': 'Alle anderen Geräte abmelden',
  'embedded.signOutDevice': '{device} abmelden',
  'embedded.deviceRemoved': 'Das Gerät ist abgemeldet',
  'embedded.oneDevice': 'Du bist nur auf diesem Gerät angemeldet.',
  'embedded.thisDevice': 'Dieses Gerät',
  'embedded.used': 'Benutzt {age}',
  'embedded.usedSignedOut': 'Benutzt {age}, abgemeldet',
  'embedded.noActivity': 'Es ist noch nichts passiert.',
  'embedded.olderActivity': 'Ältere zeigen',
  'embedded.event.person': 'Konto erstellt',
  'embedded.event.login': 'Angemeldet',
  'embedded.event.device': 'Neues Gerät',
  'embedded.event.deviceRemoved': 'Gerät abgemeldet',
  'embedded.event.session': 'Anmeldung beendet',
  'embedded.event.everywhere': 'Überall abgemeldet',
  'embedded.event.wallet': 'Wallet gespeichert',
  'embedded.event.share': 'Wallet geöffnet',
  'embedded.event.recovery': 'Wiederherstellung hinzugefügt',
  'embedded.event.recoveryUsed': 'Wiederherstellung benutzt',
  'embedded.event.recoveryRemoved': 'Wiederherstellung entfernt',
  'embedded.event.passkey': 'Passkey hinzugefügt',
  'embedded.event.passkeyRemoved': 'Passkey entfernt',
  'embedded.event.export': 'Wiederherstellungswörter gezeigt',
  'embedded.event.email': 'E-Mail geändert',
  'embedded.event.data': 'Daten heruntergeladen',
  'embedded.event.unknown': 'Eine andere Änderung',
  'embedded.update.detail':
    'Du meldest dich jetzt mit {email} an. Wir schicken zuerst dorthin einen Code, dann einen an die neue Adresse.',
  'embedded.update.add':
    'Du meldest dich mit einem Passkey an. Mit einer E-Mail kannst du dich auch auf anderen Geräten anmelden.',
  'embedded.update.label': 'Neue E-Mail',
  'embedded.update.old': 'Schritt 1 von 2: der Code, den wir an {email} geschickt haben.',
  'embedded.update.new': 'Schritt 2 von 2: der Code, den wir an {email} geschickt haben.',
  'embedded.updated': 'Von jetzt an meldest du dich mit {email} an.',
  'embedded.delete.warning':
    'Ohne ihre Wiederherstellungswörter ist alles in dieser Wallet für immer verloren. Übertrage es zuerst in eine andere Wallet.',
  'embedded.delete.detail':
    'Löscht deine Anmeldung, deine Geräte und den Teil des Schlüssels, den der Server hat. Die Wallet fragt dich noch einmal.',
  'embedded.passkey': 'Weiter mit einem Passkey',
  'embedded.passkey.new': 'Neue Wallet mit einem Passkey erstellen',
  'embedded.words': 'Ich habe Wiederherstellungswörter',
  'embedded.words.help':
    'Wörter einer anderen Wallet werden hier nicht angenommen: Seiten, die danach fragen, sind ein häufiger Betrug. Öffne jene Wallet in ihrer eigenen App und verbinde sie hier, oder sende von ihr an eine neue Wallet, die du mit deiner E-Mail erstellst.',
  'embedded.error.LOGIN_TOO_OLD':
    'Deine Anmeldung ist dafür zu alt. Melde dich erneut an und wiederhole es. Es wurde nichts geändert.',
  'embedded.error.EMAIL_TAKEN':
    'Diese E-Mail-Adresse gehört zu einer anderen Wallet. Nimm eine andere.',
  'embedded.error.PASSKEY_UNUSED':
    'Es wurde kein Passkey benutzt. Du hast abgebrochen, oder dieses Gerät hat keinen für diese Wallet.',
  'embedded.error.PASSKEY_UNKNOWN':
    'Dieser Passkey öffnet hier keine Wallet mehr. Nimm einen anderen Passkey oder deine E-Mail.',
  'embedded.error.PASSKEY_SITE':
    'An der Adresse dieser Wallet funktionieren Passkeys nicht. Nimm deine E-Mail.',
} satisfies Catalogue
export default de
