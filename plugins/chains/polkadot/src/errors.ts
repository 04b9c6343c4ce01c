import {
  ChainError,
  displayText,
  type Message,
  ModalError,
  message,
  networkRefusesMessage,
  ownProblem,
  walletDeclinedMessage,
  walletLimitMessage,
  withValues,
} from '@portico/kernel/contracts'

/**
 * What a wallet refused, under the code that means the same everywhere (EIP-1193): Polkadot wallets throw words alone. Each of these words proves that the wallet
 * did not act.
 */
export class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '-32002' | '-32005'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: walletDeclinedMessage,
  '-32002': message('polkadot.wallet.pending', 'The wallet is waiting for your answer to an earlier question. Open the wallet.'),
  '-32005': walletLimitMessage,
})

/**
 * The words by which wallets refuse. The whole text counts for the short ones: "Rejected by the node" is no refusal of the person, and the wallet may have sent. A bare
 * "canceled" is what axios says of a request that timed out.
 */
const words: readonly (readonly [RegExp, WalletRefusalCode])[] = [
  [/^(?!canceled$)(?:request )?(?:cancell?ed|rejected)[.!]?$/i, '4001'],
  [/^(?:(?:connection |signing )?request (?:was )?|transaction )?(?:cancell?ed|rejected|denied|declined)(?: request)? by (?:the )?user\b/i, '4001'],
  [/^(?:the )?user (?:has )?(?:cancell?ed|rejected|denied|declined)\b/i, '4001'],
  [/not allowed to interact with this extension/i, '4001'],
  [/pending authorization request/i, '-32002'],
  [/^rate limit exceeded/i, '-32005'],
]

/** What a wallet threw, read by its words where no code of its own says more. Anything else stays what it was. */
export function walletRefusal(error: unknown): unknown {
  const { kind, code: own } = ownProblem(error)
  if (kind !== 'unknown' || own !== undefined) return error
  const said = wordsOf(error).trim()
  const [, code] = words.find(([pattern]) => pattern.test(said)) ?? []
  return code ? new WalletRefusal(code, error) : error
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
    super('CHAIN_REFUSED', reason ? withValues(networkRefusesMessage, { reason }) : undefined)
    this.rpcCode = rpcCode
  }
}
