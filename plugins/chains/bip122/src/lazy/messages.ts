import { ChainError, createJoin, type Messages } from '@portico/kernel/contracts'
import { judge } from '@portico/signatures/bitcoin'
import { readBitcoinAddress } from './address.js'
import { base64Of, bytesOfHex } from './bytes.js'
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
      const verdict = judge(from.address, text, signature)
      // Nobody could tell here of what takes more than one key, and a verifier that can will.
      if (typeof verdict === 'string' && verdict !== 'SIGNATURE_UNSUPPORTED') throw new ChainError('WALLET_ANSWER')
      // Some wallets sign in the one way that they know, whatever they are asked for.
      const scheme = typeof verdict === 'object' ? verdict.scheme : protocol
      return { signature, scheme, ...(from.publicKey && { publicKey: from.publicKey }) }
    },
    async verify(from, text, { signature }) {
      const verdict = judge(from.address, text, signature)
      if (verdict === 'SIGNATURE_UNSUPPORTED') throw new ChainError('SIGNATURE_UNKNOWN')
      return typeof verdict === 'object'
    },
  }
}

/** Remote wallets answer hex, those in the page base64. */
function inBase64(answer: string): string {
  const signature = answer.trim()
  const bytes = signature.length >= 130 ? bytesOfHex(signature) : undefined
  return bytes ? base64Of(bytes) : signature
}
