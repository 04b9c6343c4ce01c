import type { Catalogue } from '@portico/kernel/text'

const de = {
  'swap.title': 'Tauschen',
  'swap.preview': 'Tausch prüfen',
  'swap.sell': 'Sie zahlen',
  'swap.receive': 'Sie bekommen',
  'swap.balance': 'Guthaben',
  'swap.maxLabel': 'Max.: alle Ihre {symbol}, die Sie tauschen können',
  'swap.flip': 'Die beiden Token umdrehen',
  'swap.underWay': 'Sehen, wie weit es ist',
  'swap.quoting': 'Der beste Preis wird gesucht …',
  'swap.preparing': 'Token und Preise werden geladen …',
  'swap.pickTarget': 'Wählen Sie, was Sie bekommen',
  'swap.slippage': 'Toleranz',
  'swap.slippageOwn': 'Eigene, in Prozent',
  'swap.slippageBad': 'Eine Zahl von 0 bis 50, mit Punkt: 0.5',
  'swap.slippageRisk': 'Über 5 % können andere vor Ihnen handeln und die Differenz behalten.',
  'swap.nobody': 'Verbinden Sie eine Wallet, um damit zu tauschen.',
  'swap.unsupported': 'In diesem Netzwerk lässt sich von hier nichts tauschen.',
  'swap.covered': 'Tauschen können Sie auf {networks}.',
  'swap.elsewhere': 'Anderes Netzwerk wählen',
  'swap.failed': 'Was sich tauschen lässt, war nicht zu ermitteln.',
  'swap.rate': 'Kurs',
  'swap.impact': 'Preiswirkung',
  'swap.impactUnknown': 'Unbekannt',
  'swap.minimum': 'Mindestens',
  'swap.cost': 'Netzwerkkosten',
  'swap.costUnknown': 'Sagt Ihre Wallet',
  'swap.fee': 'Anbietergebühr',
  'swap.noFee': 'Keine',
  'swap.route': 'Weg',
  'swap.left': 'Sie haben {route} {amount} freigegeben, und nichts wurde dafür getauscht.',
  'swap.unanswered':
    'Ihre Wallet hat das vielleicht schon getan, oder sie fragt noch. Sehen Sie in Ihrer Wallet nach, bevor Sie noch einmal tauschen.',
  'swap.open.asked':
    '{wallet} fragt Sie vielleicht noch, ob {sold} getauscht werden. Lehnen Sie das dort ab, bevor Sie noch einmal tauschen: Beides zusammen tauscht doppelt.',
  'swap.open.askedApproval':
    '{wallet} fragt Sie vielleicht noch nach einer Freigabe von {sold}. Lehnen Sie das dort ab, bevor Sie noch einmal tauschen.',
  'swap.open.waiting':
    'Die anderen Eigentümer Ihrer Wallet müssen Ihre Anfrage über {sold} noch unterschreiben. Tauschen Sie nicht noch einmal: Beide zusammen tauschen doppelt.',
  'swap.open.unknown':
    '{wallet} hat vielleicht {sold} gegen {bought} getauscht. Wir beobachten Ihr Konto. Sehen Sie in {wallet} nach, bevor Sie noch einmal tauschen: Beides zusammen tauscht doppelt.',
  'swap.open.unwatched':
    '{wallet} hat vielleicht {sold} gegen {bought} getauscht. Sehen Sie in {wallet} nach, bevor Sie noch einmal tauschen: Beides zusammen tauscht doppelt.',
  'swap.open.approval':
    '{wallet} hat Ihre Freigabe von {sold} vielleicht gesendet. Sehen Sie in {wallet} nach, bevor Sie noch einmal tauschen.',
  'swap.open.permit':
    '{wallet} fragt Sie vielleicht noch nach einer Unterschrift. Eine Unterschrift allein bewegt nichts. Lehnen Sie das dort ab, bevor Sie noch einmal tauschen.',
  'swap.leftOther': 'Das haben Sie nicht bestätigt: {spender} kann Ihre Token nehmen.',
  'swap.revoke': 'Zurücknehmen',
  'swap.best':
    'Lässt Ihnen nach den Netzwerkkosten am meisten, von {count}, die geantwortet haben.',
  'swap.only': 'Keine andere Börse wurde verglichen.',
  'swap.onlyPrice': 'Der einzige, der gerade einen Preis nennt.',
  'swap.others': 'Was jeder Ihnen lässt, Kosten abgezogen',
  'swap.tried': 'Das Netzwerk hat es gerade probiert, und das kam dabei heraus.',
  'swap.lower': '(weniger als zuvor)',
  'swap.higher': '(mehr als zuvor)',
  'swap.lowered': 'Der Preis hat sich geändert. Sie bekommen jetzt mindestens {amount} {symbol}.',
  'swap.untried': 'Dieses Netzwerk konnte es nicht vorab probieren.',
  'swap.allow': '{route} darf nehmen',
  'swap.exact': 'Nur dieses eine Mal',
  'swap.unlimited': 'Unbegrenzt',
  'swap.unlimitedRisk': '{route} könnte alle Ihre {symbol} nehmen, auch später.',
  'swap.impactHigh':
    'Sie verlieren {percent} des Werts: Was Sie bekommen, ist weniger wert, als was Sie zahlen.',
  'swap.impactGain': 'Sie bekämen viel mehr, als Sie zahlen: Einer der Preise ist falsch.',
  'swap.impactBlind':
    'Was eines davon wert ist, weiß niemand: Vergleichen Sie, was Sie bekommen, mit dem, was Sie zahlen.',
  'swap.oneSource':
    'Dieser Preis kommt nur aus einer Quelle. Vergleichen Sie ihn, bevor Sie tauschen.',
  'swap.steps': 'Schritte',
  'swap.step.reset': 'Eine ältere Freigabe zurücknehmen',
  'swap.step.approve': '{route} {amount} freigeben',
  'swap.step.permit': '{route} {amount} per Unterschrift freigeben',
  'swap.step.swap': 'Tauschen',
  'swap.done': '(erledigt)',
  'swap.wait.network': 'Das Netzwerk bestätigt noch',
  'swap.wait.quote': 'Der Preis wird noch einmal angesehen',
  'swap.waitNetwork':
    'Das Netzwerk bestätigt es bald. Was Sie freigegeben haben, bleibt hier in Sicht.',
  'swap.do': '{amount} {symbol} tauschen',
  'swap.doSure': 'Trotzdem tauschen',
  'swap.gone': 'Hier gibt es nichts mehr zu prüfen.',
  'swap.search': 'Name oder Adresse suchen',
  'swap.suggested': 'Vorgeschlagen',
  'swap.popular': 'Beliebt',
  'swap.more': 'Alle anderen',
  'swap.tokens': 'Token',
  'swap.looking': 'Das Netzwerk wird nach dieser Adresse gefragt …',
  'swap.noToken': 'Kein Token heißt hier so. Sie können stattdessen seine Adresse suchen.',
  'swap.noTokens': 'Hier gibt es nichts zu wählen.',
  'swap.notice.pendingDetail': 'Das Netzwerk bestätigt es bald',
  'swap.notice.left': '{from} freigegeben, nicht getauscht',
  'swap.notice.leftDetail': 'Tauschen oder zurücknehmen',
  'swap.notice.leftOther': 'Eine Freigabe, die Sie nicht bestätigt haben',
  'swap.notice.leftOtherDetail': 'Nehmen Sie sie im Tausch zurück',
  'swap.error.initialize': 'Der Tausch konnte nicht vorbereitet werden',
  'swap.error.price': 'Der Preis der Netzwerkmünze konnte nicht abgerufen werden',
  'swap.error.allowance': 'Die Freigabe konnte nicht geprüft werden',
  'swap.error.approval': 'Die Freigabe konnte nicht erstellt werden',
  'swap.error.transaction': 'Die Transaktion konnte nicht erstellt werden',
  'swap.error.walletReason': '{reason}',
  'swap.error.wallet': 'Fehler bei der Transaktion',
  'swap.error.account': 'Keine Adresse gefunden, von der getauscht werden kann.',
  'swap.error.route': 'Diese Tokens tauscht hier niemand gegeneinander.',
  'swap.error.unavailable': 'Gerade nennt keine Börse einen Preis. Versuchen Sie es noch einmal.',
  'swap.error.params':
    'Diese Seite hat den Tausch mit einem falschen Wert geöffnet ({param}). Wählen Sie Token und Betrag selbst.',
  'swap.error.tokenUnknown':
    'Diese Seite hat den Tausch mit einem Token geöffnet, den es auf {network} nicht gibt. Wählen Sie einen anderen.',
  'swap.error.refused':
    '{route} will etwas anderes unterschreiben lassen als diesen Tausch. Nichts wurde gesendet.',
  'swap.error.fails': 'Das Netzwerk sagt, dass dieser Tausch fehlschlagen würde. {reason}',
  'swap.error.toll':
    'Dieses Token behält einen Teil von dem, was gesendet wird: Was ankommt, kann niemand versprechen.',
  'swap.error.decimals':
    'Dieses Token zählt in anderen Einheiten, als seine Liste sagt: Die Beträge, die Sie sehen, wären falsch.',
  'swap.error.noToken':
    'Dieser Vertrag ist kein Token mit Beträgen, deshalb wird seine Freigabe hier nicht zurückgenommen. Es wurde nichts gesendet.',
  'swap.error.expired': 'Dieser Preis ist zu alt. Sehen Sie sich den neuen an.',
  'swap.error.reverted':
    'Das Netzwerk hat Ihren Tausch nicht ausgeführt: Der Preis hat sich zu weit bewegt. Ihre Tokens haben Sie noch.',
  'swap.error.held':
    'Das Netzwerk hat Ihren Tausch nicht ausgeführt: Einer der Tokens ließ sich nicht bewegen, vielleicht ist er angehalten. Ihre Tokens haben Sie noch.',
  'swap.error.dropped':
    'Das Netzwerk hat Ihren Tausch nicht rechtzeitig angenommen. Ihre Tokens haben Sie noch.',
  'swap.error.cancelled': 'Ihre Wallet hat das abgebrochen. Es wurde nichts gesendet.',
  'swap.error.replaced': 'Eine andere Transaktion ist an die Stelle Ihres Tauschs getreten.',
  'swap.error.permit':
    'Ihre Wallet hat keine brauchbare Unterschrift gegeben. Nichts wurde getauscht: Eine Unterschrift allein bewegt nichts.',
  'swap.error.notSent': 'Ihre Wallet hat es nicht gesendet. Sie können noch einmal tauschen.',
  'swap.differs.sender':
    'Bestätigt haben Sie {sold}. Ihre Wallet hat stattdessen eine Transaktion von {from} gesendet. Sehen Sie sie sich im Explorer an.',
  'swap.differs.recipient':
    'Bestätigt haben Sie {sold}. Ihre Wallet hat stattdessen eine Transaktion an {to} gesendet. Sehen Sie sie sich im Explorer an.',
  'swap.differs.spender':
    'Bestätigt haben Sie eine Freigabe von {sold}. Ihre Wallet hat eine andere gesendet: {spender} darf Ihre Token nehmen. Nehmen Sie sie im Tausch zurück.',
  'swap.differs.approval':
    'Bestätigt haben Sie {sold}. Ihre Wallet hat stattdessen eine Freigabe gesendet: {spender} darf Ihre Token nehmen. Widerrufen Sie sie.',
  'swap.differs.unknown':
    'Bestätigt haben Sie {sold}. Ihre Wallet hat etwas anderes gesendet. Sehen Sie es sich im Explorer an.',
  'swap.alert.amount': 'Ungültiger Betrag',
  'swap.alert.amountDetail': 'Bitte geben Sie einen gültigen Betrag ein',
  'swap.status.approve': 'Geben Sie den Betrag in Ihrer Wallet frei',
  'swap.status.confirm': 'Bestätigen Sie die Transaktion in Ihrer Wallet',
  'swap.status.swapping': '{from} wird in {to} getauscht',
  'swap.status.swapped': '{from} in {to} getauscht',
  'swap.status.unread':
    'Ihr Tausch ist bestätigt, ließ sich aber nicht mit dem vergleichen, was Sie gesehen haben. Sehen Sie im Explorer nach.',
  'swap.status.revoked': 'Ihre Freigabe von {amount} ist zurückgenommen',
  'swap.problem.balance': 'Guthaben reicht nicht aus',
  'swap.problem.gas': 'Für das Netzwerk fehlen {missing} {symbol}.',
  'swap.problem.changed':
    'Der Preis hat sich inzwischen bewegt: Es käme weniger an, als Ihnen gezeigt wurde. Sehen Sie noch einmal hin.',
  'swap.problem.left':
    'Nichts wurde getauscht. Ihre Freigabe von {amount} bleibt, bis Sie sie nutzen oder zurücknehmen.',
  'swap.problem.declined':
    'Sie haben abgelehnt. Nichts wurde getauscht, Ihre {symbol} haben Sie noch.',
  'swap.problem.refused':
    'Mehr als die Hälfte ginge verloren: Dieser Tausch wird nicht zum Unterschreiben angeboten.',
  'swap.problem.sureBlind':
    'Niemand kann sagen, wie viel vom Wert verloren geht. Sagen Sie noch einmal Ja, wenn Sie das wollen.',
  'swap.problem.sure':
    'Vom Wert kann viel verloren gehen. Sagen Sie noch einmal Ja, wenn Sie das wollen.',
  'swap.receipt': 'Ihr Tausch',
  'swap.error.late':
    'Ihr Tausch kam zu spät in einen Block, deshalb hat das Netzwerk ihn nicht ausgeführt. Sie haben Ihre Token noch.',
  'swap.error.small': 'Das ist zu wenig zum Tauschen. Geben Sie mehr ein.',
  'swap.state.unread': 'Getauscht, nicht verglichen',
  'swap.state.failed': 'Nicht getauscht',
  'swap.tells.together': 'Ihre Wallet hat ihn und sendet ihn. Sie können das schließen.',
  'swap.tells.unknown':
    'Ihre Wallet kennt ihn nicht mehr. Sehen Sie dort nach, bevor Sie noch einmal tauschen.',
  'swap.tells.absent':
    'Ihre Wallet hat eine Transaktion gemeldet, die das Netzwerk nicht kennt. Sehen Sie in Ihrer Wallet nach, bevor Sie noch einmal tauschen.',
  'swap.tells.failed':
    'Der Preis hat sich zu weit bewegt, deshalb hat das Netzwerk ihn nicht ausgeführt. Sie haben Ihre Token noch; die Gebühr ist bezahlt.',
  'swap.tells.late':
    'Er kam zu spät in einen Block, deshalb hat das Netzwerk ihn nicht ausgeführt. Sie haben Ihre Token noch; die Gebühr ist bezahlt.',
  'swap.tells.held':
    'Einer der Tokens ließ sich nicht bewegen, vielleicht ist er angehalten. Deshalb hat das Netzwerk nicht getauscht. Sie haben Ihre Token noch; die Gebühr ist bezahlt.',
  'swap.tells.expired': 'Das Netzwerk hat ihn nie aufgenommen. Sie haben Ihre Token noch.',
  'swap.tells.cancelled':
    'Ihre Wallet hat ihn abgebrochen. Sie haben Ihre Token noch; die Gebühr für den Abbruch ist ausgegeben.',
  'swap.tells.replaced':
    'Eine andere Ihrer Transaktionen kam an seine Stelle und hat vielleicht dasselbe getauscht. Sehen Sie sie an, bevor Sie noch einmal tauschen.',
  'swap.fact.sold': 'Bezahlt',
  'swap.fact.bought': 'Erhalten, etwa',
  'swap.notice.unknown': '{from} gegen {to}: noch keine Antwort',
  'swap.notice.waiting': '{from}: wartet auf andere Eigentümer',
  'swap.notice.waitingDetail': 'Sie müssen in Ihrer Wallet unterschreiben',
  'swap.notice.absent': '{from} gegen {to}: dem Netzwerk nicht bekannt',
  'swap.notice.different': 'Nicht das, was Sie bestätigt haben: {sold}',
  'swap.notice.open': '{from}: vielleicht getauscht',
  'swap.notice.openApproval': '{from}: vielleicht freigegeben',
  'swap.notice.cancelled': '{from} gegen {to}: abgebrochen, nichts gesendet',
  'swap.notice.unread': '{from} gegen {to}: bestätigt, nicht verglichen',
  'swap.notice.replaced': '{from} gegen {to}: durch eine andere Transaktion ersetzt',
  'swap.notice.failed': '{from} nicht getauscht',
} satisfies Catalogue
export default de
