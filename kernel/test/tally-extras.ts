/** What the sample chain offers besides tally, so that each check of the suite has work. */
import {
  type Activity,
  type ActivityEntry,
  type Addresses,
  activityCapability,
  addressesCapability,
  type Balances,
  balancesCapability,
  type Messages,
  messagesCapability,
  type Names,
  type Nfts,
  namesCapability,
  nftsCapability,
  type Transactions,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '../src/contracts/capabilities/index.js'
import { ChainError, type Token } from '../src/contracts/chain/index.js'
import { runSendRequest, runWalletRequest } from '../src/contracts/wallet/index.js'
import { type TallyEntry, tallyTransfer } from '../src/testing/index.js'
import type { TallyPort } from '../src/testing/tally-wallet.js'
import type { TallyPool } from './tally-pool.js'

const token: Token = {
  asset: 'tally:main/stone:stone1',
  network: 'tally:main',
  name: 'Stone',
  symbol: 'STN',
  decimals: 2,
}
const fastFee = { kind: 'native', amount: 2n } as const
const portOf = (handle: unknown) => handle as TallyPort

type Extend = Readonly<Record<string, (value: never, ledger: TallyEntry[]) => object>>
const extend: Extend = {
  [addressesCapability.id]: (value: Addresses): Addresses => ({
    ...value,
    parse: (text, network, signal) =>
      value.parse(/^T_[A-Z]{1,24}$/.test(text) ? text.toLowerCase() : text, network, signal),
    async uri({ address, network, amount }, signal) {
      const parsed = await value.parse(address, network, signal)
      return `tally:${parsed.address}${amount === undefined ? '' : `?amount=${amount}`}`
    },
  }),
  [balancesCapability.id]: (value: Balances): Balances => ({
    ...value,
    tokenNamespace: 'stone',
    tokens: async () => [{ token, amount: 250n }],
    async token(address) {
      if (address !== 'stone1') throw new ChainError('CHAIN_ANSWER')
      return token
    },
  }),
  [transfersCapability.id]: ({ prepare }: Transfers): Transfers => ({
    async prepare(intent, signal) {
      const made = await prepare(intent, signal)
      const isFast = intent.speed === 'fast'
      return { ...made, speeds: ['normal', 'fast'], ...(isFast && { fee: fastFee }) }
    },
  }),
  [messagesCapability.id]: (value: Messages): Messages => ({
    ...value,
    signTyped: async (via, from, data, signal) => ({
      signature: await runWalletRequest(() =>
        portOf(via.handle).sign(from.address, JSON.stringify(data), signal),
      ),
      scheme: 'tally',
    }),
  }),
  [transactionsCapability.id]: (value: Transactions, ledger): Transactions => ({
    ...value,
    // Tally reads its ledger at once; a chain with nodes requests nothing of a hidden page.
    async confirm(hash, network, options) {
      if (!options.said) await options.whenVisible?.(options.signal)
      return (await value.confirm?.(hash, network, options)) ?? { status: 'expired' }
    },
    async sendAll(via, from, drafts, signal, bundle) {
      const bodies = drafts.flatMap(draft => tallyTransfer().read(draft) ?? [])
      const [first] = bodies
      if (!first || bodies.length < drafts.length) throw new ChainError('WALLET_UNSUPPORTED')
      bundle?.beforeRequest?.()
      const write = () => {
        ledger.push(...bodies.map(body => ({ from: from.address, ...body })))
        return `tally:main#${ledger.length}`
      }
      const hash = await runSendRequest(
        () => portOf(via.handle).send({ from: from.address, ...first }, write, signal),
        answer => (typeof answer === 'string' ? answer : undefined),
      )
      return { hash }
    },
  }),
}
/** Adds the optional members to a capability of tally. */
export const extended = (
  id: string,
  value: never,
  ledger: TallyEntry[],
  pool: TallyPool,
): never => {
  const made = extend[id]?.(value, ledger) ?? value
  return (id === transactionsCapability.id ? pool.extend(made as Transactions) : made) as never
}

// Tally keeps no list of such things; the suite is about chains that do.
const card = { network: 'tally:main', standard: 'card', amount: 1n } as const
const nfts: Nfts = {
  page: async (_account, _network, { cursor = '0' }) => ({
    items: [{ ...card, asset: `tally:main/card:deck/${cursor}`, tokenId: cursor }],
    ...(cursor === '0' && { next: '1' }),
  }),
}
const entry = (id: string): ActivityEntry => ({
  id,
  metadata: {
    minedAt: '2026-01-02T03:04:05.000Z',
    chain: 'tally:main',
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 't_ada',
    sentTo: 't_bob',
  },
  transfers: [{ direction: 'out', quantity: { numeric: '1.5' } }],
})
const activity: Activity = {
  page: async (_account, _network, cursor = '0') => ({
    entries: [entry(`entry ${cursor}`)],
    ...(cursor === '0' && { next: '1' }),
  }),
}
const owners: Readonly<Record<string, string>> = { 'ada.tally': 't_ada' }
// What an account calls itself; Mallory claims the name of another.
const claims: Readonly<Record<string, string>> = { t_ada: 'ada.tally', t_mallory: 'ada.tally' }
const names: Names = {
  looksLike: text => /^[a-z]+\.tally$/.test(text),
  async resolve(name, _network, signal) {
    signal.throwIfAborted()
    return owners[name]
  },
  async reverse(address) {
    const name = claims[address]
    return name && owners[name] === address ? { name } : undefined
  },
}
export const extraOffers = [
  [namesCapability, names],
  [nftsCapability, nfts],
  [activityCapability, activity],
] as const
