import type { Messages } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import { judge } from '@portico/signatures/bitcoin'
import { readBitcoinAddress } from '../addresses/address.js'
import { base64Of, bytesOfHex } from '../node/bytes.js'
import { handleOf } from '../wallets/handle.js'

/**
 * BIP-322 for segwit and taproot, ECDSA for legacy addresses (decision 29). Verifies every
 * signature before it is returned.
 */
export function createMessages(): Pick<Messages, 'sign' | 'verify'> {
  const join = createShareInFlight()
  return {
    async sign(via, from, text, signal) {
      signal.throwIfAborted()
      const address = readBitcoinAddress(from.address)
      if (!address) throw new ChainError('WALLET_UNSUPPORTED')
      const protocol = address.kind === 'p2pkh' || address.kind === 'p2sh' ? 'ecdsa' : 'bip322'
      const handle = handleOf(via)
      const request = { address: from.address, text, protocol } as const
      const signature = inBase64(
        await join(
          handle,
          JSON.stringify(request),
          within => runWalletRequest(() => handle.signMessage(request, within)),
          signal,
        ),
      )
      const verdict = judge(from.address, text, signature)
      // A signature of several keys cannot be verified here, but other verifiers can.
      if (typeof verdict === 'string' && verdict !== 'SIGNATURE_UNSUPPORTED')
        throw new ChainError('WALLET_ANSWER')
      // Some wallets ignore the requested scheme and sign with the only one that they support.
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

/** Converts to base64: remote wallets return hex, injected ones base64. */
function inBase64(answer: string): string {
  const signature = answer.trim()
  const bytes = signature.length >= 130 ? bytesOfHex(signature) : undefined
  return bytes ? base64Of(bytes) : signature
}
