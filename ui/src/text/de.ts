import type { Translation } from '@portico/kernel/contracts'
import type { allEn } from './all-en.js'

const de: Translation<typeof allEn> = {
  'ui.back': 'Zurück',
  'ui.close': 'Schließen',
  'ui.retry': 'Noch einmal',
  'ui.copied': 'Kopiert',
  'ui.notCopied': 'Der Browser hat das Kopieren nicht erlaubt. Bitte den Text markieren.',
  'ui.clear': 'Leeren',
  'ui.broken': 'Dieser Teil funktioniert gerade nicht. Es ist nichts verloren.',
  'ui.unloaded': 'Dieser Teil ließ sich nicht laden. Bitte die Verbindung prüfen.',
  'ui.loading': 'Lädt',
  'ui.network': 'Netzwerk: {network}',
  'ui.networkUnknown': 'Nicht unterstütztes Netzwerk',
  'ui.connect': 'Wallet verbinden',
  'ui.connecting': 'Verbindet…',
  'ui.account': 'Konto {address}',
}
export default de
