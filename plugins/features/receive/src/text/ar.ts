import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'receive.title': 'استلام',
  'receive.code': 'عنوانك على {network} كرمز للمسح',
  'receive.safe': 'لشبكة {network} فقط. ما يُرسل إلى هنا من شبكة أخرى قد يضيع.',
  'receive.copyRequest': 'نسخ الطلب',
  'receive.share': 'مشاركة',
  'receive.anything': 'أي مبلغ',
  'receive.failed': 'تعذّر رسم الرمز. العنوان أدناه صحيح: انسخه.',
  'receive.nobody': 'اربط محفظة لتستلم فيها.',
} satisfies Catalogue
export default ar
