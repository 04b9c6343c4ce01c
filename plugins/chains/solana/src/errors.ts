import {
  displayText,
  failedRequest,
  type Message,
  ModalError,
  message,
  networkRefusesMessage,
  shortMessageOf,
  walletDeclinedMessage,
  walletLimitMessage,
  walletProblem,
  withValues,
} from '@portico/kernel/contracts'

/** A node understood a question and refused it: the transaction would fail, the method is unknown. Asking another node would not help. */
export class RpcRefusal extends ModalError<'RPC_REFUSED'> {
  /** The JSON-RPC error code. */
  readonly rpcCode: number
  /** What came with it: the error of a simulation and its log. */
  readonly data: unknown
  constructor(rpcCode: number, reason: unknown, data?: unknown) {
    super('RPC_REFUSED', {
      userMessage: withValues(networkRefusesMessage, { reason: displayText(reason, 160) ?? `error ${rpcCode}` }),
    })
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** What a wallet refused, under the code that means the same everywhere (EIP-1193): many Solana wallets throw words alone. */
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
 * Refusals that Solana wallets throw as text alone, without a code. The whole text has to match: "Transaction rejected" is the person's answer, "Transaction rejected: blockhash
 * not found" is the network's, and proves nothing. A bare "canceled" is what axios says of a request that timed out.
 */
const declines =
  /^(?!canceled$)(?:(?:user|transaction|signature|approval|connection|request) )?(?:was )?(?:cancell?ed|rejected|denied|declined)\.?$|^plugin closed\.?$/i

/** Gives a wallet's error the code that means the same everywhere, where only its words tell. Anything else stays what it was. */
export function walletRefusal(error: unknown): unknown {
  if (failedRequest(error) === 'refused') return error
  const { kind, code } = walletProblem(error)
  const words = shortMessageOf(error) ?? ''
  if (code === undefined && (kind === 'unknown' || kind === 'declined') && declines.test(words)) return new WalletRefusal('4001', error)
  return kind === 'unknown' && /rate limit exceeded/i.test(words) ? new WalletRefusal('-32005', error) : error
}

/** A wallet's app shows the page in a browser of its own: there is nothing more to wait for here. */
export class WalletElsewhere extends ModalError<'WALLET_ELSEWHERE'> {
  constructor(wallet: string) {
    super('WALLET_ELSEWHERE', { userMessage: message('solana.wallet.elsewhere', 'Go on in {wallet}: it opens this page in its own browser.', { wallet }) })
  }
}

/** Bytes end too early, or name what is not there. Never leaves the reader that throws it. */
export const malformedTransaction = (): Error => new RangeError('This is no transaction.')
