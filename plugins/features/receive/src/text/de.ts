import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const de: Translation<typeof en> = {
  'receive.title': 'Empfangen',
  'receive.code': 'Ihre Adresse auf {network} als Code zum Scannen',
  'receive.safe': 'Nur für {network}. Was aus einem anderen Netzwerk hierher gesendet wird, kann verloren gehen.',
  'receive.copy': 'Adresse kopieren',
  'receive.copyRequest': 'Anforderung kopieren',
  'receive.share': 'Teilen',
  'receive.amount': 'Betrag in {symbol}',
  'receive.anything': 'Beliebiger Betrag',
  'receive.failed': 'Der Code konnte nicht gezeichnet werden. Die Adresse darunter stimmt: Kopieren Sie sie.',
  'receive.nobody': 'Verbinden Sie eine Wallet, um etwas zu empfangen.',
  'receive.connect': 'Wallet verbinden',
  'receive.problem.digits': '{symbol} hat höchstens {digits} Stellen nach dem Punkt.',
  'receive.problem.amount': 'Schreiben Sie den Betrag in Ziffern, mit Punkt: 1.5',
}
export default de
