import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'solana.address.program':
    'هذا العنوان لبرنامج وليس لمفتاح شخص. ما ترسله إليه قد يضيع: تحقق من المستلم.',
  'solana.app.closed': 'أنهى تطبيق المحفظة الاتصال قبل أن يجيب. حاول مرة أخرى.',
  'solana.app.missing':
    'لم يجب أي تطبيق محفظة Solana. ثبّت تطبيقًا مثل Phantom أو Solflare ثم حاول مرة أخرى.',
  'solana.error.altered': 'غيّرت المحفظة المعاملة.',
  'solana.error.asset': 'هذا ليس رمزًا من رموز هذه الشبكة.',
  'solana.error.draft': 'لا تعرف سولانا معاملة كهذه.',
  'solana.error.dust': 'سيبقى القليل جدًا: أرسل كل شيء، أو اترك {amount} {symbol} على الأقل.',
  'solana.error.mint': 'هذا عنوان الرمز نفسه، وليس عنوان شخص يملكه.',
  'solana.error.nothing': 'لا يوجد ما يُرسل: ما تبقى لازم للرسوم.',
  'solana.error.old': 'هذه المعاملة قديمة جدًا على الإرسال. أنشئها من جديد.',
  'solana.error.other-token': 'يحتوي هذا العنوان رمزًا آخر. اطلب من المستلم عنوانه الخاص.',
  'solana.error.payer': 'هذه المعاملة لحساب غير الذي سيدفع.',
  'solana.error.program': 'هذا عنوان برنامج. ما يُرسل إليه يضيع.',
  'solana.error.taken': 'حساب المستلم لهذا الرمز صار لشخص آخر.',
  'solana.error.text': 'وقّعت المحفظة نصًا آخر. لم يتغير شيء.',
  'solana.error.tokens': 'يحتوي هذا العنوان رموزًا من نوع واحد. اطلب من المستلم عنوانه الخاص.',
  'solana.error.tokens-short': 'تحتاج إلى {amount} {symbol} إضافية.',
  'solana.error.transactionSigner': 'وقّعت المحفظة بحساب آخر.',
  'solana.wallet.elsewhere': 'تابع في {wallet}: تُفتح هذه الصفحة في متصفحها الخاص.',
  'solana.warning.keeps': 'يحتفظ هذا الرمز بـ {amount} {symbol} مما تُرسله.',
  'solana.warning.opens': 'ليس لدى المستلم حساب لهذا الرمز بعد. فتحه جزء من الرسوم.',
} satisfies Catalogue
export default ar
