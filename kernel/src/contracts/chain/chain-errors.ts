import { ModalError, walletAnswerMessage } from '../text/errors.js'
import { type Message, message } from '../text/text.js'

export const walletUnsupportedMessage = /* @__PURE__ */ message(
  'wallet.error.unsupported',
  'This wallet cannot do that.',
)

export type AddressErrorCode =
  | 'ADDRESS_MALFORMED'
  | 'ADDRESS_CHECKSUM'
  | 'ADDRESS_WRONG_NETWORK'
  | 'ADDRESS_WRONG_CHAIN'
  | 'ADDRESS_IS_SECRET'
/** Why a text is no address of this chain. Thrown by `addresses.parse`. */
export class AddressError extends ModalError<AddressErrorCode> {
  constructor(
    code: AddressErrorCode,
    userMessage: Message = addressSentences()[code],
    options?: { cause?: unknown },
  ) {
    super(code, { userMessage, ...options })
  }
}
const addressSentences = (): Record<AddressErrorCode, Message> => ({
  ADDRESS_MALFORMED: message('address.error.malformed', 'This is not a valid address.'),
  ADDRESS_CHECKSUM: message(
    'address.error.checksum',
    'This address has a typing error: its checksum does not match.',
  ),
  ADDRESS_WRONG_NETWORK: message(
    'address.error.network',
    'This address belongs to another network.',
  ),
  ADDRESS_WRONG_CHAIN: message('address.error.chain', 'This address belongs to another chain.'),
  ADDRESS_IS_SECRET: message(
    'address.error.secret',
    'This looks like a private key. Never paste it into a website.',
  ),
})

export type TransferErrorCode =
  | 'TRANSFER_FUNDS'
  | 'TRANSFER_FEE'
  | 'TRANSFER_TOO_SMALL'
  | 'TRANSFER_ASSET'
  | 'TRANSFER_REFUSED'
  | 'TRANSFER_PART'
/**
 * Why a transfer cannot be prepared. Thrown by `transfers.prepare`; the sentence names the missing
 * amount where there is one.
 */
export class TransferError extends ModalError<TransferErrorCode> {
  constructor(code: TransferErrorCode, userMessage: Message, options?: { cause?: unknown }) {
    super(code, { userMessage, ...options })
  }
}

export type ChainErrorCode =
  | 'CHAIN_UNAVAILABLE'
  | 'CHAIN_ANSWER'
  | 'CHAIN_NETWORK'
  | 'CHAIN_NO_ENDPOINT'
  | 'CHAIN_REFUSED'
  | 'SIGNATURE_UNKNOWN'
  | 'WALLET_ANSWER'
  | 'WALLET_UNSUPPORTED'
  | 'WALLET_NETWORK'
  | 'WALLET_OUTCOME'
/**
 * A node or a wallet that is down, talks nonsense, or is on another network than the requested one.
 */
export class ChainError extends ModalError<ChainErrorCode> {
  constructor(
    code: ChainErrorCode,
    userMessage: Message = chainSentences()[code],
    options?: { cause?: unknown },
  ) {
    super(code, { userMessage, ...options })
  }
}
const chainSentences = (): Record<ChainErrorCode, Message> => ({
  CHAIN_UNAVAILABLE: message(
    'chain.error.unavailable',
    'The network cannot be reached right now. Nothing was lost.',
  ),
  CHAIN_ANSWER: message(
    'chain.error.answer',
    'The network sent an invalid answer. Nothing was changed.',
  ),
  CHAIN_NETWORK: message('chain.error.network', 'The endpoint serves a different network.'),
  CHAIN_NO_ENDPOINT: message('chain.error.endpoint', 'This app has no endpoint for this network.'),
  CHAIN_REFUSED: message(
    'chain.error.refused',
    'The network refused this transaction. Nothing was sent.',
  ),
  SIGNATURE_UNKNOWN: message(
    'chain.error.signature',
    'This type of signature cannot be verified here.',
  ),
  WALLET_ANSWER: walletAnswerMessage,
  WALLET_UNSUPPORTED: walletUnsupportedMessage,
  WALLET_NETWORK: message('wallet.error.network', 'The wallet stayed on another network.'),
  WALLET_OUTCOME: message(
    'wallet.error.outcome',
    'Your wallet may have sent this. Check there before you try again.',
  ),
})
