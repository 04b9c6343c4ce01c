/** Several transactions as one wish of the person, all or none (EIP-5792). */
import { delay } from '@portico/kernel'
import { type Account, ChainError, type Connection, type Eip155Transaction, type Hex, message, type NetworkId, TransferError } from '@portico/kernel/contracts'
import type { WalletCapabilities } from '../wallet.js'
import { createWalletCalls } from './wallet-calls.js'

const everyMs = 500

/** Throws a ChainError WALLET_UNSUPPORTED before anybody is asked where the wallet does not promise all or none. */
export async function sendAll(
  via: Connection,
  from: Account,
  network: NetworkId | undefined,
  bodies: readonly Eip155Transaction[],
  signal: AbortSignal,
): Promise<{ readonly hash: Hex }> {
  const wallet = createWalletCalls(via)
  if (!network || !isAtomic(await wallet.capabilities(from.address, [network], signal), network)) throw new ChainError('WALLET_UNSUPPORTED')
  const calls = bodies.map(({ to, data, value }) => ({ ...(to && { to }), ...(data && { data }), ...(value !== undefined && { value }) }))
  const { id, hashes } = await wallet.sendCalls({ from: from.address, network, calls, atomic: true }, signal)
  for (let [hash] = hashes; ; await delay(everyMs, signal)) {
    if (hash) return { hash }
    const status = await wallet.callsStatus(id, signal)
    hash = status.hashes[0]
    if (!hash && status.status !== 'pending' && status.status !== 'confirmed')
      throw new TransferError('TRANSFER_REFUSED', message('eip155.error.calls', 'The wallet did not send this. Nothing was changed.'))
  }
}

/** `ready`: it can once the person agrees to that, too, in the same question. Wallets of the first version say `atomicBatch`. */
function isAtomic(capabilities: WalletCapabilities, network: NetworkId): boolean {
  const anywhere = `${network.slice(0, network.indexOf(':'))}:0` as const
  const { atomic, atomicBatch } = { ...capabilities[anywhere as NetworkId], ...capabilities[network] }
  return ['supported', 'ready'].includes(String(atomic?.status)) || atomicBatch?.supported === true
}
