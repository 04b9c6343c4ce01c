/** Sends several transactions as one bundle, all or none (EIP-5792). */
import { delay, withTimeout } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { Bundle } from '@portico/kernel/capabilities'
import {
  ChainError,
  type Draft,
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  type NetworkId,
  TransferError,
} from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import type { CallBundle, CallsStatus } from '../wallet-interface.js'
import { createWalletCalls, sendBundle } from '../wallets/wallet-calls.js'

// Polls every half second at first, then less often: other owners may have to sign first.
const [soonMs, laterMs] = [500, 4_000] as const
// Bundlers need less than half a minute.
const looksBeforeWaiting = 20
// A wallet that does not know the method may not respond at all.
const timeoutMs = 3_000

/**
 * Throws a ChainError WALLET_UNSUPPORTED before the prompt where the wallet does not guarantee
 * atomicity. Rethrows what `bundle.beforeRequest` throws.
 */
export async function sendAll(
  via: Connection,
  from: Account,
  drafts: readonly Draft[],
  bodyOf: (draft: Draft) => Eip155Transaction,
  signal: AbortSignal,
  { beforeRequest, named, id: known, whenVisible, waiting }: Bundle = {},
): Promise<{ readonly hash: Hex }> {
  const wallet = createWalletCalls(via)
  const network = drafts[0]?.network
  const send = async () => {
    const calls: CallBundle['calls'][number][] = []
    // No `map` over the drafts: a script that replaced it could change them, and the values that
    // the request is compared with.
    for (let at = 0; at < drafts.length; at++) {
      const { to, data, value } = bodyOf(drafts[at] as Draft)
      calls[at] = {
        ...(to && { to }),
        ...(data && { data }),
        ...(value !== undefined && { value }),
      }
    }
    if (!network || !(await isAtomic(wallet, from.address, network, signal)))
      throw new ChainError('WALLET_UNSUPPORTED')
    const bundle = { from: from.address, network, calls, atomic: true }
    const original = (at: number) =>
      drafts[at]?.network === network ? eip155Transaction.read(drafts[at]) : undefined
    const sent = await sendBundle(via, bundle, original, drafts.length, signal, beforeRequest)
    named?.(sent.id)
    return sent
  }
  const { id, hashes } = known === undefined ? await send() : { id: known, hashes: [] }
  // Where the wallet reports several hashes, the last call is the purpose of the bundle.
  let hash = hashes.at(-1)
  for (let looks = 0; !hash; looks++) {
    if (looks) await delay(Math.min(soonMs + looks * 100, laterMs), signal)
    await whenVisible?.(signal)
    const status = await statusOf(wallet, id, signal)
    // A smart account's transaction can succeed although calls in it failed, so its hash would
    // report a false success.
    if (status.status === 'partial')
      throw new TransferError(
        'TRANSFER_PART',
        message(
          'eip155.error.part',
          'The wallet carried out only a part of this. Check your wallet before you try again.',
        ),
      )
    if (status.status !== 'pending' && status.status !== 'confirmed')
      throw new TransferError(
        'TRANSFER_REFUSED',
        message('eip155.error.calls', 'The wallet did not carry this out. Nothing was changed.'),
      )
    hash = status.hashes.at(-1)
    if (!hash && looks === looksBeforeWaiting && from.type === 'smartAccount') waiting?.()
  }
  return { hash }
}

/**
 * Polls the status of a bundle that the wallet accepted. The wallet has the calls, so no error here
 * proves that nothing was sent.
 */
async function statusOf(
  wallet: ReturnType<typeof createWalletCalls>,
  id: string,
  signal: AbortSignal,
): Promise<CallsStatus> {
  try {
    return await wallet.callsStatus(id, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new ChainError('WALLET_OUTCOME', undefined, { cause: error })
  }
}

/**
 * Returns true for a wallet that guarantees atomicity. `ready`: it does so after a consent in the
 * same prompt. Wallets of the first version report `atomicBatch`. No report counts as no.
 */
async function isAtomic(
  wallet: ReturnType<typeof createWalletCalls>,
  address: string,
  network: NetworkId,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const capabilities = await withTimeout(
      own => wallet.capabilities(address, [network], own),
      timeoutMs,
      signal,
    )
    const anywhere = `${network.slice(0, network.indexOf(':'))}:0` as NetworkId
    const { atomic, atomicBatch } = { ...capabilities[anywhere], ...capabilities[network] }
    return (
      ['supported', 'ready'].includes(String(atomic?.status)) || atomicBatch?.supported === true
    )
  } catch {
    // No prompt was shown yet, so the caller can send one by one.
    signal.throwIfAborted()
    return false
  }
}
