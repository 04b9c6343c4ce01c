import type { Catalogue } from '@portico/kernel/text'

const de = {
  'history.activity': 'Aktivität',
  'history.loading': 'Aktivität wird geladen',
  'history.empty': 'Noch keine Aktivität auf {network}',
  'history.emptyDetail': 'Was Sie senden und empfangen, erscheint hier.',
  'history.failed': 'Die Aktivität kann gerade nicht geladen werden. Es ist nichts verloren.',
  'history.ownOnly':
    'Dieses Netzwerk führt keine Liste, die sich abfragen lässt. Sie sehen, was von dieser Seite gesendet wurde.',
  'history.none': 'Die Aktivität auf {network} lässt sich hier nicht auflisten.',
  'history.noneDetail':
    'Dieses Netzwerk führt keine Liste, die sich abfragen lässt. Was Sie von dieser Seite senden, erscheint hier.',
  'history.transaction': 'Transaktion',
  'history.pending': 'Ausstehend',
  'history.failedTag': 'Fehlgeschlagen',
  'history.failedDetail':
    'Diese Transaktion ist fehlgeschlagen. Außer der Gebühr hat nichts das Konto verlassen.',
  'history.confirmed': 'Bestätigt',
  'history.to': 'An {address}',
  'history.from': 'Von {address}',
  'history.status': 'Status',
  'history.time': 'Zeit',
  'history.hash': 'Transaktions-ID',
  'history.collectible': 'Sammlerstück',
  'history.verb.approve': 'Freigegeben',
  'history.verb.bought': 'Gekauft',
  'history.verb.borrow': 'Geliehen',
  'history.verb.burn': 'Verbrannt',
  'history.verb.cancel': 'Abgebrochen',
  'history.verb.claim': 'Abgeholt',
  'history.verb.deploy': 'Bereitgestellt',
  'history.verb.deposit': 'Eingezahlt',
  'history.verb.execute': 'Ausgeführt',
  'history.verb.mint': 'Geprägt',
  'history.verb.receive': 'Empfangen',
  'history.verb.repay': 'Zurückgezahlt',
  'history.verb.stake': 'Gestakt',
  'history.verb.unstake': 'Stake gelöst',
  'history.verb.withdraw': 'Abgehoben',
  'history.error.unavailable': 'Transaktionen konnten nicht geladen werden',
} satisfies Catalogue
export default de
