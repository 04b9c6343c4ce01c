import { describe, expect, it } from 'vitest'
import {
  accountActions,
  accountView,
  addresses,
  balances,
  type Connector,
  disconnected,
  messages,
  networks,
  remoteSessions,
  type Transactions,
  type Transfers,
  transactions,
  transfers,
  type WalletLine,
} from '../contracts/index.js'
import { memoryStorage, type StorageDriver } from '../persist.js'
import { type AnyPluginContext, definePlugin, type Plugin } from '../plugin.js'
import { defineSlice } from '../refs.js'
import {
  type ChainRig,
  chainChecks,
  type FeatureRig,
  featureChecks,
  storageChecks,
  type TallyEntry,
  tally,
  tallyWallet,
  testChainPlugin,
  testConnector,
  testFeaturePlugin,
  testStorageDriver,
} from './index.js'

/** Tally with its scripted wallet as a rig; `tamper` may put a hand on what the plugin offers and contributes. */
function tallyRig(tamper: Tamper = {}): ChainRig {
  const wallet = tallyWallet({ accounts: ['t_ada', 't_grace'] })
  const ledger: TallyEntry[] = []
  return {
    plugin: () => tampered(tally({ wallets: [wallet], ledger }), tamper),
    namespace: 'tally',
    network: 'tally:main',
    otherNetwork: 'tally:side',
    addresses: { good: ['t_ada', 't_bob'], bad: ['bob', '', 't_', 't_Ada', 't_ada '] },
    transfer: { to: 't_bob', amount: 5n },
    wallet: {
      set policy(policy: 'approve' | 'decline' | 'hang') {
        wallet.policy = policy
      },
      get policy() {
        return wallet.policy as 'approve'
      },
      get prompts() {
        return wallet.requests.length
      },
      get listeners() {
        return wallet.listeners
      },
      switchAccount() {
        wallet.setAccounts(['t_grace', 't_ada'])
        return 't_grace'
      },
      hangUp: () => wallet.hangUp(),
    },
  }
}

interface Tamper {
  offer?(ref: { readonly id: string }, scope: string, value: never): readonly [scope: string, value: unknown] | undefined
  contribute?(item: never): unknown
  /** In the place of the signal that says when the plugin is over. */
  readonly signal?: AbortSignal
}
/** The same plugin with another hand on its context. */
function tampered(plugin: Plugin, tamper: Tamper): Plugin {
  return {
    ...plugin,
    setup(context) {
      const handed: AnyPluginContext = Object.create(context, {
        offer: {
          value(ref: never, scope: string, value: never) {
            const changed = tamper.offer ? tamper.offer(ref, scope, value) : ([scope, value] as const)
            if (changed) context.offer(ref, changed[0], changed[1] as never)
          },
        },
        signal: { value: tamper.signal ?? context.signal },
        contribute: { value: (slot: never, item: never) => context.contribute(slot, (tamper.contribute?.(item) ?? item) as never) },
      })
      plugin.setup(handed)
    },
  }
}
const replace =
  (ref: { readonly id: string }, change: (value: never) => unknown): NonNullable<Tamper['offer']> =>
  (offered, scope, value) => [scope, offered.id === ref.id ? change(value) : value]
const connector =
  (change: (connector: Connector) => Partial<Connector>): NonNullable<Tamper['contribute']> =>
  (item: never) =>
    'connect' in (item as object) ? { ...(item as Connector), ...change(item) } : item
const line = (change: (line: WalletLine) => Partial<WalletLine>) =>
  connector(one => ({
    connect: async (request, signal) => {
      const made = await one.connect(request, signal)
      return { ...made, ...change(made) }
    },
  }))

testChainPlugin('tally', tallyRig)
testConnector("tally's wallet", () => {
  const { wallet, ...rig } = tallyRig()
  if (!wallet) throw new TypeError('tally has a wallet')
  return { ...rig, wallet }
})
testStorageDriver('memory', memoryStorage)

