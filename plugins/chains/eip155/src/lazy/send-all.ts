/** Several transactions as one wish of the person, all or none (EIP-5792). */
import { delay, withTimeout } from '@portico/kernel'
import {
  type Account,
  type Bundle,
  ChainError,
  type Connection,
  type Draft,
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  message,
  type NetworkId,
  TransferError,
} from '@portico/kernel/contracts'
import type { CallBundle, CallsStatus } from '../wallet-interface.js'
import { createWalletCalls, sendBundle } from './wallet-calls.js'

// Every half a second to begin with, then less and less often: somebody may have to sign with others first.
const [soonMs, laterMs] = [500, 4_000] as const
// Bundlers need less than half a minute.
const looksBeforeWaiting = 20
// A wallet that has never heard of it may say nothing at all.
const patienceMs = 3_000

/** Throws a ChainError WALLET_UNSUPPORTED before anybody is asked where the wallet does not promise all or none, and what `bundle.asking` throws. */
export async function sendAll(
  via: Connection,
  from: Account,
  drafts: readonly Draft[],
  bodyOf: (draft: Draft) => Eip155Transaction,
  signal: AbortSignal,
  { asking, named, id: known, turn, waiting }: Bundle = {},
): Promise<{ readonly hash: Hex }> {
  const wallet = createWalletCalls(via)
  const network = drafts[0]?.network
  const send = async () => {
    const calls: CallBundle['calls'][number][] = []
    // No drafts in the hands of `map`: a script that replaced it could change them, and with them what the request is compared with.
    for (let at = 0; at < drafts.length; at++) {
      const { to, data, value } = bodyOf(drafts[at] as Draft)
      calls[at] = { ...(to && { to }), ...(data && { data }), ...(value !== undefined && { value }) }
    }
    if (!network || !(await isAtomic(wallet, from.address, network, signal))) throw new ChainError('WALLET_UNSUPPORTED')
    const bundle = { from: from.address, network, calls, atomic: true }
    const original = (at: number) => (drafts[at]?.network === network ? eip155Transaction.read(drafts[at]) : undefined)
    const sent = await sendBundle(via, bundle, original, drafts.length, signal, asking)
    named?.(sent.id)
    return sent
  }
  const { id, hashes } = known === undefined ? await send() : { id: known, hashes: [] }
  // Where a wallet names several all the same, the last of them is what all of it was for.
  let hash = hashes.at(-1)
  for (let looks = 0; !hash; looks++) {
    if (looks) await delay(Math.min(soonMs + looks * 100, laterMs), signal)
    await turn?.(signal)
    const status = await statusOf(wallet, id, signal)
    // Whoever sends for a smart account has a transaction that succeeded, with calls in it that did not: its hash would tell of a success that was none.
    if (status.status === 'partial')
      throw new TransferError('TRANSFER_PART', message('eip155.error.part', 'The wallet carried out a part of this. Look into it before you try again.'))
    if (status.status !== 'pending' && status.status !== 'confirmed')
      throw new TransferError('TRANSFER_REFUSED', message('eip155.error.calls', 'This was not carried out. Nothing was changed.'))
    hash = status.hashes.at(-1)
    if (!hash && looks === looksBeforeWaiting && from.type === 'smartAccount') waiting?.()
  }
  return { hash }
}

/** What the wallet says of calls that it took. They are with the wallet already, so no error of its answer says that nothing was sent. */
async function statusOf(wallet: ReturnType<typeof createWalletCalls>, id: string, signal: AbortSignal): Promise<CallsStatus> {
  try {
    return await wallet.callsStatus(id, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new ChainError('WALLET_OUTCOME', undefined, { cause: error })
  }
}

/** `ready`: it can once the person agrees to that, too, in the same question. Wallets of the first version say `atomicBatch`. One that does not tell cannot. */
async function isAtomic(wallet: ReturnType<typeof createWalletCalls>, address: string, network: NetworkId, signal: AbortSignal): Promise<boolean> {
  try {
    const told = await withTimeout(own => wallet.capabilities(address, [network], own), patienceMs, signal)
    const anywhere = `${network.slice(0, network.indexOf(':'))}:0` as NetworkId
    const { atomic, atomicBatch } = { ...told[anywhere], ...told[network] }
    return ['supported', 'ready'].includes(String(atomic?.status)) || atomicBatch?.supported === true
  } catch {
    // Nobody was asked anything yet: there is a way without it.
    signal.throwIfAborted()
    return false
  }
}
