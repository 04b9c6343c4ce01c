import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'safe.error.onChain':
    'توقّع هذه الخزنة عن طريق معاملة، ولا يستطيع هذا التطبيق استخدامها. لم يتغيّر شيء. فعّل التوقيع خارج السلسلة في Safe ثم حاول مرة أخرى.',
  'safe.error.creation': 'لا تستطيع خزنة Safe إنشاء عقد بهذه الطريقة. لم يُرسل شيء.',
  'safe.error.moved':
    'خزنة أخرى أو شبكة أخرى مفتوحة الآن. لم يُرسل شيء. تحقق منها ثم حاول مرة أخرى.',
} satisfies Catalogue
export default ar
