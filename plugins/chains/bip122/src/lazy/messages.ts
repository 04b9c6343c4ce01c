import { ChainError, createJoin, type Messages } from '@portico/kernel/contracts'
import { type BitcoinAddress, readBitcoinAddress } from './address.js'
import { verifyLegacy } from './bip137.js'
import { verifyBip322 } from './bip322.js'
import { base64Of, bytesOfBase64, bytesOfHex } from './bytes.js'
import { portOf } from './port.js'

/** BIP-322 for segwit and taproot, ECDSA for the addresses of before (decision 29). What a wallet answers is checked before anybody sees it. */
export function createMessages(): Pick<Messages, 'sign' | 'verify'> {
  const join = createJoin()
  return {
    async sign(via, from, text, signal) {
      signal.throwIfAborted()
      const address = readBitcoinAddress(from.address)
      if (!address) throw new ChainError('WALLET_UNSUPPORTED')
      const protocol = address.kind === 'p2pkh' || address.kind === 'p2sh' ? 'ecdsa' : 'bip322'
      const port = portOf(via)
      const ask = { address: from.address, text, protocol } as const
      const signature = inBase64(await join(port, JSON.stringify(ask), within => port.signMessage(ask, within), signal))
      // Undefined passes: nobody could tell here, and a verifier that can will.
      if (verified(signature, text, address) === false) throw new ChainError('WALLET_ANSWER')
      // Some wallets sign in the one way that they know, whatever they are asked for.
      return { signature, scheme: legacyBytes(signature) ? 'ecdsa' : 'bip322', ...(from.publicKey && { publicKey: from.publicKey }) }
    },
    async verify(from, text, { signature }) {
      const address = readBitcoinAddress(from.address)
      const answer = address ? verified(signature, text, address) : false
      if (answer === undefined) throw new ChainError('SIGNATURE_UNKNOWN')
      return answer
    },
  }
}

function verified(signature: string, text: string, address: BitcoinAddress): boolean | undefined {
  const legacy = legacyBytes(signature)
  return legacy ? verifyLegacy(legacy, text, address) : verifyBip322(signature, text, address)
}
/** The bytes of a signature of before segwit, which are always 65; undefined for any other. */
function legacyBytes(signature: string): Uint8Array | undefined {
  const bytes = bytesOfBase64(signature)
  return bytes?.length === 65 ? bytes : undefined
}
/** Remote wallets answer hex, those in the page base64. */
function inBase64(signature: string): string {
  const bytes = signature.length >= 130 ? bytesOfHex(signature) : undefined
  return bytes ? base64Of(bytes) : signature
}
