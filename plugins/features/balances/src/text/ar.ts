import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'balances.currency': 'العملة',
  'balances.tokens': 'الرموز',
  'balances.loading': 'جارٍ تحميل الرموز',
  'balances.none': 'لا توجد رموز على {network} بعد',
  'balances.noneDetail': 'ما تستلمه هنا سيظهر في هذه القائمة.',
  'balances.failed': 'لا يمكن تحميل رموزك الآن. لم يُفقد شيء.',
  'balances.asOf': 'رصيد الرموز غير متاح · حتى {age}',
  'balances.fromChain': 'خدمة الأسعار لا تردّ. هذه الأرصدة من الشبكة نفسها.',
  'balances.more': 'عرض {count} أخرى',
  'balances.showHidden': 'عرض الرموز المخفية ({count})',
  'balances.hideHidden': 'إخفاء الرموز الصغيرة والمريبة',
  'balances.hidden': 'الرموز الصغيرة والمريبة',
  'balances.add': 'إضافة رمز',
  'balances.address': 'عنوان الرمز',
  'balances.find': 'البحث عن الرمز',
  'balances.found': 'يسمّي هذا الرمز نفسه {symbol}',
  'balances.warning': 'يمكن لأي شخص إنشاء رمز بأي اسم. أضفه فقط إذا كان عنوانه من مصدر تثق به.',
  'balances.addIt': 'إضافة {symbol}',
  'balances.remove': 'إزالة {symbol}',
  'balances.added': 'أصبح {symbol} في قائمتك.',
  'balances.error.unavailable': 'رصيد الرموز غير متاح',
  'balances.error.list': 'إحدى قوائم الرموز غير مفهومة. لقد استُبعدت.',
  'balances.error.network': 'لا يمكن إضافة رموز على هذه الشبكة.',
} satisfies Catalogue
export default ar
