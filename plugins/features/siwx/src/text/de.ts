import type { Catalogue } from '@portico/kernel/text'

const de = {
  'siwx.title': 'Anmelden',
  'siwx.sessions': 'Anmeldungen',
  'siwx.asks': '{domain} möchte wissen, dass diese Wallet Ihnen gehört',
  'siwx.free': 'Die Unterschrift kostet nichts und bewegt nichts.',
  'siwx.message': 'Die Nachricht, wie sie unterschrieben wird',
  'siwx.names': 'Sie nennt außerdem:',
  'siwx.allows': 'Damit erlauben Sie dieser Seite außerdem:',
  'siwx.sign': 'Unterschreiben',
  'siwx.cancelRequired': 'Abbrechen und trennen',
  'siwx.preparing': 'Die Nachricht wird vorbereitet.',
  'siwx.warn.domain':
    'Die Nachricht gilt für {said}, Sie sind aber auf {domain}. Wer sie unterschreibt, lässt womöglich jemand anderen herein.',
  'siwx.warn.address': 'Die Nachricht gilt für ein anderes Konto: {said}.',
  'siwx.warn.network': 'Die Nachricht gilt für ein anderes Netzwerk: {said}.',
  'siwx.warn.unreadable':
    'Das ist keine Anmeldenachricht. Unterschreiben Sie sie nur, wenn Sie jedes Wort verstehen.',
  'siwx.warn.lookalike':
    'Der Name dieser Seite enthält Buchstaben, die anderen ähneln. Genau heißt sie {said}.',
  'siwx.warn.clock':
    'Die Uhr dieses Geräts geht um {time} falsch. In der Nachricht steht die richtige Zeit.',
  'siwx.open': 'Öffnen Sie {wallet}, um zu unterschreiben',
  'siwx.waits': 'Dort wird auf Ihre Zustimmung gewartet.',
  'siwx.slow': 'Es dauert länger als üblich. Suchen Sie nach einem Fenster von {wallet}.',
  'siwx.authenticating': 'Anmeldung läuft …',
  'siwx.signed': '{wallet} hat unterschrieben',
  'siwx.keeping': 'Die Unterschrift wird geprüft.',
  'siwx.stop': 'Zurück zur Nachricht',
  'siwx.none': 'Niemand ist angemeldet.',
  'siwx.until': 'Bis {time}',
  'siwx.signOut': '{account} abmelden',
  'siwx.signOutAll': 'Überall abmelden',
  'siwx.signInNow': 'Anmelden',
  'siwx.error.NOT_ENABLED': 'Die Anmeldung ist nicht eingerichtet',
  'siwx.error.NO_ADDRESS': 'Es ist keine Wallet verbunden',
  'siwx.error.NO_NETWORK': 'In diesem Netzwerk kann sich niemand anmelden',
  'siwx.error.NO_CONNECTION': 'Die Wallet ist nicht mehr verbunden',
  'siwx.error.NOT_STARTED': 'Die Anmeldung konnte nicht beginnen',
  'siwx.error.CHAIN_UNKNOWN':
    'Mit diesem Netzwerk ist hier keine Anmeldung möglich. Verbinden Sie eine Wallet eines anderen.',
  'siwx.error.DECLINED': 'Unterschrift abgelehnt',
  'siwx.error.SMART_ACCOUNT': 'Diese Anwendung unterstützt womöglich keine Smart Accounts',
  'siwx.error.SIGNATURE_INVALID':
    'Die Wallet hat etwas anderes unterschrieben. Sie sind nicht angemeldet.',
  'siwx.error.TARGET_CHANGED':
    'In der Wallet hat sich Konto oder Netzwerk geändert. Es wurde nichts unterschrieben.',
  'siwx.error.SERVER_REFUSED':
    'Diese Seite hat die Unterschrift nicht angenommen. Sie sind nicht angemeldet.',
  'siwx.error.SERVER_FAILED': 'Diese Seite war nicht zu erreichen. Sie sind nicht angemeldet.',
  'siwx.error.NOT_SIGNED_OUT':
    'Diese Seite hat nicht erfahren, dass Sie sich abgemeldet haben. Vielleicht kennt sie Sie noch.',
  'siwx.error.CANCELLED': 'Die Anmeldung wurde abgebrochen.',
} satisfies Catalogue
export default de
