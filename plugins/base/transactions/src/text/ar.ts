import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'transactions.error.failed': 'لم تنفّذ الشبكة معاملتك.',
  'transactions.error.replaced': 'حلّت معاملة أخرى محلّ معاملتك.',
  'transactions.error.cancelled': 'ألغت محفظتك هذه المعاملة. لم يُرسل شيء.',
  'transactions.error.undone': 'تراجعت الشبكة عن كتلها الأخيرة: معاملتك في الطريق من جديد.',
  'transactions.error.notSent': 'لم ترسلها محفظتك. يمكنك المحاولة مرة أخرى.',
  'transactions.notice.open': 'ربما أُرسلت معاملة',
  'transactions.notice.unknown': 'معاملة بلا جواب بعد',
  'transactions.notice.waiting': 'معاملة تنتظر مالكين آخرين',
  'transactions.notice.absent': 'معاملة لا تعرفها الشبكة',
  'transactions.notice.different': 'ليست المعاملة التي أكدتها',
  'transactions.notice.confirmed': 'تأكدت المعاملة',
  'transactions.notice.unread': 'تأكدت المعاملة دون مقارنة',
  'transactions.notice.replaced': 'استُبدلت المعاملة بأخرى',
  'transactions.notice.cancelled': 'أُلغيت المعاملة',
  'transactions.notice.failed': 'لم تُنفّذ المعاملة',
  'transactions.notice.pending': 'المعاملة في الطريق',
  'transactions.notice.description': '{description}',
  'transactions.notice.detail': 'انظر إلى أين وصلت',
  'transactions.toast.started': 'أُرسلت المعاملة',
  'transactions.toast.unread':
    'تأكدت معاملتك، لكن تعذّرت مقارنتها بما رأيته. انظر إليها في المستكشف.',
  'transactions.differs': 'انظر إلى المعاملة في المستكشف.',
  'transactions.pending': 'معاملة معلّقة',
  'transactions.pending.over': 'لم تعد هذه المعاملة معلّقة.',
  'transactions.pending.unread': 'لا تقول الشبكة إن كان يمكن استبدال هذه المعاملة. لم يُرسل شيء.',
  'transactions.pending.none':
    'لا يمكن تسريع هذه المعاملة أو إلغاؤها من هنا. قد تستطيع محفظتك ذلك.',
  'transactions.pending.remove': 'إزالة من هذه القائمة',
  'transactions.pending.unsupported':
    'لا تفعل {wallet} ذلك للتطبيقات الأخرى. ابحث عن المعاملة في {wallet}. لم يُرسل شيء.',
  'transactions.speedUp': 'تسريع',
  'transactions.speedUp.detail':
    'يرسل الدفعة نفسها برسوم أعلى، {fee} على الأكثر. لا يمكن أن تتم إلا واحدة منهما.',
  'transactions.speedUp.sent': 'أُرسلت برسوم أعلى. تأخذ الشبكة واحدة منهما، ويظهر نشاطك أيتهما.',
  'transactions.speedUp.unsure':
    'لا تذكر الشبكة هل أُرسلت الرسوم الأعلى. لا يمكن أن تتم إلا واحدة منهما، ويظهر نشاطك أيتهما.',
  'transactions.cancel': 'إلغاء المعاملة',
  'transactions.cancel.detail':
    'يضع مكانها دفعة بلا قيمة إليك، برسوم {fee} على الأكثر. قد لا تفعل ذلك محفظة ترتّب المعاملات بنفسها: عندها تتم دفعتك رغم ذلك.',
  'transactions.cancel.sent': 'الإلغاء في الطريق. تأخذ الشبكة واحدة منهما، ويظهر نشاطك أيتهما.',
  'transactions.cancel.unsure':
    'أرسلت محفظتك الإلغاء معاملةً مستقلة، بقدر ما يمكن معرفته. قد تتم دفعتك رغم ذلك.',
  'transactions.remove.ask': 'أتزيل هذه المعاملة؟',
  'transactions.remove.detail':
    'قد تتم دفعتك رغم ذلك: إزالتها هنا لا تلغيها. راجع محفظتك قبل أن تدفع مرة أخرى.',
  'transactions.remove.confirm': 'إزالة',
  'transactions.remove.keep': 'إبقاء',
  'transactions.receipt': 'معاملة',
  'transactions.detail.unknown':
    'لم تجب الشبكة منذ مدة. ربما نُفّذت: تحقق من محفظتك قبل أن تحاول مرة أخرى. تُسأل الشبكة من جديد كلما فتحت هذا.',
  'transactions.detail.absent':
    'أبلغت محفظتك عن معاملة لا تعرفها الشبكة. تحقق من محفظتك قبل أن تحاول مرة أخرى.',
  'transactions.detail.failed': 'رفضتها الشبكة. صُرفت الرسوم.',
  'transactions.detail.expired': 'لم تقبلها الشبكة قط. لم يُصرف شيء.',
  'transactions.detail.replaced':
    'حلّت محلّها معاملة أخرى لك وربما فعلت الشيء نفسه. انظر إليها قبل أن تحاول مرة أخرى.',
  'transactions.detail.cancelled': 'ألغتها محفظتك. صُرفت رسوم الإلغاء.',
  'transactions.forgotten': 'لم تعد هذه المعاملة محفوظة هنا.',
  'transactions.slow': 'يستغرق هذا وقتًا أطول من المعتاد. لم يضِع شيء: تبقى هنا حتى تُعرف نتيجتها.',
} satisfies Catalogue
export default ar
