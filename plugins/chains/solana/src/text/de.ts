import type { Catalogue } from '@portico/kernel/text'

const de = {
  'solana.address.program':
    'Diese Adresse gehört zu einem Programm und nicht zum Schlüssel einer Person. Was Sie dorthin senden, kann verloren gehen: Fragen Sie den Empfänger.',
  'solana.app.closed':
    'Die Wallet-App hat die Verbindung beendet, bevor sie geantwortet hat. Versuchen Sie es noch einmal.',
  'solana.app.missing':
    'Keine Solana-Wallet-App hat geantwortet. Installieren Sie eine, etwa Phantom oder Solflare, und versuchen Sie es noch einmal.',
  'solana.error.altered': 'Die Wallet hat die Transaktion verändert.',
  'solana.error.asset': 'Das ist kein Token dieses Netzwerks.',
  'solana.error.draft': 'Eine solche Transaktion kennt Solana nicht.',
  'solana.error.dust':
    'Es bliebe zu wenig übrig: Senden Sie alles, oder lassen Sie mindestens {amount} {symbol} übrig.',
  'solana.error.mint':
    'Dies ist die Adresse eines Tokens selbst, nicht die einer Person, die ihn hat.',
  'solana.error.nothing': 'Es gibt nichts zu senden: Der Rest wird für die Gebühr gebraucht.',
  'solana.error.old': 'Diese Transaktion ist zu alt, um gesendet zu werden. Erstellen Sie sie neu.',
  'solana.error.other-token':
    'Diese Adresse enthält einen anderen Token. Bitten Sie den Empfänger um seine eigene Adresse.',
  'solana.error.payer': 'Diese Transaktion gehört zu einem anderen Konto als dem, das zahlen soll.',
  'solana.error.program':
    'Dies ist die Adresse eines Programms. Was dorthin gesendet wird, ist verloren.',
  'solana.error.taken': 'Das Konto des Empfängers für diesen Token gehört jetzt jemand anderem.',
  'solana.error.text': 'Die Wallet hat einen anderen Text signiert. Es wurde nichts geändert.',
  'solana.error.tokens':
    'Diese Adresse enthält Token einer Art. Bitten Sie den Empfänger um seine eigene Adresse.',
  'solana.error.tokens-short': 'Sie brauchen {amount} {symbol} mehr.',
  'solana.error.transactionSigner': 'Die Wallet hat mit einem anderen Konto signiert.',
  'solana.wallet.elsewhere':
    'Machen Sie in {wallet} weiter: Diese Seite wird dort im eigenen Browser geöffnet.',
  'solana.warning.keeps': 'Dieser Token behält {amount} {symbol} von dem, was Sie senden.',
  'solana.warning.opens':
    'Der Empfänger hat noch kein Konto für diesen Token. Es zu eröffnen, ist Teil der Gebühr.',
} satisfies Catalogue
export default de
