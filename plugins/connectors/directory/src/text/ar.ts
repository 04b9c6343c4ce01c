import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const ar: Translation<typeof en> = {
  'directory.title': 'كل المحافظ',
  'directory.get': 'الحصول على محفظة',
  'directory.search': 'البحث في المحافظ',
  'directory.wallets': 'المحافظ',
  'directory.chains': 'السلسلة',
  'directory.every': 'الكل',
  'directory.installed': 'مثبتة',
  'directory.found': 'عدد المحافظ المطابقة: {count}',
  'directory.none': 'لا توجد محفظة بهذا الاسم.',
  'directory.noneHint': 'تحقق من الكتابة، أو اعرض كل المحافظ.',
  'directory.showAll': 'عرض كل المحافظ',
  'directory.empty': 'لا تعمل أي محفظة من هذه القائمة هنا.',
  'directory.loading': 'يجري تحميل المحافظ.',
  'directory.failed': 'تعذّر تحميل قائمة المحافظ.',
  'directory.again': 'حاول مرة أخرى',
  'directory.getDetail': 'ليست {wallet} في هذا المتصفح. هنا تجدها.',
  'directory.places': 'أين تجد {wallet}',
  'directory.browse': 'فتح هذه الصفحة في {wallet}',
  'directory.web': 'فتح {wallet} في علامة تبويب جديدة',
  'directory.site': 'موقع {wallet}',
  'directory.reload': 'أعد تحميل هذه الصفحة بعد تثبيتها.',
}
export default ar
