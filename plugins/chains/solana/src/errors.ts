import {
  networkRefusesMessage,
  walletDeclinedMessage,
  walletLimitMessage,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { displayText, type Message, ModalError, message, withValues } from '@portico/kernel/text'
import { failedRequest, shortMessageOf, walletProblem } from '@portico/kernel/wallet'

/**
 * The node understood a request and refused it, so another node would refuse it too: the
 * transaction would fail, or the method is unknown.
 */
export class RpcRefusal extends ModalError<'RPC_REFUSED'> {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  /** The error's `data`: the error of a simulation and its log. */
  readonly data: unknown
  constructor(rpcCode: number, reason: unknown, data?: unknown) {
    super('RPC_REFUSED', {
      userMessage: withValues(networkRefusesMessage, {
        reason: displayText(reason, 160) ?? `error ${rpcCode}`,
      }),
    })
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** A wallet's refusal under its EIP-1193 code, because many Solana wallets throw text only. */
class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '-32005'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: walletDeclinedMessage,
  '-32005': walletLimitMessage,
})

/**
 * Refusals that Solana wallets throw as text without a code. The whole text must match:
 * "Transaction rejected" comes from the person, "Transaction rejected: blockhash not found" from
 * the network, and proves nothing. A bare "canceled" is axios's error for a request that timed out.
 */
const declines =
  /^(?!canceled$)(?:(?:user|transaction|signature|approval|connection|request) )?(?:was )?(?:cancell?ed|rejected|denied|declined)\.?$|^plugin closed\.?$/i

/**
 * Gives a wallet's error its EIP-1193 code where only the text shows the reason. Returns any other
 * error unchanged.
 */
export function walletRefusal(error: unknown): unknown {
  if (failedRequest(error) === 'refused') return error
  const { kind, code } = walletProblem(error)
  const words = shortMessageOf(error) ?? ''
  if (code === undefined && (kind === 'unknown' || kind === 'declined') && declines.test(words))
    return new WalletRefusal('4001', error)
  return kind === 'unknown' && /rate limit exceeded/i.test(words)
    ? new WalletRefusal('-32005', error)
    : error
}

/**
 * Gives a refusal of a wallet app its standard code (Mobile Wallet Adapter 2.0, "Constants").
 * Returns any other error unchanged.
 */
export function appRefusal(error: unknown): unknown {
  const { code } = Object(error) as { readonly code?: unknown }
  if (code === -1 || code === -3) return new WalletRefusal('4001', error)
  if (code === -7) return new ChainError('WALLET_NETWORK', undefined, { cause: error })
  return error
}

/** The wallet's app opens the page in its own browser, so nothing more happens in this page. */
export class WalletElsewhere extends ModalError<'WALLET_ELSEWHERE'> {
  constructor(wallet: string) {
    super('WALLET_ELSEWHERE', {
      userMessage: message(
        'solana.wallet.elsewhere',
        'Continue in {wallet}: it opens this page in its own browser.',
        { wallet },
      ),
    })
  }
}

/** The bytes end too early, or an index is out of range. Caught by every reader that throws it. */
export const malformedTransaction = (): Error => new RangeError('This is no transaction.')
