import type { Catalogue } from '@portico/kernel/text'

const de = {
  'shell.failure': 'Etwas ist schiefgegangen',
  'shell.unloaded': 'Dieser Teil ließ sich nicht laden.',
  'shell.held': 'Schließen Sie das zuerst ab, oder brechen Sie es ab.',
  'shell.configuration': 'Ungültige App-Konfiguration',
  'shell.configuration.detail':
    '{service} nimmt von dieser Website keine Anfragen an. Das können nur ihre Betreiber ändern.',
  'shell.language.unknown': 'Die Sprache „{language}“ gibt es hier nicht.',
  'shell.language.unavailable':
    'Die Sprache „{language}“ konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'address.error.malformed': 'Das ist keine gültige Adresse.',
  'address.error.checksum': 'Diese Adresse enthält einen Tippfehler: Die Prüfsumme stimmt nicht.',
  'address.error.network': 'Diese Adresse gehört zu einem anderen Netzwerk.',
  'address.error.chain': 'Diese Adresse gehört zu einer anderen Chain.',
  'address.error.secret':
    'Das sieht nach einem privaten Schlüssel aus. Fügen Sie ihn niemals in eine Website ein.',
  'chain.error.unavailable': 'Das Netzwerk ist gerade nicht erreichbar. Es ging nichts verloren.',
  'chain.error.answer': 'Die Antwort des Netzwerks ergibt keinen Sinn. Es wurde nichts geändert.',
  'chain.error.network': 'Der Endpunkt bedient ein anderes Netzwerk, als er sollte.',
  'chain.error.endpoint': 'Diese App nennt keinen Endpunkt für dieses Netzwerk.',
  'wallet.error.answer': 'Die Antwort der Wallet ergibt keinen Sinn. Es wurde nichts geändert.',
  'wallet.error.unsupported': 'Das kann diese Wallet nicht.',
  'wallet.registrations': '{refused} Anmeldungen von Wallets wurden abgelehnt.',
  'wallet.error.account': 'Diese Wallet hat kein Konto auf {network}.',
  'wallet.error.removed': 'Diese Wallet wurde ausgeschaltet, bevor sie geantwortet hat.',
  'wallet.error.network': 'Die Wallet ist in einem anderen Netzwerk geblieben.',
  'wallet.error.outcome':
    'Ihre Wallet hat dies vielleicht gesendet. Sehen Sie dort nach, bevor Sie es noch einmal versuchen.',
  'link.error.refused': 'Es ist nicht sicher, diesen Link zu öffnen.',
  'ui.networkUnknown': 'Falsches Netzwerk',
  'amount.digits': '{symbol} hat höchstens {digits} Stellen nach dem Punkt.',
  'amount.malformed': 'Schreiben Sie den Betrag in Ziffern, mit Punkt: 1.5',
  'chain.error.refused': 'Das Netzwerk hat diese Transaktion abgelehnt. Es wurde nichts gesendet.',
  'chain.error.signature': 'Eine Signatur dieser Art lässt sich hier nicht prüfen.',
  'http.error.address': 'Die Adresse dieses Dienstes ist nicht sicher.',
  'http.error.answer': 'Die Antwort des Dienstes ergibt keinen Sinn. Es wurde nichts geändert.',
  'http.error.large': 'Der Dienst hat weit mehr gesendet als erwartet. Es wurde nichts geändert.',
  'http.error.status': 'Der Dienst hat mit einem Fehler geantwortet ({status}).',
  'http.error.timeout': 'Der Dienst hat nicht rechtzeitig geantwortet.',
  'http.error.unreachable': 'Der Dienst ist gerade nicht erreichbar.',
  'token.select': 'Token wählen',
  'transfer.absent': 'Ihre Wallet hat eine Transaktion gemeldet, die das Netzwerk nicht kennt.',
  'transfer.onlyNative': 'Es kann nur {symbol} gesendet werden.',
  'transfer.nothing': 'Senden Sie mehr als 0 {symbol}.',
  'wallet.error.unsigned':
    'Ihre Wallet hat die angezeigte Transaktion nicht signiert. Es wurde nichts gesendet.',
  'transfer.accountCost':
    'Das Konto des Empfängers ist neu, und das Netzwerk eröffnet keines für weniger als {amount} {symbol}.',
  'transfer.dear': 'Die Gebühr beträgt mehr als ein Zehntel dessen, was Sie senden.',
  'transfer.decimals':
    'Der Betrag wurde mit {shown} Dezimalstellen angezeigt, das Netzwerk nennt aber {actual}. Es wurde nichts gesendet.',
  'transfer.differs': 'Ihre Wallet hat eine andere Transaktion gesendet',
  'transfer.fails': 'Diese Transaktion würde fehlschlagen. {reason}',
  'transfer.fee': 'Für die Gebühr bleibt nicht genug übrig: Es fehlen {amount} {symbol}.',
  'transfer.funds': 'Sie brauchen {amount} {symbol} mehr, einschließlich der Gebühr.',
  'transfer.maybeSent':
    'Ein Knoten hat dies abgelehnt, aber möglicherweise gesendet. Prüfen Sie Ihre Wallet, bevor Sie es erneut versuchen. {reason}',
  'transfer.owners': 'Die anderen Eigentümer Ihrer Wallet müssen noch unterschreiben',
  'transfer.refused': 'Das Netzwerk lehnt dies ab: {reason}',
  'transfer.requestAsset': 'Dieser Vermögenswert lässt sich nicht mit einem Code anfordern.',
  'transfer.tokenItself':
    'Das ist die Adresse des Tokens selbst: Was dorthin gesendet wird, ist verloren.',
  'transfer.transactionFunds': 'Das Guthaben reicht nicht für diese Transaktion und ihre Gebühr.',
  'wallet.account': 'Dieses Konto ist nicht in der verbundenen Wallet.',
  'wallet.declined': 'Sie haben dies in der Wallet abgelehnt.',
  'wallet.declinedIn': 'Sie haben in {wallet} abgelehnt. Nichts wurde gesendet.',
  'wallet.error.late':
    'Die Wallet hat auf {method} geantwortet, nachdem die Anfrage aufgegeben worden war.',
  'wallet.limit':
    'Die Wallet braucht eine Pause zwischen zwei Anfragen. Versuchen Sie es in einigen Sekunden erneut.',
  'wallet.signer': 'Die Wallet hat mit einem anderen Konto signiert. Es wurde nichts geändert.',
} satisfies Catalogue
export default de
