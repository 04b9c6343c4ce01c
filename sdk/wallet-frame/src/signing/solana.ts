/** What is signed on Solana. */
import { base58, base64 } from '@scure/base'
import { readSolanaTransaction } from '../decoders/solana-transaction.js'
import { readTextMessage } from '../decoders/text-message.js'
import { otherAccount, type ReadWork, signatureOf } from './work.js'

export const readWork: ReadWork = ({ method, params }, { origin, own: [self] }) => {
  switch (method) {
    case 'solana_signMessage': {
      const { message, pubkey } = params as { readonly message: string; readonly pubkey: string }
      const bytes = base58.decode(message)
      return {
        reading: pubkey === self ? readTextMessage(bytes, origin, self) : otherAccount,
        sign: { kind: 'solana/message', message: base64.encode(bytes) },
        result: signed => ({ signature: signatureOf(signed) }),
      }
    }
    case 'solana_signTransaction': {
      const { transaction } = params as { readonly transaction: string }
      return {
        reading: readSolanaTransaction(transaction, self),
        sign: { kind: 'solana/transactions', transactions: [transaction] },
        result: signed => ({ transaction: 'signed' in signed ? signed.signed[0] : undefined }),
      }
    }
    default:
      return undefined
  }
}
