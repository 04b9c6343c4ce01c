import type { Catalogue } from '@portico/kernel/text'

const de = {
  'balances.currency': 'Währung',
  'balances.tokens': 'Token',
  'balances.loading': 'Token werden geladen',
  'balances.byNetwork': 'Guthaben nach Netzwerk',
  'balances.without': 'Ohne {network}, das nicht antwortet',
  'balances.total': 'Summe',
  'balances.allNetworks': 'Alle Netzwerke anzeigen',
  'balances.silent': 'Antwortet nicht',
  'balances.nobody': 'Verbinden Sie eine Wallet, um ihr Guthaben zu sehen.',
  'balances.none': 'Noch keine Token auf {network}',
  'balances.noneDetail': 'Was hier eingeht, erscheint in dieser Liste.',
  'balances.failed': 'Ihre Token können gerade nicht geladen werden. Es ist nichts verloren.',
  'balances.asOf': 'Token-Guthaben nicht verfügbar · Stand {age}',
  'balances.fromChain':
    'Der Preisdienst antwortet nicht. Diese Guthaben stammen vom Netzwerk selbst.',
  'balances.more': '{count} weitere anzeigen',
  'balances.showHidden': 'Ausgeblendete Token anzeigen ({count})',
  'balances.hideHidden': 'Kleine und verdächtige Token ausblenden',
  'balances.hidden': 'Kleine und verdächtige Token',
  'balances.hiddenShown': 'Sichtbar',
  'balances.hiddenHidden': 'Ausgeblendet',
  'balances.add': 'Token hinzufügen',
  'balances.address': 'Adresse des Tokens',
  'balances.find': 'Token suchen',
  'balances.found': 'Dieser Token nennt sich {symbol}',
  'balances.warning':
    'Jeder kann einen Token mit beliebigem Namen anlegen. Fügen Sie ihn nur hinzu, wenn Sie seine Adresse aus vertrauenswürdiger Quelle haben.',
  'balances.addIt': '{symbol} hinzufügen',
  'balances.remove': '{symbol} entfernen',
  'balances.added': '{symbol} steht jetzt in Ihrer Liste.',
  'balances.error.unavailable': 'Token-Guthaben nicht verfügbar',
  'balances.error.list': 'Eine Token-Liste ergibt keinen Sinn. Sie wurde ausgelassen.',
  'balances.error.network': 'In diesem Netzwerk können keine Token hinzugefügt werden.',
} satisfies Catalogue
export default de
