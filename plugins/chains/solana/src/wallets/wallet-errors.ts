import { walletDeclinedMessage, walletLimitMessage } from '@portico/kernel/capabilities'
import { type Message, ModalError, message } from '@portico/kernel/text'
import { failedRequest, shortMessageOf, walletProblem } from '@portico/kernel/wallet'

/** A wallet's refusal under its EIP-1193 code, because many Solana wallets throw text only. */
export class WalletRefusal extends ModalError<WalletRefusalCode> {
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

/** The wallet's app opens the page in its own browser, so nothing more happens in this page. */
export class OpensInWallet extends ModalError<'WALLET_ELSEWHERE'> {
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
