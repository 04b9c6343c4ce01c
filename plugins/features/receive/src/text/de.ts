import type { Catalogue } from '@portico/kernel/text'

const de = {
  'receive.title': 'Empfangen',
  'receive.code': 'Ihre Adresse auf {network} als Code zum Scannen',
  'receive.safe':
    'Nur für {network}. Was aus einem anderen Netzwerk hierher gesendet wird, kann verloren gehen.',
  'receive.copyRequest': 'Anforderung kopieren',
  'receive.share': 'Teilen',
  'receive.anything': 'Beliebiger Betrag',
  'receive.failed':
    'Der Code konnte nicht gezeichnet werden. Die Adresse darunter stimmt: Kopieren Sie sie.',
  'receive.nobody': 'Verbinden Sie eine Wallet, um etwas zu empfangen.',
} satisfies Catalogue
export default de
