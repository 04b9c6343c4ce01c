import { walletDeclinedMessage } from '@portico/kernel/capabilities'
import { walletUnsupportedMessage } from '@portico/kernel/chain'
import { type Message, ModalError, message } from '@portico/kernel/text'
import { provesDecline } from '@portico/kernel/wallet'

/** A wallet's refusal under its EIP-1193 code, because Bitcoin wallets use their own numbers. */
class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '4100' | '4200'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: walletDeclinedMessage,
  4100: message(
    'bip122.wallet.denied',
    'The wallet does not allow this site to do that. Connect it again.',
  ),
  4200: walletUnsupportedMessage,
})

type RefusalCodes = Readonly<Record<string, WalletRefusalCode>>
/**
 * Codes that mean the same in every wallet (EIP-1193, JSON-RPC 2.0): Leather, UniSat, Bitget,
 * Binance, OKX, Phantom, the Wallet Standard.
 */
const commonCodes: RefusalCodes = {
  '4001': '4001',
  '4100': '4100',
  '4200': '4200',
  '-32601': '4200',
}
/**
 * With the codes of sats-connect (`RpcErrorCode`). In other wallets -32002 is a pending request.
 * -32000 (`USER_REJECTION`) is missing, because it also covers any other failure, even after the
 * transaction was sent.
 */
const satsConnectCodes: RefusalCodes = { ...commonCodes, '-32001': '4200', '-32002': '4100' }

/**
 * Converts what a wallet threw or returned as an error to its EIP-1193 refusal. Returns any other
 * error unchanged.
 */
export const walletRefusal = (error: unknown): unknown => refusalBy(commonCodes, error)
/**
 * Converts an error of a sats-connect wallet. Its -32000 is a rejection where the message names the
 * person, such as Xverse's "User rejected request to sign a psbt", or where it wraps a 4001.
 */
export const satsConnectRefusal = (error: unknown): unknown =>
  String(codeOf(error)) === '-32000' && provesDecline(error)
    ? new WalletRefusal('4001', error)
    : refusalBy(satsConnectCodes, error)
/** The wallet has no method of this name. */
export const methodMissing = (): Error => new WalletRefusal('4200')

function refusalBy(codes: RefusalCodes, error: unknown): unknown {
  const code = String(codeOf(error))
  const meaning = Object.hasOwn(codes, code) ? codes[code] : undefined
  return meaning ? new WalletRefusal(meaning, error) : error
}

function codeOf(error: unknown): unknown {
  try {
    const { code, error: inner } = error as { code?: unknown; error?: { code?: unknown } }
    return code ?? inner?.code
  } catch {
    // Wallets throw undefined, and objects whose getters throw.
    return undefined
  }
}
