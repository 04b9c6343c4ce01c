import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const ar: Translation<typeof en> = {
  'receive.title': 'استلام',
  'receive.code': 'عنوانك على {network} كرمز للمسح',
  'receive.safe': 'لشبكة {network} فقط. ما يُرسل إلى هنا من شبكة أخرى قد يضيع.',
  'receive.copy': 'نسخ العنوان',
  'receive.copyRequest': 'نسخ الطلب',
  'receive.share': 'مشاركة',
  'receive.amount': 'المبلغ بـ {symbol}',
  'receive.anything': 'أي مبلغ',
  'receive.failed': 'تعذّر رسم الرمز. العنوان أدناه صحيح: انسخه.',
  'receive.nobody': 'اربط محفظة لتستلم فيها.',
  'receive.connect': 'ربط المحفظة',
  'receive.problem.digits': 'لا يقبل {symbol} أكثر من {digits} خانات بعد النقطة.',
  'receive.problem.amount': 'اكتب المبلغ بأرقام لاتينية ونقطة: 1.5',
}
export default ar
