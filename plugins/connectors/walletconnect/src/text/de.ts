import type { Catalogue } from '@portico/kernel/text'

const de = {
  'walletconnect.title': 'WalletConnect',
  'walletconnect.scan': 'Mit dem Telefon scannen',
  'walletconnect.scanDetail':
    'Öffnen Sie Ihre Wallet, suchen Sie deren Scanner und halten Sie ihn auf diesen Code.',
  'walletconnect.code': 'Ein Code, der den Link für Ihre Wallet enthält',
  'walletconnect.noCode': 'Der Code konnte nicht gezeichnet werden',
  'walletconnect.noCodeDetail':
    'Kopieren Sie stattdessen den Link und fügen Sie ihn in Ihrer Wallet ein.',
  'walletconnect.preparing': 'Ein Link für Ihre Wallet wird geholt',
  'walletconnect.slowDetail':
    'Das Relay, das Nachrichten zu Ihrer Wallet bringt, antwortet langsam.',
  'walletconnect.lost':
    'Das Relay ist gerade nicht erreichbar. Es wird weiter versucht; nichts geht verloren.',
  'walletconnect.renews': 'In {seconds} s kommt ein neuer Code',
  'walletconnect.expired': 'Dieser Code ist abgelaufen',
  'walletconnect.expiredDetail': 'Ein neuer kommt, sobald das Relay antwortet.',
  'walletconnect.approved': 'Ihre Wallet ist verbunden',
  'walletconnect.declinedDetail': 'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts gesendet.',
  'walletconnect.copy': 'Link kopieren',
  'walletconnect.platforms': 'Wo Ihre Wallet ist',
  'walletconnect.app': 'App',
  'walletconnect.web': 'Web',
  'walletconnect.qr': 'QR-Code',
  'walletconnect.continue': 'Weiter in {wallet}',
  'walletconnect.continueDetail': 'Bestätigen Sie dort und kommen Sie dann auf diese Seite zurück.',
  'walletconnect.open': 'Wallet öffnen',
  'walletconnect.reopen': 'Noch einmal öffnen',
  'walletconnect.showQr': 'QR-Code zeigen',
  'walletconnect.error.UNCONFIGURED':
    'WalletConnect ist ohne Projekt-ID und ohne Relay eingebunden und wird deshalb nicht angezeigt.',
  'walletconnect.error.LOAD_FAILED':
    'Der Code zum Verbinden eines Telefons ist nicht angekommen. Es wurde nichts geändert. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'walletconnect.error.LIBRARY_UNFIT':
    'Diese App bringt eine WalletConnect-Bibliothek mit, die hier nicht verwendet werden kann.',
  'walletconnect.error.RELAY_UNREACHABLE':
    'Das Relay, das Nachrichten zu Ihrer Wallet bringt, ist nicht erreichbar. Es ging nichts verloren. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'walletconnect.error.RELAY_REFUSED':
    'Das Relay nimmt diese Seite nicht an. Andere Wege zum Verbinden funktionieren weiterhin.',
  'walletconnect.error.PAIRING_EXPIRED': 'Dieser Link ist abgelaufen. Fordere einen neuen an.',
  'walletconnect.error.SESSION_ACCOUNT':
    'Die Wallet hat etwas freigegeben, das kein Konto ist. Es wurde nichts geändert.',
  'walletconnect.error.SESSION_NAMESPACE':
    'Die Wallet hat Chains freigegeben, nach denen diese App nicht gefragt hat: {names}. Sie werden nicht verwendet.',
  'walletconnect.error.SESSION_NETWORK':
    'Die Wallet hat Netzwerke freigegeben, nach denen diese App nicht gefragt hat: {names}. Sie werden nicht verwendet.',
  'walletconnect.error.SESSION_EMPTY':
    'Die Wallet hat keines der Netzwerke dieser App freigegeben. Wählen Sie in der Wallet eines aus und versuchen Sie es erneut.',
  'walletconnect.error.WALLET_REFUSED':
    'Die Wallet hat diese Verbindung nicht angenommen. Es wurde nichts geändert.',
  'walletconnect.error.CHAIN_NOT_APPROVED':
    'Die Wallet hat kein Konto von {chain} freigegeben. Wählen Sie in der Wallet eines aus und versuchen Sie es erneut.',
  'walletconnect.error.NOTHING_TO_ASK':
    'Diese App hat keine Chain, mit der eine Wallet auf einem anderen Gerät verwendet werden kann.',
  'walletconnect.error.SESSION_OVER':
    'Die Verbindung zu dieser Wallet ist beendet. Verbinde sie neu.',
  'walletconnect.error.OTHER_TAB':
    'Ein anderer Tab dieser App wartet auf Ihre Wallet. Schließen Sie das dort zuerst ab, oder brechen Sie es ab.',
  'walletconnect.error.EVENT_MALFORMED':
    'Die Wallet hat etwas mitgeteilt, das keinen Sinn ergibt. Es wurde nichts geändert.',
} satisfies Catalogue
export default de
