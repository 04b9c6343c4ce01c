import type { Catalogue } from '@portico/kernel/text'

const de = {
  'directory.title': 'Alle Wallets',
  'directory.get': 'Wallet beschaffen',
  'directory.search': 'Wallets suchen',
  'directory.chains': 'Chain',
  'directory.every': 'Alle',
  'directory.found': 'Gefundene Wallets: {count}',
  'directory.none': 'Keine Wallet heißt so.',
  'directory.noneHint': 'Prüfen Sie die Schreibweise, oder lassen Sie sich alle Wallets zeigen.',
  'directory.showAll': 'Alle Wallets zeigen',
  'directory.empty': 'Keine Wallet dieser Liste funktioniert hier.',
  'directory.loading': 'Die Wallets werden geladen.',
  'directory.failed': 'Die Liste der Wallets konnte nicht geladen werden.',
  'directory.moreFailed': 'Weitere Wallets konnten nicht geladen werden.',
  'directory.getDetail': '{wallet} ist nicht in diesem Browser. Hier ist sie zu finden.',
  'directory.places': 'Wo {wallet} zu finden ist',
  'directory.browse': 'Diese Seite in {wallet} öffnen',
  'directory.web': '{wallet} in einem neuen Tab öffnen',
  'directory.site': 'Website von {wallet}',
  'directory.reload': 'Laden Sie diese Seite neu, sobald die Wallet installiert ist.',
  'directory.what': 'Was ist eine Wallet?',
  'directory.noWallet': 'Ich habe keine Wallet',
  'directory.login': 'Ein Zugang zu vielen Apps',
  'directory.loginDetail':
    'Mit einer Wallet melden Sie sich bei Apps wie dieser an: ohne Konto und ohne Passwort.',
  'directory.assets': 'Alles, was Ihnen gehört, an einem Ort',
  'directory.assetsDetail':
    'Sie verwahrt Ihre Coins, Token und Sammlerstücke und zeigt Ihnen, worin Sie einwilligen, bevor etwas geschieht.',
  'directory.keys': 'In keiner Hand außer Ihrer',
  'directory.keysDetail':
    'Nur Sie haben ihre Schlüssel. Behalten Sie ihre Wiederherstellungsphrase für sich: Keine App und kein Support braucht sie je.',
  'directory.start': 'Gute für den Anfang auf diesem Gerät:',
} satisfies Catalogue
export default de
