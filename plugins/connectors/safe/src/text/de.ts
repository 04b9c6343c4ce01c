import type { Catalogue } from '@portico/kernel/text'

const de = {
  'safe.error.onChain':
    'Dieser Safe signiert durch eine Transaktion, womit diese App nichts anfangen kann. Nichts wurde geändert. Schalte im Safe das Signieren ohne Transaktion ein und versuche es erneut.',
  'safe.error.creation':
    'Ein Safe kann auf diese Weise keinen Vertrag erstellen. Es wurde nichts gesendet.',
  'safe.error.moved':
    'Jetzt ist ein anderer Safe oder ein anderes Netzwerk offen. Es wurde nichts gesendet. Sieh nach und versuche es erneut.',
} satisfies Catalogue
export default de
