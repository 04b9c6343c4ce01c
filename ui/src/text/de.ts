import type { Translation } from '@portico/kernel/contracts'
import type { en } from './all-en.js'

const de: Translation<typeof en> = {
  'ui.back': 'Zurück',
  'ui.close': 'Schließen',
  'ui.retry': 'Erneut versuchen',
  'ui.copied': 'Kopiert',
  'ui.notCopied': 'Der Browser hat das Kopieren nicht erlaubt. Markiere stattdessen den Text.',
  'ui.clear': 'Leeren',
  'ui.framedBy': 'Diese Seite wird innerhalb von {origin} angezeigt. Fahren Sie nur fort, wenn Sie dieser Website vertrauen.',
  'ui.framedByUnknown': 'Diese Seite wird innerhalb einer anderen Website angezeigt. Fahren Sie nur fort, wenn Sie dieser Website vertrauen.',
  'ui.amountHidden': 'Betrag verborgen',
  'ui.broken': 'Dieser Teil funktioniert gerade nicht. Es ging nichts verloren.',
  'ui.unloaded': 'Dieser Teil ließ sich nicht laden. Prüfen Sie Ihre Verbindung.',
  'ui.updated': 'Diese Seite wurde aktualisiert. Laden Sie sie neu, um fortzufahren.',
  'ui.reload': 'Neu laden',
  'ui.loading': 'Wird geladen',
  'ui.network': 'Netzwerk: {network}',
  'ui.networkUnknown': 'Falsches Netzwerk',
  'ui.connect': 'Wallet verbinden',
  'ui.connecting': 'Wird verbunden…',
  'ui.account': 'Konto {address}',
}
export default de
