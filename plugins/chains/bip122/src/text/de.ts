import type { Catalogue } from '@portico/kernel/text'

const de = {
  'bip122.account':
    'Dieses Konto enthält Sammelstücke, und eine Zahlung mit seinen Münzen könnte eines weggeben. Senden Sie vom Zahlungskonto.',
  'bip122.address.future': 'Von Adressen dieser Art kann noch niemand etwas ausgeben.',
  'bip122.asset': 'Hier kann nur Bitcoin selbst gesendet werden.',
  'bip122.changed':
    'Ihre Wallet hat eine andere Zahlung signiert als die angezeigte. Prüfen Sie dort, bevor Sie es erneut versuchen.',
  'bip122.collectible':
    'Damit werden sehr kleine Münzen ausgegeben. In Wallets mit einer Adresse für alles können solche Münzen Sammelstücke tragen.',
  'bip122.decimals':
    'Der Betrag wurde mit {shown} Dezimalstellen angezeigt, Bitcoin hat aber {decimals}. Es wurde nichts gesendet.',
  'bip122.draft': 'Diese Zahlung ist nicht, was sie angibt. Es wurde nichts gesendet.',
  'bip122.script':
    'Die Wallet nennt den Schlüssel dieses Kontos nicht, und ohne ihn kann nichts gesendet werden.',
  'bip122.small': 'Das Netzwerk leitet nicht weniger als {amount} {symbol} weiter.',
  'bip122.spent':
    'Eine andere Zahlung hat diese Münzen verwendet: {reason}. Prüfen Sie Ihre Wallet, bevor Sie es erneut versuchen.',
  'bip122.version':
    'Eine Ihrer Münzen stammt aus einer ungewöhnlichen Transaktion und kann hier nicht ausgegeben werden. Es wurde nichts gesendet.',
  'bip122.waiting':
    'Ihre Münzen sind noch nicht bestätigt: {amount} {symbol} kommen mit einem der nächsten Blöcke an.',
  'bip122.wallet.denied': 'Die Wallet erlaubt dieser Seite das nicht. Verbinden Sie sie erneut.',
} satisfies Catalogue
export default de
