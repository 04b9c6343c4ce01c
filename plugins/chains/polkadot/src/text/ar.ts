import type { Catalogue } from '@portico/kernel/text'

const ar = {
  'polkadot.accounts.elsewhere':
    'الحسابات التي تعرضها هذه المحفظة هنا لشبكات أخرى. صرّح لأحدها على {network} في المحفظة.',
  'polkadot.accounts.none':
    'لا تعرض هذه المحفظة أي حساب هنا. صرّح لحساب لهذا الموقع في المحفظة، ثم حاول مرة أخرى.',
  'polkadot.address.prefix': 'كُتب هذا العنوان لشبكة أخرى. على هذه الشبكة الحساب نفسه هو {address}.',
  'polkadot.asset': 'يمكن هنا إرسال عملة الشبكة نفسها فقط.',
  'polkadot.closed': 'يُغلق هذا حسابك: لا يبقى فيه شيء.',
  'polkadot.closing':
    'يُغلق هذا حسابك: ما يتبقى، {amount} {symbol}، أقل مما تحتفظ به الشبكة، ويضيع.',
  'polkadot.dear': 'الرسوم عُشر ما تُرسله أو أكثر.',
  'polkadot.decimals': 'عُرض مبلغ {symbol} بمنازل عشرية غير التي تستخدمها الشبكة. لم يُرسل شيء.',
  'polkadot.deposit': 'تبقى {amount} {symbol}: أقل ما يُبقي حسابك مفتوحًا.',
  'polkadot.funds':
    'تحتاج إلى {amount} {symbol} إضافية، شاملة الرسوم والوديعة التي تُبقي حسابك مفتوحًا.',
  'polkadot.nonce': 'أرسل هذا الحساب شيئًا آخر للتو. لم يُرسل شيء الآن. حاول مرة أخرى.',
  'polkadot.nothing': 'لا يوجد ما يُرسل: ما تبقى لازم للرسوم ولإبقاء الحساب مفتوحًا.',
  'polkadot.runtime': 'تبني هذه الشبكة معاملاتها بطريقة غير معروفة هنا. لم يُرسل شيء.',
  'polkadot.unchecked': 'تعذّر التحقق مما تقوله هذه الشبكة عن تحويلاتها، فلم يُرسل شيء. حاول لاحقًا.',
  'polkadot.wallet.pending': 'تنتظر المحفظة إجابتك عن طلب سابق. افتح المحفظة.',
} satisfies Catalogue
export default ar
