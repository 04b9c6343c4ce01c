import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const de: Translation<typeof en> = {
  'http.error.status': 'Der Dienst hat mit einem Fehler geantwortet ({status}).',
  'http.error.unreachable': 'Der Dienst ist gerade nicht erreichbar.',
  'http.error.timeout': 'Der Dienst hat nicht rechtzeitig geantwortet.',
  'http.error.large': 'Der Dienst hat weit mehr gesendet als erwartet. Es wurde nichts geändert.',
  'http.error.address': 'Die Adresse dieses Dienstes ist nicht sicher.',
  'http.error.answer': 'Die Antwort des Dienstes ergibt keinen Sinn. Es wurde nichts geändert.',
}
export default de
