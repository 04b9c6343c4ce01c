import type { Catalogue } from '@portico/kernel/text'

const de = {
  'transactions.error.failed': 'Das Netzwerk hat Ihre Transaktion nicht ausgeführt.',
  'transactions.error.replaced': 'Eine andere Transaktion kam an die Stelle Ihrer Transaktion.',
  'transactions.error.cancelled':
    'Ihre Wallet hat diese Transaktion abgebrochen. Es wurde nichts gesendet.',
  'transactions.error.undone':
    'Das Netzwerk hat seine letzten Blöcke zurückgenommen: Ihre Transaktion ist wieder unterwegs.',
  'transactions.error.notSent':
    'Ihre Wallet hat es nicht gesendet. Sie können es noch einmal versuchen.',
  'transactions.notice.open': 'Eine Transaktion wurde vielleicht gesendet',
  'transactions.notice.unknown': 'Eine Transaktion, noch ohne Antwort',
  'transactions.notice.waiting': 'Eine Transaktion wartet auf andere Eigentümer',
  'transactions.notice.absent': 'Eine Transaktion, die das Netzwerk nicht kennt',
  'transactions.notice.different': 'Nicht die Transaktion, die Sie bestätigt haben',
  'transactions.notice.confirmed': 'Transaktion bestätigt',
  'transactions.notice.unread': 'Transaktion bestätigt, nicht verglichen',
  'transactions.notice.replaced': 'Transaktion durch eine andere ersetzt',
  'transactions.notice.cancelled': 'Transaktion abgebrochen',
  'transactions.notice.failed': 'Transaktion nicht ausgeführt',
  'transactions.notice.pending': 'Transaktion unterwegs',
  'transactions.notice.description': '{description}',
  'transactions.notice.detail': 'Stand ansehen',
  'transactions.toast.started': 'Transaktion gesendet',
  'transactions.toast.unread':
    'Ihre Transaktion ist bestätigt, ließ sich aber nicht mit dem vergleichen, was Sie gesehen haben. Sehen Sie im Explorer nach.',
  'transactions.differs': 'Sehen Sie sich die Transaktion im Explorer an.',
  'transactions.pending': 'Ausstehende Transaktion',
  'transactions.pending.over': 'Diese Transaktion ist nicht mehr ausstehend.',
  'transactions.pending.unread':
    'Das Netzwerk sagt nicht, ob sich diese Transaktion ersetzen lässt. Es wurde nichts gesendet.',
  'transactions.pending.none':
    'Diese Transaktion lässt sich von hier aus nicht beschleunigen oder abbrechen. Vielleicht kann es Ihre Wallet.',
  'transactions.pending.remove': 'Aus dieser Liste entfernen',
  'transactions.pending.unsupported':
    '{wallet} macht das nicht für andere Apps. Suchen Sie die Transaktion in {wallet}. Es wurde nichts gesendet.',
  'transactions.speedUp': 'Beschleunigen',
  'transactions.speedUp.detail':
    'Sendet dieselbe Zahlung mit einer höheren Gebühr, höchstens {fee}. Nur eine von beiden kann ausgeführt werden.',
  'transactions.speedUp.sent':
    'Mit höherer Gebühr gesendet. Das Netzwerk nimmt eine von beiden; Ihre Aktivität zeigt, welche.',
  'transactions.speedUp.unsure':
    'Das Netzwerk sagt nicht, ob die höhere Gebühr gesendet wurde. Nur eine von beiden kann ausgeführt werden; Ihre Aktivität zeigt, welche.',
  'transactions.cancel': 'Transaktion abbrechen',
  'transactions.cancel.detail':
    'Setzt an ihre Stelle eine Zahlung von nichts an Sie selbst, für eine Gebühr von höchstens {fee}. Eine Wallet, die Transaktionen selbst ordnet, tut das vielleicht nicht: Dann wird Ihre Zahlung trotzdem ausgeführt.',
  'transactions.cancel.sent':
    'Der Abbruch ist unterwegs. Das Netzwerk nimmt eine von beiden; Ihre Aktivität zeigt, welche.',
  'transactions.cancel.unsure':
    'Ihre Wallet hat den Abbruch als eigene Transaktion gesendet, soweit sich das sagen lässt. Ihre Zahlung kann trotzdem ausgeführt werden.',
  'transactions.remove.ask': 'Diese Transaktion entfernen?',
  'transactions.remove.detail':
    'Ihre Zahlung kann trotzdem ausgeführt werden: Das Entfernen bricht sie nicht ab. Sehen Sie in Ihrer Wallet nach, bevor Sie noch einmal zahlen.',
  'transactions.remove.confirm': 'Entfernen',
  'transactions.remove.keep': 'Behalten',
  'transactions.receipt': 'Transaktion',
  'transactions.detail.unknown':
    'Das Netzwerk antwortet seit einer Weile nicht. Sie kann ausgeführt worden sein: Sehen Sie in Ihrer Wallet nach, bevor Sie es noch einmal versuchen. Bei jedem Öffnen wird wieder gefragt.',
  'transactions.detail.absent':
    'Ihre Wallet hat eine Transaktion gemeldet, die das Netzwerk nicht kennt. Sehen Sie in Ihrer Wallet nach, bevor Sie es noch einmal versuchen.',
  'transactions.detail.failed': 'Das Netzwerk hat sie abgelehnt. Die Gebühr ist ausgegeben.',
  'transactions.detail.expired': 'Das Netzwerk hat sie nie aufgenommen. Nichts wurde ausgegeben.',
  'transactions.detail.replaced':
    'Eine andere Transaktion von Ihnen kam an ihre Stelle und hat vielleicht dasselbe getan. Sehen Sie sie an, bevor Sie es noch einmal versuchen.',
  'transactions.detail.cancelled':
    'Ihre Wallet hat sie abgebrochen. Die Gebühr für den Abbruch ist ausgegeben.',
  'transactions.forgotten': 'Diese Transaktion ist hier nicht mehr bekannt.',
  'transactions.slow':
    'Das dauert länger als sonst. Nichts ist verloren: Sie bleibt hier, bis ihr Ende bekannt ist.',
} satisfies Catalogue
export default de
