import type { Catalogue } from '@portico/kernel/text'

const de = {
  'account.title': 'Konto',
  'account.settings': 'Einstellungen',
  'account.wallets': 'Wallets',
  'account.language': 'Sprache',
  'account.nobody': 'Keine Wallet verbunden',
  'account.switch': 'Wallet oder Konto wechseln',
  'account.showAll': 'Ganze Adresse anzeigen: {address}',
  'account.balanceAsOf': 'Guthaben nicht verfügbar · Stand {age}',
  'account.tabs': 'Inhalt des Kontos',
  'account.another': 'Weitere Wallet verbinden',
  'account.kind': 'Art des Kontos',
  'account.type.eoa': 'Standardkonto',
  'account.type.smartAccount': 'Smart Account',
  'account.type.payment': 'Zahlungen',
  'account.type.ordinal': 'Ordinals',
  'account.type.stx': 'Stacks',
  'account.mode': 'Erscheinungsbild',
  'account.mode.dark': 'Dunkel',
  'account.mode.light': 'Hell',
  'account.mode.auto': 'System',
  'account.amounts': 'Beträge',
  'account.amounts.shown': 'Beträge sichtbar',
  'account.amounts.hidden': 'Beträge verborgen',
  'account.diagnostics': 'Diagnose',
  'account.diagnosticsDetail':
    'Für alle, die Ihnen helfen. Keine Schlüssel, keine Beträge, Adressen nur gekürzt. Sehen Sie es sich an, bevor Sie es weitergeben.',
  'account.diagnosticsSave': 'Als Datei speichern',
  'account.diagnosticsCopy': 'Diagnose kopieren',
  'account.forget': 'Trennen und vergessen',
  'account.forget.done': 'Aus diesem Browser gelöscht',
  'account.forget.failed': 'Nicht alles wurde gelöscht',
  'account.forget.failedDetail':
    'Ihre Wallets sind getrennt. Löschen Sie die Daten dieser Website in den Einstellungen Ihres Browsers.',
  'account.forget.detail':
    'Trennt alle Wallets und löscht, was diese Website in diesem Browser über sie gespeichert hat: Verbindungen, Anmeldungen, Guthaben, Transaktionen und Token, die Sie hinzugefügt haben.',
  'account.forget.pending':
    'Eine Transaktion steht noch aus. Sie kann noch ausgeführt werden, aber Sie sehen hier nicht mehr, was aus ihr geworden ist.',
  'account.forget.approvals':
    'Erteilte Freigaben bleiben gültig. Sie werden hier nicht mehr aufgeführt.',
  'account.forget.kept':
    'Erscheinungsbild, Sprache, Währung und verborgene Beträge bleiben. Ebenso Ihre Wallets und was darin ist.',
  'account.connected': 'Verbundene Wallets',
  'account.disconnectOne': '{wallet} trennen',
  'account.disconnectOneOn': '{wallet} auf {chain} trennen',
  'account.disconnectAll': 'Alle trennen',
} satisfies Catalogue
export default de