describe('the chain suite catches', () => {
  const broken: readonly (readonly [fault: string, check: RegExp, tamper: Tamper])[] = [
    [
      'a chain that does not say who it is',
      /says who it is/,
      { contribute: (item: never) => ('networks' in (item as object) ? { ...(item as object), id: 'other' } : item) },
    ],
    ['an offer outside the namespace', /nothing outside/, { offer: (ref, scope, value) => [ref.id === addresses.id ? 'elsewhere' : scope, value] }],
    ['a chain without messages', /owes/, { offer: (ref, scope, value) => (ref.id === messages.id ? undefined : [scope, value]) }],
    [
      'an address that reads differently the second time',
      /good addresses/,
      { offer: replace(addresses, (value: object) => ({ ...value, parse: async (text: string) => ({ address: `${text}x` }) }) as never) },
    ],
    [
      'a bad address that passes',
      /bad addresses/,
      { offer: replace(addresses, (value: object) => ({ ...value, parse: async (address: string) => ({ address }) })) },
    ],
    [
      'a remote scope of another namespace',
      /remote wallets/,
      { offer: replace(remoteSessions, (value: object) => ({ ...value, scope: async () => ({ networks: ['other:1'], methods: [], events: [] }) })) },
    ],
    ['a connector that is not there', /lists its wallet/, { contribute: connector(() => ({ when: () => false })) }],
    ['a connection without accounts', /an approval gives/, { contribute: line(made => ({ report: { ...made.report, accounts: [] } })) }],
    [
      'an account of another namespace',
      /an approval gives/,
      { contribute: line(made => ({ report: { ...made.report, accounts: [{ namespace: 'other', address: 'x', type: 'eoa' }] } })) },
    ],
    [
      'a decline that nobody hears of',
      /after the person declined/,
      { contribute: connector(one => ({ connect: (request, signal) => one.connect(request, signal).catch(() => ({}) as WalletLine) })) },
    ],
    [
      'a connect that cannot be given up',
      /gives up/,
      { contribute: connector(one => ({ connect: request => one.connect(request, new AbortController().signal) })) },
    ],
    ['a report that is old', /another account whole/, { contribute: line(made => ({ watch: listener => made.watch(() => listener(made.report)) })) }],
    ['a wallet that hangs up unheard', /hung up/, { contribute: line(made => ({ watch: listener => made.watch(report => listener(report ?? made.report)) })) }],
    ['a switch that only says so', /switches/, { offer: replace(networks, (value: object) => ({ ...value, switch: async () => undefined })) }],
    ['a verifier that believes everything', /its own signature/, { offer: replace(messages, (value: object) => ({ ...value, verify: async () => true })) }],
    ['a verifier that believes nothing', /its own signature/, { offer: replace(messages, (value: object) => ({ ...value, verify: async () => false })) }],
    [
      'a signature that nobody approved',
      /declined to sign/,
      { offer: replace(messages, (value: object) => ({ ...value, sign: async () => ({ signature: 'forged', scheme: 'tally' }) })) },
    ],
    [
      'a balance that is a floating number',
      /balance/,
      { offer: replace(balances, () => ({ native: async () => ({ token: { asset: 'native', network: 'tally:main' }, amount: 1.5 }) })) },
    ],
    [
      'a draft in a dialect that nobody speaks',
      /dialect/,
      {
        offer: replace(transfers, (value: Transfers) => ({
          prepare: async (...ask: Parameters<Transfers['prepare']>) => ({
            ...(await value.prepare(...ask)),
            draft: { dialect: 'other/thing', network: 'tally:main', body: 1 },
          }),
        })),
      },
    ],
    [
      'a transaction that asks twice',
      /once/,
      {
        offer: replace(transactions, (value: Transactions) => ({
          ...value,
          send: (...ask: Parameters<Transactions['send']>) => value.send(...ask).then(() => value.send(...ask)),
        })),
      },
    ],
    ['a restore that asks the person', /without asking/, { contribute: connector(one => ({ restore: one.connect })) }],
    ['a restore that finds nothing', /without asking/, { contribute: connector(() => ({ restore: async () => undefined })) }],
    [
      'a line that nobody watches and that goes on listening',
      /nobody watches/,
      {
        contribute: line(made => ({
          watch(listener) {
            made.watch(listener)
            return () => undefined
          },
        })),
      },
    ],
    ['a disconnect that leaves a listener', /forgotten/, { contribute: line(() => ({ disconnect: async () => undefined })) }],
    ['a dispose that leaves a listener', /behind when it is disposed/, { signal: new AbortController().signal }],
  ]
  it.each(broken)('%s', async (_fault, title, tamper) => {
    const check = chainChecks.find(one => title.test(one.name))
    expect(check, `a check that matches ${title}`).toBeDefined()
    await expect(check?.run(tallyRig(tamper))).rejects.toThrow()
    // The same check passes on the sound plugin: it is the fault that it caught.
    expect(await check?.run(tallyRig())).toBe('pass')
  })

  it('something with every one of its checks', () => {
    const unproven = chainChecks.filter(check => !broken.some(([, title]) => title.test(check.name)))
    expect(unproven.map(check => check.name)).toEqual([])
  })
})

