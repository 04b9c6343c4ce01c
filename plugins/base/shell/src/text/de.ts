import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const de: Translation<typeof en> = {
  'shell.failure': 'Etwas ist schiefgegangen',
  'shell.held': 'Schließen Sie das zuerst ab, oder brechen Sie es ab.',
  'shell.configuration': 'Ungültige App-Konfiguration',
  'shell.configuration.detail': '{service} nimmt von dieser Website keine Anfragen an. Das können nur ihre Betreiber ändern.',
  'shell.language.unknown': 'Die Sprache „{language}“ gibt es hier nicht.',
  'shell.language.unavailable': 'Die Sprache „{language}“ konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'address.error.malformed': 'Das ist keine gültige Adresse.',
  'address.error.checksum': 'Diese Adresse enthält einen Tippfehler: Die Prüfsumme stimmt nicht.',
  'address.error.network': 'Diese Adresse gehört zu einem anderen Netzwerk.',
  'address.error.chain': 'Diese Adresse gehört zu einer anderen Chain.',
  'address.error.secret': 'Das sieht nach einem privaten Schlüssel aus. Fügen Sie ihn niemals in eine Website ein.',
  'chain.error.unavailable': 'Das Netzwerk ist gerade nicht erreichbar. Es ging nichts verloren.',
  'chain.error.answer': 'Die Antwort des Netzwerks ergibt keinen Sinn. Es wurde nichts geändert.',
  'chain.error.network': 'Der Endpunkt bedient ein anderes Netzwerk, als er sollte.',
  'chain.error.endpoint': 'Diese App nennt keinen Endpunkt für dieses Netzwerk.',
  'wallet.error.answer': 'Die Antwort der Wallet ergibt keinen Sinn. Es wurde nichts geändert.',
  'wallet.error.unsupported': 'Das kann diese Wallet nicht.',
  'wallet.error.network': 'Die Wallet ist in einem anderen Netzwerk geblieben.',
  'wallet.error.outcome': 'Ihre Wallet hat dies vielleicht gesendet. Sehen Sie dort nach, bevor Sie es noch einmal versuchen.',
  'link.error.refused': 'Es ist nicht sicher, diesen Link zu öffnen.',
}
export default de
