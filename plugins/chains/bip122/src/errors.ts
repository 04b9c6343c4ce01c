import { type Message, ModalError, message } from '@portico/kernel/contracts'

/** What a wallet refused, under the code that means the same everywhere (EIP-1193), because Bitcoin wallets have numbers of their own. */
class WalletRefusal extends ModalError<WalletRefusalCode> {
  constructor(code: WalletRefusalCode, cause?: unknown) {
    super(code, { userMessage: sentences()[code], cause })
  }
}
type WalletRefusalCode = '4001' | '4100' | '4200'
const sentences = (): Record<WalletRefusalCode, Message> => ({
  4001: message('bip122.wallet.declined', 'You declined this in the wallet.'),
  4100: message('bip122.wallet.denied', 'The wallet does not let this page do that. Connect it again.'),
  4200: message('bip122.wallet.unsupported', 'This wallet cannot do that.'),
})

/**
 * What a wallet threw or answered as an error, with the codes of sats-connect translated: -32000 is "declined" and -32002 "access denied" there, while
 * elsewhere in the world -32002 means "already pending". Anything else stays what it was.
 */
export function walletRefusal(error: unknown): unknown {
  switch (codeOf(error)) {
    case -32000:
    case 4001:
      return new WalletRefusal('4001', error)
    case -32002:
      return new WalletRefusal('4100', error)
    case -32001:
    case -32601:
      return new WalletRefusal('4200', error)
    default:
      return error
  }
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