const memory = /* @__PURE__ */ defineSlice<{ marks: number }>({ id: 'test/memory', initial: () => ({ marks: 0 }) })
const sound = (fault: { forgets?: boolean; everywhere?: boolean; throws?: boolean; named?: boolean; view?: boolean } = {}): FeatureRig => {
  const plugin = () =>
    definePlugin({
      id: 'feature/sound',
      owns: [memory],
      setup(context) {
        if (fault.throws) document.title = 'no window here'
        context.contribute(accountActions, {
          id: 'sound',
          label: { id: 'sound.action', en: 'Sound' },
          icon: 'M0 0',
          view: accountView,
          when: fault.everywhere ? () => true : read => read.capability(transfers, 'tally:main') !== undefined,
        })
        if (fault.named) context.offer(balances, 'solana', { native: async () => ({}) as never })
        if (fault.forgets !== false) context.on(disconnected, () => context.reset(memory))
        context.update(memory, state => {
          state.marks = 0
        })
        context.onStart(() => context.update(memory, state => void state.marks++))
      },
    })
  return { plugin, items: ['sound'] }
}
testFeaturePlugin('a sound feature', sound())

describe('the feature suite catches', () => {
  it.each([
    ['a feature that needs a window in setup', /no window/, sound({ throws: true })],
    ['a feature that is not there on tally', /nobody has heard of/, { ...sound(), items: ['other'] }],
    ['a feature that stays where it cannot work', /vanishes/, sound({ everywhere: true })],
    ['a feature that remembers after disconnect', /forgets/, sound({ forgets: false })],
    ['a feature that offers for a chain by name', /by name/, sound({ named: true })],
    ['a feature that cannot be installed late', /taken out/, sound({ throws: true })],
  ] as const)('%s', async (_fault, title, rig) => {
    const check = featureChecks.find(one => title.test(one.name))
    expect(check).toBeDefined()
    await expect(check?.run(rig as FeatureRig)).rejects.toThrow()
  })
})

describe('the storage suite catches', () => {
  const leaky = (fault: Partial<StorageDriver>) => () => ({ ...memoryStorage(), ...fault })
  it.each([
    ['a driver that invents values', /knows nothing/, leaky({ get: () => 'made up' })],
    ['a driver that loses values', /letter by letter/, leaky({ set: () => undefined })],
    [
      'a driver that keeps the first write',
      /newest/,
      (): StorageDriver => {
        const kept = new Map<string, string>()
        return {
          get: (key: string) => kept.get(key),
          set: (key: string, text: string): unknown => kept.has(key) || kept.set(key, text),
          remove: (key: string): unknown => kept.delete(key),
        }
      },
    ],
    ['a driver that cannot forget', /forgets/, leaky({ remove: () => undefined })],
    [
      'a driver that cuts long values',
      /64 KiB/,
      () => {
        const kept = new Map<string, string>()
        return {
          get: (key: string) => kept.get(key),
          set: (key: string, text: string): unknown => kept.set(key, text.slice(0, 1_000)),
          remove: (key: string): unknown => kept.delete(key),
        }
      },
    ],
  ] as const)('%s', async (_fault, title, create) => {
    const check = storageChecks.find(one => title.test(one.name))
    await expect(check?.run(create as () => StorageDriver)).rejects.toThrow()
    await check?.run(memoryStorage)
  })
})
