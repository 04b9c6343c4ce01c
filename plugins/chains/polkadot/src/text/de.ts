import type { Catalogue } from '@portico/kernel/text'

const de = {
  'polkadot.accounts.elsewhere':
    'Die Konten, die diese Wallet hier zeigt, gehören zu anderen Netzwerken. Geben Sie in der Wallet eines für {network} frei.',
  'polkadot.accounts.none':
    'Diese Wallet zeigt hier kein Konto. Geben Sie in der Wallet ein Konto für diese Website frei und versuchen Sie es erneut.',
  'polkadot.address.prefix':
    'Diese Adresse ist für ein anderes Netzwerk geschrieben. Hier heißt dasselbe Konto {address}.',
  'polkadot.asset': 'Hier kann nur die eigene Münze des Netzwerks gesendet werden.',
  'polkadot.closed': 'Damit wird Ihr Konto geschlossen: Es bleibt nichts darauf.',
  'polkadot.closing':
    'Damit wird Ihr Konto geschlossen: Die {amount} {symbol}, die übrig wären, sind weniger, als das Netzwerk behält, und gehen verloren.',
  'polkadot.dear': 'Die Gebühr beträgt ein Zehntel dessen, was Sie senden, oder mehr.',
  'polkadot.decimals':
    'Der Betrag von {symbol} wurde mit anderen Dezimalstellen angezeigt, als das Netzwerk verwendet. Es wurde nichts gesendet.',
  'polkadot.deposit': '{amount} {symbol} bleiben: das Mindeste, das Ihr Konto offen hält.',
  'polkadot.funds':
    'Sie brauchen {amount} {symbol} mehr, einschließlich der Gebühr und der Einlage, die Ihr Konto offen hält.',
  'polkadot.nonce':
    'Dieses Konto hat gerade etwas anderes gesendet. Jetzt wurde nichts gesendet. Versuchen Sie es erneut.',
  'polkadot.nothing':
    'Es gibt nichts zu senden: Der Rest wird für die Gebühr gebraucht und hält das Konto offen.',
  'polkadot.runtime':
    'Dieses Netzwerk baut seine Transaktionen auf eine Weise, die hier nicht bekannt ist. Es wurde nichts gesendet.',
  'polkadot.unchecked':
    'Die Angaben dieses Netzwerks zu seinen Übertragungen ließen sich nicht prüfen, daher wurde nichts gesendet. Versuchen Sie es später erneut.',
  'polkadot.wallet.pending':
    'Die Wallet wartet auf Ihre Antwort auf eine frühere Anfrage. Öffnen Sie die Wallet.',
} satisfies Catalogue
export default de
