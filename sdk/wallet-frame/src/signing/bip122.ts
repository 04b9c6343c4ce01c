/** What is signed on Bitcoin: messages (BIP-322), and transactions whose amounts are proven. */
import { readPsbt } from '../decoders/psbt.js'
import { type Reading, unreadable } from '../decoders/reading.js'
import { readTextMessage } from '../decoders/text-message.js'
import { FrameRefusal } from '../frame/errors.js'
import { otherAccount, type ReadWork, signatureOf } from './work.js'

interface MessageParams {
  readonly message: string
  readonly account: string
  readonly address?: string
  readonly protocol?: 'ecdsa' | 'bip322'
}
interface PsbtParams {
  readonly psbt: string
  readonly signInputs?: readonly { readonly index: number; readonly address?: string }[]
}

export const readWork: ReadWork = ({ method, params }, { origin, own, network }) => {
  const format = network?.bitcoin
  if (!format) throw new FrameRefusal('NETWORK_UNKNOWN')
  switch (method) {
    case 'signMessage': {
      const { message, account, address = account, protocol } = params as MessageParams
      // All accounts of the wallet are of segwit, whose messages have one form.
      if (protocol === 'ecdsa') throw new FrameRefusal('UNSUPPORTED')
      return {
        reading: own.includes(address)
          ? readTextMessage(new TextEncoder().encode(message), origin, address)
          : otherAccount,
        address,
        sign: { kind: 'bip122/message', network: format, address, message },
        result: signed => ({ address, signature: signatureOf(signed) }),
      }
    }
    case 'signPsbt': {
      const { psbt, signInputs } = params as PsbtParams
      const inputs = signInputs?.map(({ index }) => index)
      return {
        reading: readInputs(readPsbt(psbt, format, own), signInputs, own),
        sign: { kind: 'bip122/psbt', network: format, psbt, ...(inputs && { inputs }) },
        result: signed => ('psbt' in signed ? { psbt: signed.psbt } : undefined),
      }
    }
    default:
      return undefined
  }
}

/** Inputs that the page names belong to the wallet, and each is named once. */
function readInputs(
  reading: Reading,
  inputs: PsbtParams['signInputs'],
  own: readonly string[],
): Reading {
  if (!inputs) return reading
  if (inputs.some(({ address }) => address !== undefined && !own.includes(address)))
    return otherAccount
  return new Set(inputs.map(({ index }) => index)).size === inputs.length ? reading : unreadable
}
