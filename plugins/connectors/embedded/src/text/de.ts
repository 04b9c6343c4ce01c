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
} satisfies Catalogue
export default de
