/** What is signed on Substrate networks: text, and transfers of the coin. */
import { readAddress } from '@portico/signatures/substrate-address'
import { hex } from '@scure/base'
import { readPolkadotPayload } from '../decoders/polkadot-call.js'
import { unreadable } from '../decoders/reading.js'
import { readTextMessage } from '../decoders/text-message.js'
import { otherAccount, type ReadWork, signatureOf } from './work.js'

export const readWork: ReadWork = ({ method, params }, { origin, own: [self], network }) => {
  const account = String(readAddress(self))
  const isSelf = (address: string) => String(readAddress(address)) === account
  const { address } = params as { readonly address: string }
  switch (method) {
    case 'polkadot_signMessage': {
      const { message } = params as { readonly message: string }
      const bytes = new TextEncoder().encode(message)
      return {
        reading: isSelf(address) ? readTextMessage(bytes, origin, self) : otherAccount,
        sign: { kind: 'polkadot/bytes', data: `0x${hex.encode(bytes)}` },
        result: signed => ({ signature: signatureOf(signed) }),
      }
    }
    case 'polkadot_signTransaction': {
      const { transactionPayload } = params as { readonly transactionPayload: unknown }
      const known = network?.polkadot
      const { reading, payload } = known
        ? readPolkadotPayload(transactionPayload, [known], isSelf)
        : { reading: unreadable, payload: '0x' }
      return {
        reading: isSelf(address) ? reading : otherAccount,
        sign: { kind: 'polkadot/payload', payload },
        result: signed => ({ signature: signatureOf(signed) }),
      }
    }
    default:
      return undefined
  }
}
