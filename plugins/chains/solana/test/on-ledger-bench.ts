/** The plugin on a local Solana ledger, with a mock wallet. */
import { type SolanaLedger, startSolanaLedger } from '@portico/devnet'
import {
  type PreparedTransfer,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { assetOf } from '../src/assets/assets.js'
import { never } from './bench.js'
import { type Connected, startWorld, type World, type WorldOptions } from './world.js'

export let ledger: SolanaLedger
export let world: World & Connected
export const start = async (options: WorldOptions = {}) => {
  const made = await startWorld(ledger, options)
  world = { ...made, ...(await made.connect()) }
  return world
}
const intent = (more: Partial<TransferIntent>): TransferIntent => ({
  from: world.from,
  to: ledger.accounts[5].address,
  network: world.network.caipNetworkId,
  asset: 'native',
  amount: 1_500_000_000n,
  decimals: decimalsOf(more.asset),
  ...more,
})
const decimalsOf = (asset: TransferIntent['asset'] = 'native') =>
  Object.values(ledger.tokens).find(
    ({ mint }) => assetOf(world.network.caipNetworkId, mint) === asset,
  )?.decimals ?? 9
export const prepare = (more: Partial<TransferIntent> = {}) =>
  world.offer(transfersCapability).prepare(intent(more), never())
export const send = (prepared: PreparedTransfer) =>
  world.offer(transactionsCapability).send(world.via, world.from, prepared.draft, never())
export const confirm = (hash: string) =>
  world
    .offer(transactionsCapability)
    .confirm?.(hash, world.network.caipNetworkId, { signal: never() })
export const token = (name: keyof SolanaLedger['tokens']) =>
  assetOf(world.network.caipNetworkId, ledger.tokens[name].mint)
export const feeOf = ({ fee }: PreparedTransfer) => (fee.kind === 'native' ? fee.amount : 0n)
/** An unused key. */
export const emptyAddress = '2VqKhjZ766ZN3uBtBpb7Ls3cN4HrocP1rzxzekhVEgpU'
export const offCurve = 'CCMCWh4FudPEmY6Q1AVi5o8mQMXkHYkJUmZfzRGdcJ9P'

/** Starts the ledger before the tests of a file, and stops the page after each. */
export function setUpLedger(): void {
  beforeAll(async () => {
    ledger = await startSolanaLedger()
    await ledger.snapshot('start')
  })
  afterAll(() => ledger.stop())
  afterEach(async () => {
    world?.stop()
    await ledger.revert('start')
    ledger.setPriorityFee(0)
  })
}
