import type { Catalogue } from '@portico/kernel/text'

const de = {
  'embedded.code.title': 'E-Mail bestätigen',
  'embedded.code.over':
    'Diese Anmeldung ist vorbei. Gehen Sie zurück und beginnen Sie noch einmal.',
  'embedded.code.sent': 'Wir haben einen Code an {email} geschickt. Er gilt 10 Minuten.',
  'embedded.code.label': 'Code aus sechs Ziffern',
  'embedded.code.submit': 'Bestätigen',
  'embedded.code.resend': 'Noch einmal senden',
  'embedded.code.resendIn': 'Noch einmal senden in {seconds} s',
  'embedded.code.other': 'Andere Adresse verwenden',
  'embedded.code.invalid': 'Ein Code hat sechs Ziffern. Geben Sie alle ein.',
  'embedded.email.label': 'E-Mail',
  'embedded.email.submit': 'Weiter mit E-Mail',
  'embedded.email.resume': 'Code eingeben',
  'embedded.email.invalid':
    'Das ist keine E-Mail-Adresse. Prüfen Sie sie und versuchen Sie es erneut.',
  'embedded.frame.title': 'Ihre Wallet',
  'embedded.error.ABORTED': 'Die Anfrage wurde abgebrochen',
  'embedded.error.BUSY':
    'In der Wallet sind zu viele Anfragen offen. Beantworten Sie zuerst diese.',
  'embedded.error.CODE_EXPIRED':
    'Dieser Code ist abgelaufen. Lassen Sie sich einen neuen schicken.',
  'embedded.error.COOL_DOWN': 'Bitte versuchen Sie es in {n} Sekunden erneut',
  'embedded.error.DECLINED': 'Sie haben abgelehnt. Es wurde nichts signiert oder gesendet.',
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
    'Dieser Browser ist zu alt für diese Wallet. Aktualisieren Sie ihn und versuchen Sie es erneut.',
  'embedded.error.STORAGE_BLOCKED':
    'Dieser Browser lässt die Wallet ihren Schlüssel nicht speichern. Erlauben Sie den Speicher und versuchen Sie es erneut.',
  'embedded.error.WALLET_ELSEWHERE':
    'Ihre Wallet ist nicht in diesem Browser. Stellen Sie sie wieder her oder nehmen Sie das Gerät, auf dem Sie sie erstellt haben.',
  'embedded.error.WALLET_CHANGED':
    'Ihre Wallet wurde in einem anderen Tab oder auf einem anderen Gerät geändert. Versuchen Sie es erneut.',
  'embedded.error.WALLET_MISMATCH':
    'Der Server hat den Teil einer anderen Wallet geschickt. Es wurde nichts geändert. Melden Sie das dieser App.',
  'embedded.error.DEVICE_TOO_NEW':
    'Dieses Gerät ist neu. Versuchen Sie es zu Ihrer Sicherheit in {n} h erneut oder nehmen Sie ein älteres Gerät.',
  'embedded.error.OFFLINE':
    'Die Wallet erreicht ihren Server nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'embedded.error.STOPPED': 'Etwas ist schiefgegangen',
  'embedded.error.UNCONFIGURED':
    'Die eingebettete Wallet ist ohne die Adresse ihres Frames eingebunden und wird deshalb nicht angezeigt.',
  'embedded.error.UNLOADED': 'Die Anmeldung per E-Mail konnte nicht geladen werden',
  'embedded.error.UNREADABLE':
    'Diese Anfrage lässt sich nicht lesen und wurde deshalb nicht signiert.',
  'embedded.error.UNSUPPORTED': 'Diese Wallet kann das nicht. Es wurde nichts gesendet.',
  'embedded.error.WRONG_CODE':
    'Dieser Code ist falsch. Sehen Sie in der neuesten E-Mail nach und geben Sie ihn noch einmal ein.',
  'embedded.account': 'Wallet-Konto',
  'embedded.account.parts': 'Teile Ihres Kontos',
  'embedded.devices': 'Geräte',
  'embedded.activity': 'Kontoaktivität',
  'embedded.update': 'E-Mail ändern',
  'embedded.delete': 'Konto löschen',
  'embedded.loggedInAs': 'Sie sind als {email} angemeldet.',
  'embedded.loggedInByPasskey': 'Sie sind mit einem Passkey angemeldet.',
  'embedded.logInAgain': 'Erneut anmelden',
  'embedded.recovery': 'Wiederherstellung',
  'embedded.export': 'Wiederherstellungswörter zeigen',
  'embedded.download': 'Meine Daten herunterladen',
  'embedded.downloaded': 'Ihre Daten wurden als Datei gespeichert',
  'embedded.signOutHere': 'Auf diesem Gerät abmelden',
  'embedded.signOutEverywhere': 'Auf allen Geräten abmelden',
  'embedded.signOutOthers': 'Alle anderen Geräte abmelden',
  'embedded.signOutDevice': '{device} abmelden',
  'embedded.deviceRemoved': 'Das Gerät ist abgemeldet',
  'embedded.oneDevice': 'Sie sind nur auf diesem Gerät angemeldet.',
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
    'Sie melden sich jetzt mit {email} an. Wir schicken zuerst dorthin einen Code, dann einen an die neue Adresse.',
  'embedded.update.add':
    'Sie melden sich mit einem Passkey an. Mit einer E-Mail können Sie sich auch auf anderen Geräten anmelden.',
  'embedded.update.label': 'Neue E-Mail',
  'embedded.update.old': 'Schritt 1 von 2: der Code, den wir an {email} geschickt haben.',
  'embedded.update.new': 'Schritt 2 von 2: der Code, den wir an {email} geschickt haben.',
  'embedded.updated': 'Von jetzt an melden Sie sich mit {email} an.',
  'embedded.delete.warning':
    'Ohne ihre Wiederherstellungswörter ist alles in dieser Wallet für immer verloren. Übertragen Sie es zuerst in eine andere Wallet.',
  'embedded.delete.detail':
    'Löscht Ihre Anmeldung, Ihre Geräte und den Teil des Schlüssels, den der Server hat. Die Wallet fragt Sie noch einmal.',
  'embedded.passkey': 'Weiter mit einem Passkey',
  'embedded.passkey.new': 'Neue Wallet mit einem Passkey erstellen',
  'embedded.words': 'Ich habe Wiederherstellungswörter',
  'embedded.words.help':
    'Wörter einer anderen Wallet werden hier nicht angenommen: Seiten, die danach fragen, sind ein häufiger Betrug. Öffnen Sie jene Wallet in ihrer eigenen App und verbinden Sie sie hier, oder senden Sie von ihr an eine neue Wallet, die Sie mit Ihrer E-Mail erstellen.',
  'embedded.error.LOGIN_TOO_OLD':
    'Ihre Anmeldung ist dafür zu alt. Melden Sie sich erneut an und wiederholen Sie es. Es wurde nichts geändert.',
  'embedded.error.EMAIL_TAKEN':
    'Diese E-Mail-Adresse gehört zu einer anderen Wallet. Nehmen Sie eine andere.',
  'embedded.error.PASSKEY_UNUSED':
    'Es wurde kein Passkey benutzt. Sie haben abgebrochen, oder dieses Gerät hat keinen für diese Wallet.',
  'embedded.error.PASSKEY_UNKNOWN':
    'Dieser Passkey öffnet hier keine Wallet mehr. Nehmen Sie einen anderen Passkey oder Ihre E-Mail.',
  'embedded.error.PASSKEY_SITE':
    'An der Adresse dieser Wallet funktionieren Passkeys nicht. Nehmen Sie Ihre E-Mail.',
} satisfies Catalogue
export default de
