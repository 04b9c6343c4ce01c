import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const de: Translation<typeof en> = {
  'walletconnect.error.UNCONFIGURED': 'WalletConnect ist ohne Projekt-ID und ohne Relay eingebunden und wird deshalb nicht angezeigt.',
  'walletconnect.error.LOAD_FAILED':
    'Der Code zum Verbinden eines Telefons ist nicht angekommen. Es wurde nichts geändert. Prüfe deine Verbindung und versuche es erneut.',
  'walletconnect.error.LIBRARY_UNFIT': 'Diese App bringt eine WalletConnect-Bibliothek mit, die hier nicht verwendet werden kann.',
  'walletconnect.error.RELAY_UNREACHABLE':
    'Das Relay, das Nachrichten zu deiner Wallet bringt, ist nicht erreichbar. Es ging nichts verloren. Prüfe deine Verbindung und versuche es erneut.',
  'walletconnect.error.RELAY_REFUSED': 'Das Relay nimmt diese Seite nicht an. Andere Wege zum Verbinden funktionieren weiterhin.',
  'walletconnect.error.PAIRING_EXPIRED': 'Dieser Link ist abgelaufen. Fordere einen neuen an.',
  'walletconnect.error.SESSION_MALFORMED': 'Die Antwort der Wallet ergibt keinen Sinn. Es wurde nichts geändert.',
  'walletconnect.error.SESSION_ACCOUNT': 'Die Wallet hat etwas freigegeben, das kein Konto ist. Es wurde nichts geändert.',
  'walletconnect.error.SESSION_NAMESPACE': 'Die Wallet hat Chains freigegeben, nach denen diese App nicht gefragt hat: {names}. Sie werden nicht verwendet.',
  'walletconnect.error.SESSION_NETWORK': 'Die Wallet hat Netzwerke freigegeben, nach denen diese App nicht gefragt hat: {names}. Sie werden nicht verwendet.',
  'walletconnect.error.SESSION_EMPTY': 'Die Wallet hat keines der Netzwerke dieser App freigegeben. Wähle in der Wallet eines aus und versuche es erneut.',
  'walletconnect.error.CHAIN_NOT_APPROVED': 'Die Wallet hat kein Konto von {chain} freigegeben. Wähle in der Wallet eines aus und versuche es erneut.',
  'walletconnect.error.NOTHING_TO_ASK': 'Diese App hat keine Chain, mit der eine Wallet auf einem anderen Gerät verwendet werden kann.',
  'walletconnect.error.SESSION_OVER': 'Die Verbindung zu dieser Wallet ist beendet. Verbinde sie neu.',
  'walletconnect.error.OTHER_TAB': 'Ein anderer Tab dieser App wartet auf deine Wallet. Schließe das dort zuerst ab, oder brich es ab.',
  'walletconnect.error.EVENT_MALFORMED': 'Die Wallet hat etwas mitgeteilt, das keinen Sinn ergibt. Es wurde nichts geändert.',
}
export default de
