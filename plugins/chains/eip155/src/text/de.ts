import type { Catalogue } from '@portico/kernel/text'

const de = {
  'eip155.announcement': '{refused} Ankündigungen von Wallets wurden abgelehnt.',
  'eip155.error.altered':
    'Etwas auf dieser Seite hat die Transaktion verändert. Es wurde nichts gesendet.',
  'eip155.error.asset': 'Dieser Vermögenswert kann auf {network} nicht gesendet werden.',
  'eip155.error.calls': 'Dies wurde nicht ausgeführt. Es wurde nichts geändert.',
  'eip155.error.confirm': 'Kein Endpunkt von {network} bestätigt, dass er dieses Netzwerk bedient.',
  'eip155.error.draft': 'Eine solche Transaktion kennt Ethereum nicht.',
  'eip155.error.noDecimals':
    'Dieser Token nennt seine Dezimalstellen nicht, daher lässt sich der Betrag nicht prüfen. Es wurde nichts gesendet.',
  'eip155.error.parameters': 'Diese App beschreibt {network} so, dass keine Wallet es annimmt.',
  'eip155.error.part':
    'Die Wallet hat einen Teil davon ausgeführt. Prüfen Sie sie, bevor Sie es erneut versuchen.',
  'eip155.error.short': 'Das ist mehr, als vorhanden ist: Es fehlen {amount} {symbol}.',
  'eip155.error.small': 'Es gibt nichts zu senden.',
  'eip155.error.token': 'Unter dieser Adresse gibt es in diesem Netzwerk keinen Token.',
  'eip155.error.tokenRefuses': 'Der Token lehnt diese Übertragung ab.',
  'eip155.error.tokens': 'Dieses Konto hat weniger von diesem Token.',
  'eip155.error.typed': 'Dies kann keine Wallet signieren.',
  'eip155.warning.fee': 'Die Netzwerkgebühr ist hoch: {fee} {symbol}.',
} satisfies Catalogue
export default de
