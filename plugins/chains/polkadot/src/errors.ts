import { type Message, ModalError, message } from '@portico/kernel/contracts'

/** What a wallet refused, under the code that means the same everywhere (EIP-1193): Polkadot wallets throw words alone. */
class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '-32005'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: message('polkadot.wallet.declined', 'You declined this in the wallet.'),
  '-32005': message('polkadot.wallet.limit', 'The wallet wants a pause between two requests. Try again in a few seconds.'),
})

/** What a wallet threw, by its words: "Cancelled", "Rejected", "not allowed to interact with this extension", "Rate limit exceeded". Anything else stays what it was. */
export function walletRefusal(error: unknown): unknown {
  const words = wordsOf(error)
  if (/^(?:user )?(?:cancell?ed|rejected)\b|not allowed to interact/i.test(words)) return new WalletRefusal('4001', error)
  return /rate limit exceeded/i.test(words) ? new WalletRefusal('-32005', error) : error
}

function wordsOf(error: unknown): string {
  try {
    const words = typeof error === 'string' ? error : (error as { message?: unknown }).message
    return typeof words === 'string' ? words.slice(0, 256) : ''
  } catch {
    // Wallets throw undefined, and objects whose getters throw.
    return ''
  }
}
