import type { Catalogue } from '@portico/kernel/text'

const de = {
  'connection.title.connect': 'Wallet verbinden',
  'connection.title.connecting': 'Verbindung wird hergestellt',
  'connection.title.networks': 'Netzwerk wählen',
  'connection.error.CLIENT_NOT_SET': 'Diese Wallet ist nicht verbunden.',
  'connection.more': 'Weitere Möglichkeiten',
  'connection.recent': 'Zuletzt verwendet',
  'connection.connected': 'Verbunden',
  'connection.reconnecting': 'Wird wieder verbunden',
  'connection.chains': '{count} Chains',
  'connection.or': 'oder',
  'connection.lookAlike': 'Ahmt vielleicht eine andere Wallet nach',
  'connection.ownWallet':
    'Diese Seite sieht Ihre Adresse. Ohne Ihre Zustimmung kann sie nichts bewegen.',
  'connection.late': 'Ihre Wallet fehlt? Entsperren Sie ihre Erweiterung.',
  'connection.moreWallets': '{count} weitere Wallets',
  'connection.none': 'Keine Wallet in diesem Browser gefunden',
  'connection.noneDetail':
    'Installieren Sie eine Wallet-Erweiterung und laden Sie diese Seite neu.',
  'connection.noneMobile': 'Öffnen Sie diese Seite im Browser Ihrer Wallet-App.',
  'connection.noneFramed':
    'Diese Seite wird in einer anderen angezeigt, wo Wallets oft nicht sichtbar sind. Öffnen Sie sie in einem eigenen Tab.',
  'connection.lost': '{wallet} hat sich nicht zurückgemeldet.',
  'connection.forget': '{wallet} vergessen',
  'connection.slowDetail': 'Vielleicht ist {wallet} gesperrt oder liegt hinter diesem Fenster.',
  'connection.done': '{wallet} ist verbunden',
  'connection.title.select': 'Chain wählen',
  'connection.select':
    '{wallet} funktioniert auf mehreren Chains und fragt für jede einzeln. Mit welcher möchten Sie beginnen?',
  'connection.search': 'Netzwerke suchen',
  'connection.noNetwork': 'Kein Netzwerk mit diesem Namen gefunden.',
  'connection.switching': 'Öffnen Sie {wallet}, um zu wechseln',
  'connection.switchFailed': 'Das Netzwerk wurde nicht gewechselt. Versuchen Sie es erneut.',
  'connection.unapproved': 'In {wallet} nicht freigegeben',
  'connection.unsupported':
    '{wallet} ist in einem Netzwerk mit der ID {id}, das diese App nicht unterstützt',
  'connection.changeInWallet': 'Wechseln Sie das Netzwerk in {wallet}',
  'connection.unsupportedHint': 'Wechseln Sie zu einem Netzwerk, das hier funktioniert',
  'connection.error.CANCELLED':
    'Sie haben das Warten auf {wallet} beendet. Es wurde nichts gesendet.',
  'connection.error.PENDING':
    '{wallet} fragt Sie bereits etwas. Öffnen Sie {wallet} und antworten Sie dort.',
  'connection.error.WALLET_DISCONNECTED':
    '{wallet} ist von allen Netzwerken getrennt. Es wurde nichts gesendet. Sehen Sie nach und versuchen Sie es erneut.',
  'connection.error.CHAIN_DISCONNECTED':
    '{wallet} erreicht dieses Netzwerk gerade nicht. Es wurde nichts gesendet. Versuchen Sie es gleich noch einmal.',
  'connection.error.UNKNOWN_CHAIN':
    '{wallet} kennt dieses Netzwerk nicht. Es wurde nichts geändert. Fügen Sie es in {wallet} hinzu und versuchen Sie es erneut.',
  'connection.error.UNAUTHORIZED':
    '{wallet} erlaubt dieser Seite das nicht. Es wurde nichts gesendet. Erlauben Sie es in {wallet} und versuchen Sie es erneut.',
  'connection.error.UNSUPPORTED_BY_WALLET': '{wallet} kann das nicht. Es wurde nichts gesendet.',
  'connection.error.LIMIT':
    '{wallet} hatte zu viele Anfragen. Es wurde nichts gesendet. Warten Sie kurz und versuchen Sie es erneut.',
  'connection.error.UNREACHABLE':
    '{wallet} ist nicht erreichbar. Es wurde nichts gesendet. Prüfen Sie, ob {wallet} läuft, und versuchen Sie es erneut.',
  'connection.error.WALLET_FAILED':
    'In {wallet} ist etwas schiefgegangen. Es wurde nichts gesendet. Versuchen Sie es erneut.',
  'connection.error.WALLET_ANSWER':
    'Die Antwort von {wallet} ergibt keinen Sinn. Es wurde nichts geändert.',
  'connection.error.NETWORK_UNCHANGED':
    '{wallet} ist in einem anderen Netzwerk geblieben. Es wurde nichts gesendet. Versuchen Sie es erneut.',
  'connection.error.RESTORE_TIMEOUT':
    '{wallet} hat sich nicht rechtzeitig zurückgemeldet. Verbinde neu, oder lass die Wallet vergessen.',
  'connection.error.LATE_ANSWER':
    '{wallet} hat geantwortet, als niemand mehr wartete. Die Antwort wurde nicht verwendet.',
  'connection.error.CHAIN_REQUIRED': 'Diese App nennt dafür keine Chain.',
  'connection.error.CONNECTOR_NOT_FOUND':
    'Diese Wallet wurde hier nicht gefunden. Öffnen oder installieren Sie sie und versuchen Sie es erneut.',
  'connection.error.CHAIN_ADAPTER_NOT_FOUND': 'Diese App unterstützt die Chain von {wallet} nicht.',
  'connection.error.UNSUPPORTED_CHAIN': 'Nicht unterstützte Chain',
  'connection.error.DISCONNECT_FAILED': 'Trennen fehlgeschlagen',
  'connection.title.terms': 'Vor dem Verbinden',
  'connection.terms.both': 'Ich akzeptiere die Nutzungsbedingungen und die Datenschutzerklärung.',
  'connection.terms.terms': 'Ich akzeptiere die Nutzungsbedingungen.',
  'connection.terms.privacy': 'Ich akzeptiere die Datenschutzerklärung.',
  'connection.terms.plain': 'Ich akzeptiere die Bedingungen dieser App.',
  'connection.terms.first': 'Setzen Sie dieses Häkchen, bevor Sie verbinden.',
  'connection.notice.both':
    'Mit dem Verbinden akzeptieren Sie die Nutzungsbedingungen und die Datenschutzerklärung.',
  'connection.notice.terms': 'Mit dem Verbinden akzeptieren Sie die Nutzungsbedingungen.',
  'connection.notice.privacy': 'Mit dem Verbinden akzeptieren Sie die Datenschutzerklärung.',
  'connection.link.terms': 'Nutzungsbedingungen',
  'connection.link.privacy': 'Datenschutzerklärung',
  'connection.continue': 'Weiter',
  'connection.withWallet': 'Weiter mit einer Wallet',
  'connection.error.CONSENT_REQUIRED':
    'Akzeptiere zuerst die Bedingungen dieser App. Es wurde nichts gesendet.',
} satisfies Catalogue
export default de
