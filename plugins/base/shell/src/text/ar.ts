import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const ar: Translation<typeof en> = {
  'shell.failure': 'حدث خطأ ما',
  'shell.held': 'أكمل هذا أولًا أو ألغِه.',
  'shell.configuration': 'إعدادات التطبيق غير صالحة',
  'shell.configuration.detail': 'لا يقبل {service} طلبات من هذا الموقع. لا يمكن تغيير ذلك إلا من قِبل القائمين على الموقع.',
  'shell.language.unknown': 'اللغة «{language}» غير متوفرة.',
  'shell.language.unavailable': 'تعذّر تحميل اللغة «{language}». تحقق من اتصالك وحاول مرة أخرى.',
  'address.error.malformed': 'هذا ليس عنوانًا صالحًا.',
  'address.error.checksum': 'في هذا العنوان خطأ مطبعي: رقم التحقق غير مطابق.',
  'address.error.network': 'هذا العنوان تابع لشبكة أخرى.',
  'address.error.chain': 'هذا العنوان تابع لسلسلة أخرى.',
  'address.error.secret': 'يبدو هذا مفتاحًا خاصًا. لا تلصقه أبدًا في أي موقع.',
  'chain.error.unavailable': 'لا يمكن الوصول إلى الشبكة الآن. لم يُفقد شيء.',
  'chain.error.answer': 'ردّ الشبكة غير مفهوم. لم يتغيّر شيء.',
  'chain.error.network': 'نقطة الاتصال تخدم شبكة غير الشبكة المطلوبة.',
  'chain.error.endpoint': 'لا يحدد هذا التطبيق نقطة اتصال لهذه الشبكة.',
  'wallet.error.answer': 'ردّ المحفظة غير مفهوم. لم يتغيّر شيء.',
  'wallet.error.unsupported': 'لا تستطيع هذه المحفظة القيام بذلك.',
  'wallet.error.network': 'بقيت المحفظة على شبكة أخرى.',
  'wallet.error.outcome': 'ربما أرسلت محفظتك هذه المعاملة. تحقق منها قبل أن تحاول مرة أخرى.',
  'link.error.refused': 'فتح هذا الرابط غير آمن.',
}
export default ar
