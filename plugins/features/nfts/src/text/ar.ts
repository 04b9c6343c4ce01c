import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'nfts.nfts': 'NFTs',
  'nfts.one': 'NFT',
  'nfts.loading': 'جارٍ تحميل NFTs',
  'nfts.empty': 'لا توجد NFTs على {network} بعد',
  'nfts.emptyDetail': 'ما تجمعه سيظهر هنا.',
  'nfts.none': 'لا يمكن سرد NFTs على {network} هنا.',
  'nfts.noneDetail': 'لا تحتفظ هذه الشبكة بقائمة يمكن طلبها. ما تملكه آمن في محفظتك.',
  'nfts.failed': 'لا يمكن تحميل NFTs الآن. لم يُفقد شيء.',
  'nfts.consent':
    'تأتي الصور من خوادم يمكن لأي شخص تشغيلها، وسترى هذه الخوادم عنوان شبكتك وما تنظر إليه.',
  'nfts.noPicture': 'لا تُعرض الصورة: هي كبيرة جدًا، أو من نوع قد يضر، أو لا يمكن جلبها الآن.',
  'nfts.show': 'عرض الصور',
  'nfts.stop': 'عدم تحميل مزيد من الصور',
  'nfts.showHidden': 'عرض NFTs المخفية ({count})',
  'nfts.hideHidden': 'إخفاء NFTs المشبوهة',
  'nfts.suspiciousDetail': 'على الأرجح لم يطلب أحد هذا. لا تتبع أي رابط يذكره؛ ولا تُحمَّل صورته.',
  'nfts.more': 'جارٍ تحميل المزيد',
  'nfts.tokenId': 'معرّف الرمز',
  'nfts.copyTokenId': 'نسخ معرّف الرمز',
  'nfts.standard': 'المعيار',
  'nfts.amount': 'لديك',
  'nfts.traits': 'السمات',
  'nfts.error.unavailable': 'تعذّر جلب NFTs',
} satisfies Catalogue
export default ar
