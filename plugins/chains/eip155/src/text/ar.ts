import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'eip155.announcement': 'رُفض عدد من إعلانات المحافظ: {refused}.',
  'eip155.error.altered': 'غيّر شيء في هذه الصفحة المعاملة. لم يُرسل شيء.',
  'eip155.error.asset': 'لا يمكن إرسال هذا الأصل على {network}.',
  'eip155.error.calls': 'لم يُنفَّذ هذا. لم يتغير شيء.',
  'eip155.error.confirm': 'لا تؤكد أي نقطة وصول لـ {network} أنها تخدمها.',
  'eip155.error.draft': 'لا تعرف إيثيريوم معاملة كهذه.',
  'eip155.error.noDecimals':
    'لا يذكر هذا الرمز عدد منازله العشرية، فلا يمكن التحقق من المبلغ. لم يُرسل شيء.',
  'eip155.error.parameters': 'يصف هذا التطبيق {network} بطريقة لا تقبلها أي محفظة.',
  'eip155.error.part': 'نفّذت المحفظة جزءًا من هذا. تحقق منها قبل أن تحاول مرة أخرى.',
  'eip155.error.short': 'هذا أكثر من المتاح: ينقص {amount} {symbol}.',
  'eip155.error.small': 'لا يوجد ما يُرسل.',
  'eip155.error.token': 'لا يوجد رمز في هذا العنوان على هذه الشبكة.',
  'eip155.error.tokenRefuses': 'يرفض الرمز هذا التحويل.',
  'eip155.error.tokens': 'لدى هذا الحساب أقل من ذلك من هذا الرمز.',
  'eip155.error.typed': 'هذا شيء لا تستطيع أي محفظة توقيعه.',
  'eip155.warning.fee': 'رسوم الشبكة مرتفعة: {fee} {symbol}.',
} satisfies Catalogue
export default ar
