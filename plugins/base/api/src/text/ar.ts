import type { Translation } from '@portico/kernel/contracts'
import type { en } from './en.js'

const ar: Translation<typeof en> = {
  'http.error.status': 'ردّت الخدمة بخطأ ({status}).',
  'http.error.unreachable': 'لا يمكن الوصول إلى الخدمة الآن.',
  'http.error.timeout': 'لم تردّ الخدمة في الوقت المناسب.',
  'http.error.large': 'أرسلت الخدمة أكثر بكثير مما كان متوقعًا. لم يتغيّر شيء.',
  'http.error.address': 'عنوان هذه الخدمة غير آمن.',
  'http.error.answer': 'ردّ الخدمة غير مفهوم. لم يتغيّر شيء.',
}
export default ar
