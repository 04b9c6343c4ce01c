import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'walletconnect.title': 'WalletConnect',
  'walletconnect.scan': 'امسح الرمز بهاتفك',
  'walletconnect.scanDetail': 'افتح محفظتك، وابحث عن الماسح الضوئي فيها، ووجّهه نحو هذا الرمز.',
  'walletconnect.code': 'رمز يحمل الرابط الخاص بمحفظتك',
  'walletconnect.noCode': 'تعذّر رسم الرمز',
  'walletconnect.noCodeDetail': 'انسخ الرابط بدلًا من ذلك، وألصقه في محفظتك.',
  'walletconnect.preparing': 'جارٍ إحضار رابط لمحفظتك',
  'walletconnect.slowDetail': 'الخادم الذي ينقل الرسائل إلى محفظتك بطيء في الرد.',
  'walletconnect.lost': 'تعذّر الوصول إلى خادم الترحيل الآن. تجري المحاولة من جديد، ولن يُفقد شيء.',
  'walletconnect.renews': 'سيظهر رمز جديد خلال {seconds} ث',
  'walletconnect.expired': 'انتهت صلاحية هذا الرمز',
  'walletconnect.expiredDetail': 'سيظهر رمز جديد فور رد خادم الترحيل.',
  'walletconnect.approved': 'محفظتك متصلة',
  'walletconnect.declinedDetail': 'رفضت الطلب في محفظتك. لم يُرسل شيء.',
  'walletconnect.copy': 'نسخ الرابط',
  'walletconnect.platforms': 'مكان محفظتك',
  'walletconnect.app': 'التطبيق',
  'walletconnect.web': 'الويب',
  'walletconnect.qr': 'رمز QR',
  'walletconnect.continue': 'تابع في {wallet}',
  'walletconnect.continueDetail': 'وافق هناك، ثم ارجع إلى هذه الصفحة.',
  'walletconnect.open': 'افتح المحفظة',
  'walletconnect.reopen': 'افتح مرة أخرى',
  'walletconnect.showQr': 'أظهر رمز QR',
  'walletconnect.error.UNCONFIGURED':
    'أُدرج WalletConnect من دون معرّف مشروع ومن دون خادم ترحيل، لذلك لا يُعرض.',
  'walletconnect.error.LOAD_FAILED':
    'لم تصل الشيفرة اللازمة لربط الهاتف. لم يتغير شيء. تحقق من اتصالك وحاول مرة أخرى.',
  'walletconnect.error.LIBRARY_UNFIT':
    'يأتي هذا التطبيق بمكتبة WalletConnect لا يمكن استخدامها هنا.',
  'walletconnect.error.RELAY_UNREACHABLE':
    'تعذّر الوصول إلى الخادم الذي ينقل الرسائل إلى محفظتك. لم يُفقد شيء. تحقق من اتصالك وحاول مرة أخرى.',
  'walletconnect.error.RELAY_REFUSED':
    'لا يقبل خادم الترحيل هذه الصفحة. لا تزال طرق الاتصال الأخرى تعمل.',
  'walletconnect.error.PAIRING_EXPIRED': 'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا.',
  'walletconnect.error.SESSION_ACCOUNT': 'وافقت المحفظة على شيء ليس حسابًا. لم يتغير شيء.',
  'walletconnect.error.SESSION_NAMESPACE':
    'وافقت المحفظة على سلاسل لم يطلبها هذا التطبيق: {names}. لن تُستخدم.',
  'walletconnect.error.SESSION_NETWORK':
    'وافقت المحفظة على شبكات لم يطلبها هذا التطبيق: {names}. لن تُستخدم.',
  'walletconnect.error.SESSION_EMPTY':
    'لم توافق المحفظة على أي من شبكات هذا التطبيق. اختر واحدة في المحفظة وحاول مرة أخرى.',
  'walletconnect.error.WALLET_REFUSED': 'لم تقبل المحفظة هذا الاتصال. لم يتغير شيء.',
  'walletconnect.error.CHAIN_NOT_APPROVED':
    'لم توافق المحفظة على أي حساب في {chain}. اختر واحدًا في المحفظة وحاول مرة أخرى.',
  'walletconnect.error.NOTHING_TO_ASK':
    'لا توجد في هذا التطبيق سلسلة يمكن استخدامها مع محفظة على جهاز آخر.',
  'walletconnect.error.SESSION_OVER': 'انتهى الاتصال بهذه المحفظة. اربطها من جديد.',
  'walletconnect.error.OTHER_TAB':
    'هناك علامة تبويب أخرى لهذا التطبيق تنتظر محفظتك. أكمل الأمر هناك أو ألغه أولًا.',
  'walletconnect.error.EVENT_MALFORMED': 'أخبرت المحفظة بشيء غير مفهوم. لم يتغير شيء.',
} satisfies Catalogue
export default ar
