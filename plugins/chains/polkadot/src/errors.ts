import { ChainError, displayText, type Message, ModalError, message } from '@portico/kernel/contracts'

/** What a wallet refused, under the code that means the same everywhere (EIP-1193): Polkadot wallets throw words alone. */
class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '-32002' | '-32005'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: message('polkadot.wallet.declined', 'You declined this in the wallet.'),
  '-32002': message('polkadot.wallet.pending', 'The wallet is waiting for your answer to an earlier question. Open the wallet.'),
  '-32005': message('polkadot.wallet.limit', 'The wallet wants a pause between two requests. Try again in a few seconds.'),
})

/** What a wallet threw, by its words: "Cancelled", "Rejected", "not allowed to interact with this extension", "Rate limit exceeded". Anything else stays what it was. */
export function walletRefusal(error: unknown): unknown {
  const words = wordsOf(error)
  if (/^(?:user )?(?:cancell?ed|rejected)\b|cancelled by the user|not allowed to interact/i.test(words)) return new WalletRefusal('4001', error)
  if (/pending authorization request/i.test(words)) return new WalletRefusal('-32002', error)
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

/** A node understood a question and refused it. Asking another node would not help: the chain is one. */
export class RpcRefusal extends ChainError {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  constructor(rpcCode: number, words: unknown, data?: unknown) {
    const reason = displayText(typeof data === 'string' ? `${words}: ${data}` : words, 160)
    super('CHAIN_REFUSED', reason ? message('polkadot.refused', 'The network refuses this: {reason}', { reason }) : undefined)
    this.rpcCode = rpcCode
  }
}
