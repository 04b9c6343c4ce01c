import type { Messages } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import type { Scheme } from '@portico/signatures/substrate'
import { readSubstrateAddress } from '../addresses/ss58.js'
import { bytesOfHex } from '../node/bytes.js'
import { handleOf } from '../wallets/handle.js'

/** Signs wrapped bytes (decision 29). Verifies every wallet response before it is returned. */
export function createMessages(): Pick<Messages, 'sign' | 'verify'> {
  const join = createShareInFlight()
  return {
    async sign(via, from, text, signal) {
      signal.throwIfAborted()
      const account = readSubstrateAddress(from.address)
      if (!account) throw new ChainError('WALLET_UNSUPPORTED')
      const handle = handleOf(via)
      // Shares one wallet request between identical concurrent calls (situation R23).
      const sign = async (own: AbortSignal) => {
        // Loaded before the wallet request, because a signature that cannot be checked would be
        // lost.
        const howSigned = await loadCheck()
        const signature = await runWalletRequest(() =>
          handle.signText(account.accountId, text, own),
        )
        const made = howSigned(signature, text, account.accountId)
        if (!made) throw new ChainError('WALLET_ANSWER')
        return { signature, scheme: made.scheme, signedBytes: made.bytes }
      }
      return join(handle, `${from.address} ${text}`, sign, signal)
    },
    async verify(from, text, { signature }) {
      const account = readSubstrateAddress(from.address)
      return !!account && (await loadCheck())(signature, text, account.accountId) !== undefined
    },
  }
}

/** Wallets wrap what they sign, except older and remote ones. */
async function loadCheck() {
  const [{ wrapped }, { schemeOf }] = await Promise.all([
    import('./wrapping.js'),
    import('@portico/signatures/substrate'),
  ])
  return (
    signature: string,
    text: string,
    accountId: Uint8Array,
  ): { readonly scheme: Scheme; readonly bytes: Uint8Array } | undefined => {
    const bytes = bytesOfHex(signature)
    for (const signed of bytes ? [wrapped(text), new TextEncoder().encode(text)] : []) {
      const scheme = schemeOf(bytes as Uint8Array, signed, accountId)
      if (scheme) return { scheme, bytes: signed }
    }
    return undefined
  }
}
