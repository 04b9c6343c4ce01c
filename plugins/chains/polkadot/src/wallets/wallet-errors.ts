import { walletDeclinedMessage, walletLimitMessage } from '@portico/kernel/capabilities'
import { type Message, ModalError, message } from '@portico/kernel/text'
import { ownProblem } from '@portico/kernel/wallet'

/**
 * A wallet's refusal under its EIP-1193 code, because Polkadot wallets throw text only. Each of
 * these texts proves that the wallet did not act.
 */
export class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '-32002' | '-32005'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: walletDeclinedMessage,
  '-32002': message(
    'polkadot.wallet.pending',
    'The wallet is waiting for your answer to an earlier request. Open the wallet.',
  ),
  '-32005': walletLimitMessage,
})

/**
 * The texts by which wallets refuse. Short ones must match entirely: "Rejected by the node" is no
 * rejection by the person, and the wallet may have sent. A bare "canceled" is axios's error for a
 * request that timed out.
 */
const words: readonly (readonly [RegExp, WalletRefusalCode])[] = [
  [/^(?!canceled$)(?:request )?(?:cancell?ed|rejected)[.!]?$/i, '4001'],
  [
    /^(?:(?:connection |signing )?request (?:was )?|transaction )?(?:cancell?ed|rejected|denied|declined)(?: request)? by (?:the )?user\b/i,
    '4001',
  ],
  [/^(?:the )?user (?:has )?(?:cancell?ed|rejected|denied|declined)\b/i, '4001'],
  [/not allowed to interact with this extension/i, '4001'],
  [/pending authorization request/i, '-32002'],
  [/^rate limit exceeded/i, '-32005'],
]

/**
 * Converts a wallet's error without a code by its text. Returns any other error
 * unchanged.
 */
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
