import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const de: Translation<typeof en> = {
  'directory.title': 'Alle Wallets',
  'directory.get': 'Wallet beschaffen',
  'directory.search': 'Wallets suchen',
  'directory.wallets': 'Wallets',
  'directory.chains': 'Chain',
  'directory.every': 'Alle',
  'directory.installed': 'Installiert',
  'directory.found': 'Gefundene Wallets: {count}',
  'directory.none': 'Keine Wallet heißt so.',
  'directory.noneHint': 'Prüfe die Schreibweise oder zeige alle Wallets.',
  'directory.showAll': 'Alle Wallets zeigen',
  'directory.empty': 'Keine Wallet dieser Liste funktioniert hier.',
  'directory.loading': 'Die Wallets werden geladen.',
  'directory.failed': 'Die Liste der Wallets konnte nicht geladen werden.',
  'directory.again': 'Erneut versuchen',
  'directory.getDetail': '{wallet} ist nicht in diesem Browser. Hier ist sie zu finden.',
  'directory.places': 'Wo {wallet} zu finden ist',
  'directory.browse': 'Diese Seite in {wallet} öffnen',
  'directory.web': '{wallet} in einem neuen Tab öffnen',
  'directory.site': 'Website von {wallet}',
  'directory.reload': 'Lade diese Seite neu, sobald die Wallet installiert ist.',
}
export default de
