import type { Catalogue } from '@portico/kernel/text'

const de = {
  'send.title': 'Senden',
  'send.receipt': 'Überweisung',
  'send.maxLabel': 'Alles, abzüglich der Gebühr',
  'send.toHintName': 'Adresse oder Name',
  'send.paste': 'Einfügen',
  'send.pasteFailed': 'Ihr Browser lässt diese Seite nicht einfügen. Nehmen Sie die Tastatur.',
  'send.resolving': 'Wird nachgeschlagen …',
  'send.recent': 'Schon einmal dorthin gesendet',
  'send.enterAddress': 'Geben Sie eine Adresse ein',
  'send.checking': 'Das Netzwerk prüft …',
  'send.nobody': 'Verbinden Sie eine Wallet, um daraus zu senden.',
  'send.unsupported': 'In diesem Netzwerk lässt sich von hier nichts senden.',
  'send.search': 'Token suchen',
  'send.noToken': 'Keiner Ihrer Token heißt so.',
  'send.noTokens': 'Dieses Konto hat keine Token, die sich senden ließen.',
  'send.tokensFailed': 'Ihre Token konnten nicht geladen werden.',
  'send.youSend': 'Sie senden',
  'send.fee': 'Gebühr, höchstens',
  'send.arrives': 'Was ankommt',
  'send.change': 'Was zurückkommt',
  'send.speed': 'Tempo',
  'send.slow': 'Langsam',
  'send.normal': 'Normal',
  'send.fast': 'Schnell',
  'send.do': '{amount} {symbol} senden',
  'send.doBeside': 'Trotzdem senden',
  'send.gone': 'Hier gibt es nichts mehr zu prüfen.',
  'send.offlineReview': 'Sie sind offline. Das bleibt hier, bis Sie wieder da sind.',
  'send.known': 'Die Adresse, die Sie kennen',
  'send.other': 'Die andere Adresse',
  'send.status.unread': 'Gesendet, nicht verglichen',
  'send.status.failed': 'Nicht ausgeführt',
  'send.detail.unknown':
    'Das Netzwerk sagt seit einer Weile nichts dazu. Sie kann angekommen sein: Sehen Sie in Ihrer Wallet nach, bevor Sie noch einmal senden. Bei jedem Öffnen wird wieder gefragt.',
  'send.detail.absent':
    'Ihre Wallet hat eine Transaktion gemeldet, die das Netzwerk nicht kennt. Sehen Sie in Ihrer Wallet nach, bevor Sie noch einmal senden.',
  'send.detail.failed':
    'Das Netzwerk hat sie abgelehnt. Der Betrag gehört noch Ihnen; die Gebühr ist ausgegeben.',
  'send.detail.expired': 'Das Netzwerk hat sie nie aufgenommen. Nichts wurde ausgegeben.',
  'send.detail.cancelled':
    'Ihre Wallet hat sie abgebrochen. Es wurde nichts gesendet; die Gebühr für den Abbruch ist ausgegeben.',
  'send.detail.replaced':
    'Eine andere Transaktion von Ihnen kam an ihre Stelle und hat vielleicht dasselbe gezahlt. Sehen Sie sie an, bevor Sie noch einmal senden.',
  'send.spender': 'Darf Ihre Token nehmen',
  'send.realAmount': 'Tatsächlich gesendeter Betrag',
  'send.notice.pending': '{amount} {symbol} unterwegs',
  'send.notice.unknown': '{amount} {symbol}: noch keine Antwort',
  'send.notice.waiting': '{amount} {symbol}: wartet auf andere Eigentümer',
  'send.notice.absent': '{amount} {symbol}: dem Netzwerk nicht bekannt',
  'send.notice.different': 'Nicht das, was Sie bestätigt haben: {amount} {symbol}',
  'send.notice.open': '{amount} {symbol}: vielleicht gesendet',
  'send.notice.unread': '{amount} {symbol}: bestätigt, nicht verglichen',
  'send.notice.replaced': '{amount} {symbol}: durch eine andere Transaktion ersetzt',
  'send.notice.cancelled': '{amount} {symbol}: abgebrochen, nichts gesendet',
  'send.notice.failed': '{amount} {symbol} nicht gesendet',
  'send.notice.to': 'an {recipient}',
  'send.error.failed':
    'Die Transaktion konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
  'send.error.unknown':
    'Ihre Wallet hat das vielleicht gesendet. Sehen Sie dort nach, bevor Sie noch einmal senden.',
  'send.error.unknownReason':
    'Ihre Wallet hat das vielleicht gesendet. Sehen Sie dort nach, bevor Sie noch einmal senden. Sie antwortete: {reason}',
  'send.error.notSent': 'Ihre Wallet hat es nicht gesendet. Sie können es noch einmal senden.',
  'send.error.reverted': 'Das Netzwerk hat Ihre Überweisung nicht ausgeführt.',
  'send.error.replaced': 'Eine andere Transaktion kam an die Stelle Ihrer Überweisung.',
  'send.error.cancelled':
    'Ihre Wallet hat diese Überweisung abgebrochen. Es wurde nichts gesendet.',
  'send.error.undone':
    'Das Netzwerk hat seine letzten Blöcke zurückgenommen: Ihre Überweisung ist wieder unterwegs.',
  'send.toast.started': 'Transaktion begonnen',
  'send.toast.unread':
    'Ihre Zahlung ist bestätigt, ließ sich aber nicht mit dem vergleichen, was Sie gesehen haben. Sehen Sie im Explorer nach.',
  'send.toast.sent': '{amount} {symbol} gesendet',
  'send.toast.sentOn': '{amount} {symbol} auf {network} gesendet',
  'send.problem.missing':
    'Bitte geben Sie einen gültigen Betrag und eine gültige Empfängeradresse ein',
  'send.problem.decimals':
    'Die Zahl der Nachkommastellen von {symbol} ist unbekannt. Senden ist nicht möglich.',
  'send.problem.short': 'Ihnen fehlen {missing} {symbol}.',
  'send.problem.unknownName': 'Niemand hat diesen Namen.',
  'send.problem.name':
    'Dieser Name ließ sich nicht nachschlagen. Versuchen Sie es erneut, oder nehmen Sie die Adresse.',
  'send.problem.chain':
    'Das ist eine Adresse von {chain}. Auf {network} lässt sich dorthin nichts senden.',
  'send.problem.secretOrChain':
    'Das ist ein privater Schlüssel oder eine Adresse von {chain}. Auf {network} geht beides nicht.',
  'send.problem.elsewhere': 'Dieser Token ist auf einem anderen Netzwerk.',
  'send.problem.changed':
    'Inzwischen hat sich etwas geändert. Sehen Sie noch einmal hin, bevor Sie senden.',
  'send.problem.switched': 'Sie haben zu {network} gewechselt. Füllen Sie das Formular erneut aus.',
  'send.problem.unreachable': 'Das Netzwerk ist gerade nicht erreichbar. Nichts wurde gesendet.',
  'send.problem.reason': 'Nichts wurde gesendet: {reason}',
  'send.problem.unknown': 'Nichts wurde gesendet, und niemand hat gesagt, warum.',
  'send.open.waiting':
    'Die anderen Eigentümer Ihrer Wallet müssen Ihre Zahlung von {amount} {symbol} an {recipient} noch unterschreiben. Senden Sie nicht noch einmal: Beide zusammen zahlen doppelt.',
  'send.open.asked':
    '{wallet} fragt Sie vielleicht noch, ob {amount} {symbol} an {recipient} gesendet werden. Lehnen Sie das dort ab, bevor Sie noch einmal senden: Beides zusammen zahlt doppelt.',
  'send.open.unwatched':
    '{wallet} hat vielleicht {amount} {symbol} an {recipient} gesendet. Sehen Sie in {wallet} nach, bevor Sie noch einmal senden: Beides zusammen zahlt doppelt.',
  'send.open.unknown':
    '{wallet} hat vielleicht {amount} {symbol} an {recipient} gesendet. Wir beobachten Ihr Konto. Sehen Sie in {wallet} nach, bevor Sie noch einmal senden: Beides zusammen zahlt doppelt.',
  'send.differs.detail':
    'Bestätigt haben Sie {amount} {symbol} an {to}. Ihre Wallet hat stattdessen {realAmount} {symbol} an {realTo} gesendet.',
  'send.differs.recipient':
    'Bestätigt haben Sie {amount} {symbol} an {to}. Ihre Wallet hat stattdessen an {realTo} gesendet.',
  'send.differs.sender':
    'Bestätigt haben Sie {amount} {symbol} an {to}. Ihre Wallet hat stattdessen von {realFrom} an {realTo} gezahlt.',
  'send.differs.spender':
    'Bestätigt haben Sie {amount} {symbol} an {to}. Ihre Wallet hat stattdessen eine Freigabe gesendet: {spender} darf Ihre Token nehmen. Widerrufen Sie sie.',
  'send.differs.unknown':
    'Bestätigt haben Sie {amount} {symbol} an {to}. Ihre Wallet hat etwas anderes gesendet. Sehen Sie es sich im Explorer an.',
  'send.warning.self': 'Das ist Ihre eigene Adresse: Sie würden an sich selbst senden.',
  'send.warning.double':
    'Sie haben an zwei Adressen gezahlt, die sich ähnlich sehen. Vergleichen Sie jedes Zeichen.',
  'send.warning.lookAlike':
    'Diese Adresse sieht einer, die Sie kennen, nur ähnlich. Vergleichen Sie jedes Zeichen.',
  'send.warning.fee': 'Die Netzwerkgebühr ist ein Zehntel dessen wert, was Sie senden, oder mehr.',
} satisfies Catalogue
export default de
