import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'directory.title': 'كل المحافظ',
  'directory.get': 'الحصول على محفظة',
  'directory.search': 'البحث في المحافظ',
  'directory.chains': 'السلسلة',
  'directory.every': 'الكل',
  'directory.found': 'عدد المحافظ المطابقة: {count}',
  'directory.none': 'لا توجد محفظة بهذا الاسم.',
  'directory.noneHint': 'تحقق من الكتابة، أو اعرض كل المحافظ.',
  'directory.showAll': 'عرض كل المحافظ',
  'directory.empty': 'لا تعمل أي محفظة من هذه القائمة هنا.',
  'directory.loading': 'يجري تحميل المحافظ.',
  'directory.failed': 'تعذّر تحميل قائمة المحافظ.',
  'directory.moreFailed': 'تعذّر تحميل المزيد من المحافظ.',
  'directory.getDetail': 'ليست {wallet} في هذا المتصفح. هنا تجدها.',
  'directory.places': 'أين تجد {wallet}',
  'directory.browse': 'فتح هذه الصفحة في {wallet}',
  'directory.web': 'فتح {wallet} في علامة تبويب جديدة',
  'directory.site': 'موقع {wallet}',
  'directory.reload': 'أعد تحميل هذه الصفحة بعد تثبيتها.',
  'directory.what': 'ما هي المحفظة؟',
  'directory.noWallet': 'ليست لدي محفظة',
  'directory.login': 'مدخل واحد إلى تطبيقات كثيرة',
  'directory.loginDetail':
    'بالمحفظة تسجّل الدخول إلى تطبيقات مثل هذا: بلا حساب تنشئه ولا كلمة مرور تتذكرها.',
  'directory.assets': 'كل ما تملكه في مكان واحد',
  'directory.assetsDetail':
    'تحفظ عملاتك ورموزك ومقتنياتك، وتعرض لك ما توافق عليه قبل أن يحدث أي شيء.',
  'directory.keys': 'في يدك وحدك',
  'directory.keysDetail':
    'مفاتيحها لديك وحدك. احتفظ بعبارة الاسترداد لنفسك: لا يحتاج إليها أي تطبيق ولا أي دعم.',
  'directory.start': 'محافظ مناسبة للبداية على هذا الجهاز:',
} satisfies Catalogue
export default ar
