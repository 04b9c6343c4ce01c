import type { Translation } from '@portico/kernel/contracts'
import type { en } from './all-en.js'

const ar: Translation<typeof en> = {
  'ui.back': 'رجوع',
  'ui.close': 'إغلاق',
  'ui.retry': 'حاول مرة أخرى',
  'ui.copied': 'تم النسخ',
  'ui.notCopied': 'لم يسمح المتصفح بالنسخ. حدّد النص بدلاً من ذلك.',
  'ui.clear': 'مسح',
  'ui.framedBy': 'تُعرض هذه الصفحة داخل {origin}. تابع فقط إذا كنت تثق بهذا الموقع.',
  'ui.framedByUnknown': 'تُعرض هذه الصفحة داخل موقع آخر. تابع فقط إذا كنت تثق بهذا الموقع.',
  'ui.amountHidden': 'المبلغ مخفي',
  'ui.broken': 'هذا الجزء لا يعمل الآن. لم يُفقد شيء.',
  'ui.unloaded': 'تعذّر تحميل هذا الجزء. تحقّق من الاتصال.',
  'ui.updated': 'تم تحديث هذه الصفحة. أعد تحميلها للمتابعة.',
  'ui.reload': 'إعادة التحميل',
  'ui.loading': 'جارٍ التحميل',
  'ui.network': 'الشبكة: {network}',
  'ui.networkUnknown': 'شبكة غير مدعومة',
  'ui.connect': 'ربط المحفظة',
  'ui.connecting': 'جارٍ الربط…',
  'ui.account': 'الحساب {address}',
}
export default ar
