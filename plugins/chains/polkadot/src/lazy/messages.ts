import { ChainError, createJoin, type Messages } from '@portico/kernel/contracts'
import type { Scheme } from '@portico/signatures/substrate'
import { bytesOfHex } from './bytes.js'
import { portOf } from './port.js'
import { readSubstrateAddress } from './ss58.js'

/** Signs wrapped bytes (decision 29). What a wallet answers is checked before anybody sees it. */
export function createMessages(): Pick<Messages, 'sign' | 'verify'> {
  const join = createJoin()
  return {
    async sign(via, from, text, signal) {
      signal.throwIfAborted()
      const account = readSubstrateAddress(from.address)
      if (!account) throw new ChainError('WALLET_UNSUPPORTED')
      const port = portOf(via)
      // The wallet is asked once for the same thing at once (situation R23).
      const sign = async (own: AbortSignal) => {
        // Before the wallet is asked: a signature that cannot be checked would be lost.
        const howSigned = await loadCheck()
        const signature = await port.signText(account.accountId, text, own)
        const made = howSigned(signature, text, account.accountId)
        if (!made) throw new ChainError('WALLET_ANSWER')
        return { signature, scheme: made.scheme, signedBytes: made.bytes }
      }
      return join(port, `${from.address} ${text}`, sign, signal)
    },
    async verify(from, text, { signature }) {
      const account = readSubstrateAddress(from.address)
      return !!account && (await loadCheck())(signature, text, account.accountId) !== undefined
    },
  }
}

/** Wallets wrap what they sign; those that do not are older or elsewhere. */
async function loadCheck() {
  const [{ wrapped }, { schemeOf }] = await Promise.all([import('./wrapping.js'), import('@portico/signatures/substrate')])
  return (signature: string, text: string, accountId: Uint8Array): { readonly scheme: Scheme; readonly bytes: Uint8Array } | undefined => {
    const bytes = bytesOfHex(signature)
    for (const signed of bytes ? [wrapped(text), new TextEncoder().encode(text)] : []) {
      const scheme = schemeOf(bytes as Uint8Array, signed, accountId)
      if (scheme) return { scheme, bytes: signed }
    }
    return undefined
  }
}
