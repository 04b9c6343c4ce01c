import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Tamper, tallyRig } from '../../test/tally-rig.js'
import {
  type Account,
  accountActions,
  accountView,
  addresses,
  type Balances,
  balances,
  ChainError,
  type Connection,
  type Connector,
  type Draft,
  disconnected,
  type Messages,
  messages,
  type Nfts,
  networks,
  nfts,
  type PreparedTransfer,
  type RemoteSession,
  type RemoteSessions,
  remoteSessions,
  type SignInFields,
  type Transactions,
  type Transfers,
  toasts,
  transactions,
  transfers,
  type WalletLine,
} from '../contracts/index.js'
import { override } from '../override.js'
import { memoryStorage, type StorageDriver } from '../persist.js'
import { definePlugin } from '../plugin.js'
import { defineEndpoint, defineService, defineSlice } from '../refs.js'
import { chainChecks, type FeatureRig, featureChecks, storageChecks, testConnector, testFeaturePlugin, testStorageDriver } from './index.js'

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

/** Remote sessions that are opened another way. */
const remote = (open: (open: RemoteSessions['open'], session: RemoteSession, signal: AbortSignal) => Promise<WalletLine>): Tamper => ({
  offer: replace(remoteSessions, (value: RemoteSessions) => ({
    ...value,
    open: (session: RemoteSession, signal: AbortSignal) => open(value.open, session, signal),
  })),
})
/** A session whose requests go another way. */
const asking = (request: (session: RemoteSession, ...ask: Parameters<RemoteSession['request']>) => Promise<unknown>): Tamper =>
  remote((open, session, signal) =>
    open(Object.create(session, { request: { value: (...ask: Parameters<RemoteSession['request']>) => request(session, ...ask) } }), signal),
  )
const prepared = (change: (made: PreparedTransfer) => Partial<PreparedTransfer>): Tamper => ({
  offer: replace(transfers, ({ prepare }: Transfers) => ({
    prepare: async (...ask: Parameters<Transfers['prepare']>) => {
      const made = await prepare(...ask)
      return { ...made, ...(ask[0].amount === 'max' && change(made)) }
    },
  })),
})
/** Another hand on what the chain says of what was sent. */
const sending = (change: (own: Required<Transactions>) => { readonly [Member in keyof Transactions]?: Transactions[Member] | undefined }): Tamper => ({
  offer: replace(transactions, (value: Required<Transactions>) => ({ ...value, ...change(value) })),
})
const never = new AbortController().signal
const hanging = () => new Promise<never>(() => undefined)

const tallyAccounts = (...addresses: readonly string[]) => addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' }) as const)
/** A connector that takes the wallet's word for it. */
const believing = (address: string) =>
  connector(one => ({
    async connect(request, signal) {
      try {
        return await one.connect(request, signal)
      } catch {
        const report = { accounts: tallyAccounts(address), network: 'tally:main' } as const
        return { port: {}, report, watch: () => () => undefined, disconnect: async () => undefined }
      }
    },
  }))
const holding = (made: WalletLine): WalletLine => {
  made.watch(() => undefined)
  return made
}

testConnector("tally's wallet", () => {
  const { wallet, ...rig } = tallyRig()
  if (!wallet) throw new TypeError('tally has a wallet')
  return { ...rig, wallet }
})
testStorageDriver('memory', memoryStorage)

describe('the chain suite catches', () => {
  const broken: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
    [
      'a chain that does not say who it is',
      'identity',
      { contribute: (item: never) => ('networks' in (item as object) ? { ...(item as object), id: 'other' } : item) },
    ],
    ['an offer outside the namespace', 'own namespace', { offer: (ref, scope, value) => [ref.id === addresses.id ? 'elsewhere' : scope, value] }],
    ['a chain without messages', 'offers', { offer: (ref, scope, value) => (ref.id === messages.id ? undefined : [scope, value]) }],
    [
      'an address that reads differently the second time',
      'addresses',
      { offer: replace(addresses, (value: object) => ({ ...value, parse: async (text: string) => ({ address: `${text}x` }) }) as never) },
    ],
    [
      'a bad address that passes',
      'bad addresses',
      { offer: replace(addresses, (value: object) => ({ ...value, parse: async (address: string) => ({ address }) })) },
    ],
    [
      'a remote scope of another namespace',
      'remote scope',
      { offer: replace(remoteSessions, (value: object) => ({ ...value, scope: async () => ({ networks: ['other:1'], methods: [], events: [] }) })) },
    ],
    [
      'a remote scope without a network',
      'remote scope',
      { offer: replace(remoteSessions, (value: object) => ({ ...value, scope: async () => ({ networks: [], methods: [], events: [] }) })) },
    ],
    ['a remote session that cannot be opened', 'remote session', remote(() => Promise.reject(new TypeError('not written yet')))],
    [
      'a remote session that begins on another network',
      'remote session',
      remote((open, session, signal) => open(Object.create(session, { network: { value: 'tally:side' } }), signal)),
    ],
    [
      'a remote session that does not say what was approved',
      'remote session',
      remote(async (open, session, signal) => {
        const { report, ...made } = await open(session, signal)
        return { ...made, report: { accounts: report.accounts, network: report.network } }
      }),
    ],
    [
      'a remote account for each network',
      'remote session',
      remote(async (open, session, signal) => {
        const { report, ...made } = await open(session, signal)
        return { ...made, report: { ...report, accounts: session.accounts.flatMap(() => report.accounts) } }
      }),
    ],
    ['a remote request by a method that nobody granted', 'remote session', asking((session, _method, ...ask) => session.request('tally_other', ...ask))],
    ['a remote request that asks twice', 'remote session', asking((session, ...ask) => session.request(...ask).catch(() => session.request(...ask)))],
    [
      'a remote signature that cannot be given up',
      'remote session',
      asking((session, method, params, network) => session.request(method, params, network, never)),
    ],
    [
      'a remote session that is closed unheard',
      'remote session',
      remote(async (open, session, signal) => {
        const made = await open(session, signal)
        return { ...made, watch: listener => made.watch(report => listener(report ?? made.report)) }
      }),
    ],
    [
      'a disconnect that leaves the remote session open',
      'remote session',
      remote(async (open, session, signal) => ({ ...(await open(session, signal)), disconnect: async () => undefined })),
    ],
    ['a connector that is not there', 'discover', { contribute: connector(() => ({ when: () => false })) }],
    ['a connection without accounts', 'connect', { contribute: line(made => ({ report: { ...made.report, accounts: [] } })) }],
    [
      'an account of another namespace',
      'connect',
      { contribute: line(made => ({ report: { ...made.report, accounts: [{ namespace: 'other', address: 'x', type: 'eoa' }] } })) },
    ],
    [
      'a decline that nobody hears of',
      'decline',
      { contribute: connector(one => ({ connect: (request, signal) => one.connect(request, signal).catch(() => ({}) as WalletLine) })) },
    ],
    [
      'a connect that cannot be given up',
      'give up',
      { contribute: connector(one => ({ connect: request => one.connect(request, new AbortController().signal) })) },
    ],
    ['a report that is old', 'account change', { contribute: line(made => ({ watch: listener => made.watch(() => listener(made.report)) })) }],
    ['a wallet that hangs up unheard', 'hang up', { contribute: line(made => ({ watch: listener => made.watch(report => listener(report ?? made.report)) })) }],
    ['a switch that only says so', 'switch', { offer: replace(networks, (value: object) => ({ ...value, switch: async () => undefined })) }],
    ['a verifier that believes everything', 'verify', { offer: replace(messages, (value: object) => ({ ...value, verify: async () => true })) }],
    ['a verifier that believes nothing', 'verify', { offer: replace(messages, (value: object) => ({ ...value, verify: async () => false })) }],
    [
      'a signature that nobody approved',
      'decline to sign',
      { offer: replace(messages, (value: object) => ({ ...value, sign: async () => ({ signature: 'forged', scheme: 'tally' }) })) },
    ],
    [
      'a signature that cannot be given up',
      'give up signing',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          sign: (via: Connection, from: Account, text: string) => value.sign(via, from, text, never),
        })),
      },
    ],
    [
      'a transaction that cannot be given up',
      'give up sending',
      {
        offer: replace(transactions, (value: Transactions) => ({
          ...value,
          send: (via: Connection, from: Account, draft: Draft) => value.send(via, from, draft, never),
        })),
      },
    ],
    [
      'a balance that is ten times too high',
      'balance',
      {
        offer: replace(balances, ({ native }: Balances) => ({
          native: async (...ask: Parameters<Balances['native']>) => {
            const balance = await native(...ask)
            return { ...balance, amount: balance.amount * 10n }
          },
        })),
      },
    ],
    ['a maximum below nothing', 'max', prepared(() => ({ amount: -5n }))],
    ['a maximum that forgets the fee', 'max', prepared(made => ({ amount: made.amount + 1n }))],
    [
      'a balance that is a floating number',
      'balance',
      { offer: replace(balances, () => ({ native: async () => ({ token: { asset: 'native', network: 'tally:main' }, amount: 1.5 }) })) },
    ],
    ...(
      [
        ['a piece of another network', { network: 'tally:side' as const }],
        ['a piece that is named for another network', { asset: 'tally:side/card:deck/1' as const }],
        ['half a piece', { amount: 0.5 as unknown as bigint }],
      ] as const
    ).map(([fault, change]): (typeof broken)[number] => [
      fault,
      'nfts',
      {
        offer: replace(nfts, ({ page }: Nfts) => ({
          page: async (...ask: Parameters<Nfts['page']>) => {
            const { items = [] } = (await page(...ask)) ?? {}
            return { items: items.map(item => ({ ...item, ...change })) }
          },
        })),
      },
    ]),
    ['a page that leads to itself', 'nfts', { offer: replace(nfts, () => ({ page: async () => ({ items: [], next: '1' }) })) }],
    [
      'a draft in a dialect that nobody speaks',
      'draft',
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
      'send',
      {
        offer: replace(transactions, (value: Transactions) => ({
          ...value,
          send: (...ask: Parameters<Transactions['send']>) => value.send(...ask).then(() => value.send(...ask)),
        })),
      },
    ],
    ['a restore that asks the person', 'restore', { contribute: connector(one => ({ restore: one.connect })) }],
    ['a restore that finds nothing', 'restore', { contribute: connector(() => ({ restore: async () => undefined })) }],
    [
      'a line that nobody watches and that goes on listening',
      'let go',
      {
        contribute: line(made => ({
          watch(listener) {
            made.watch(listener)
            return () => undefined
          },
        })),
      },
    ],
    ['a disconnect that leaves a listener', 'disconnect', { contribute: line(() => ({ disconnect: async () => undefined })) }],
    ['a dispose that leaves a listener', 'dispose', { signal: new AbortController().signal }],
    [
      'a connect that asks twice',
      'connect',
      {
        contribute: connector(one => ({
          connect: async (request, signal) => {
            await one.connect(request, signal)
            return one.connect(request, signal)
          },
        })),
      },
    ],
    [
      'an account that is kept back',
      'several accounts',
      { contribute: line(made => ({ report: { ...made.report, accounts: made.report.accounts.slice(0, 1) } })) },
    ],
    [
      'accounts that stand the wrong way round',
      'several accounts',
      { contribute: line(made => ({ report: { ...made.report, accounts: made.report.accounts.toReversed() } })) },
    ],
    ['an account that nobody gave', 'lie: no-accounts', { contribute: line(made => ({ report: { ...made.report, accounts: tallyAccounts('t_ada') } })) }],
    [
      'a line that holds on to a wallet without accounts',
      'lie: no-accounts',
      { contribute: line(made => ({ ...holding(made), disconnect: async () => undefined })) },
    ],
    ['an account that is none', 'lie: malformed', { contribute: believing('ada') }],
    ['an account of another network', 'lie: other-network', { contribute: believing('t_ada') }],
    [
      'a signature that is asked for twice',
      'sign',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          sign: (...ask: Parameters<Messages['sign']>) => value.sign(...ask).then(() => value.sign(...ask)),
        })),
      },
    ],
    ['a signature without a scheme', 'sign', { offer: replace(messages, (value: object) => ({ ...value, sign: async () => ({ signature: 'x' }) })) }],
    [
      "a verifier that takes anybody's signature",
      'verify',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          verify: async (_from: unknown, text: string, signed: { readonly signature: string }) => signed.signature.endsWith(` wrote ${text}`),
        })),
      },
    ],
    [
      'a second account for which the first one signs',
      'several signers',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          sign: (via: Connection, from: Account, text: string, signal: AbortSignal) => value.sign(via, via.accounts[0] ?? from, text, signal),
        })),
      },
    ],
    [
      'a sign-in without the nonce',
      'sign in',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          signIn: async (via: Connection, from: Account, { domain, address }: SignInFields, signal: AbortSignal) => {
            const text = `${domain} ${address}`
            return { text, ...(await value.sign(via, from, text, signal)) }
          },
        })),
      },
    ],
    [
      'a sign-in that asks twice',
      'sign in',
      {
        offer: replace(messages, (value: Messages) => ({
          ...value,
          signIn: async (via: Connection, from: Account, _fields: SignInFields, signal: AbortSignal) => void (await value.sign(via, from, 'first', signal)),
        })),
      },
    ],
    [
      'an estimate that asks the person',
      'estimate',
      {
        offer: replace(transactions, (value: Transactions) => ({
          ...value,
          estimate: async (...ask: Parameters<Transactions['estimate']>) => {
            await value.send(...ask)
            return value.estimate(...ask)
          },
        })),
      },
    ],
    [
      'a fee that is a floating number',
      'estimate',
      { offer: replace(transactions, (value: object) => ({ ...value, estimate: async () => ({ kind: 'native', amount: 0.5 }) })) },
    ],
    ['a send that does what its wallet says it cannot', 'send', { contribute: line(() => ({ supports: capability => capability.id !== transactions.id })) }],
    [
      'a transfer that ignores decimals',
      'decimals',
      { offer: replace(transfers, ({ prepare }: Transfers): Transfers => ({ prepare: (intent, signal) => prepare({ ...intent, decimals: 0 }, signal) })) },
    ],
    [
      'a transfer that refuses other decimals without saying why',
      'decimals',
      {
        offer: replace(
          transfers,
          ({ prepare }: Transfers): Transfers => ({
            prepare: (intent, signal) => (intent.decimals ? Promise.reject(new TypeError('decimals')) : prepare(intent, signal)),
          }),
        ),
      },
    ],
    [
      'a description that is longer than storage takes',
      'describe',
      sending(({ describe }) => ({ describe: async (...ask) => (await describe(...ask)).padEnd(5_000) })),
    ],
    ['a description that is no text', 'describe', sending(() => ({ describe: async () => ({}) as string }))],
    ['a chain that takes every text for a description when it looks', 'describe', sending(() => ({ find: async () => ({ status: 'open' }) }))],
    ['a chain that takes every text for a description when it compares', 'describe', sending(() => ({ compare: async () => ({ status: 'unknown' }) }))],
    ['a chain that describes and finds, and does not compare', 'describe', sending(() => ({ compare: undefined }))],
    ['a chain that never finds', 'find', sending(() => ({ find: async () => ({ status: 'open' }) }))],
    ['a chain that finds what was never sent', 'find', sending(() => ({ find: async () => ({ status: 'found', hash: 'tally:main#1' }) }))],
    ['a chain that calls impossible what may still be sent', 'find', sending(() => ({ find: async () => ({ status: 'impossible' }) }))],
    ['a chain that always says the same', 'compare', sending(() => ({ compare: async () => ({ status: 'same' }) }))],
    ['a chain that always says different', 'compare', sending(() => ({ compare: async () => ({ status: 'different' }) }))],
    ['a chain that never knows whether it is the same', 'compare', sending(() => ({ compare: async () => ({ status: 'unknown' }) }))],
    [
      'a chain that names the described amount as the one that was sent',
      'compare',
      sending(({ compare }) => ({
        async compare(...ask) {
          const found = await compare(...ask)
          return found.status === 'different' ? { ...found, amount: 4n } : found
        },
      })),
    ],
    ['a restore of what the wallet forgot', 'restore nothing', { contribute: connector(one => ({ restore: one.connect })) }],
  ]
  it.each(broken)('%s', async (_fault, id, tamper) => {
    const check = chainChecks.find(one => one.id === id)
    expect(check, `a check "${id}"`).toBeDefined()
    await expect(check?.run(tallyRig(tamper))).rejects.toThrow()
    // The same check passes on the sound plugin: it is the fault that it caught.
    expect(await check?.run(tallyRig())).toBe('pass')
  })

  const run = (id: string, tamper: Tamper = {}) => chainChecks.find(one => one.id === id)?.run(tallyRig(tamper))
  it('what never answers, by its name', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = <Value extends object>(ref: { readonly id: string }, ...members: readonly (keyof Value)[]): Tamper => ({
      offer: replace(ref, (value: Value) => ({ ...value, ...Object.fromEntries(members.map(member => [member, hanging])) })),
    })
    const silences: readonly (readonly [id: string, call: string, tamper: Tamper])[] = [
      ['connect', 'connect', { contribute: connector(() => ({ connect: hanging })) }],
      ['switch', 'switch', silent(networks, 'switch')],
      ['sign', 'sign', silent<Messages>(messages, 'sign')],
      ['balance', 'native', silent<Balances>(balances, 'native')],
      ['draft', 'prepare', silent<Transfers>(transfers, 'prepare')],
      ['estimate', 'estimate', silent<Transactions>(transactions, 'estimate')],
      ['send', 'confirm', silent<Transactions>(transactions, 'confirm')],
      ['find', 'find', silent<Transactions>(transactions, 'find')],
      ['compare', 'compare', silent<Transactions>(transactions, 'compare')],
    ]
    const failures = Promise.all(silences.map(([id, , tamper]) => run(id, tamper)?.catch(error => error)))
    const settled = failures.finally(() => vi.useRealTimers())
    while (vi.isFakeTimers()) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    expect((await settled).map(error => error?.message)).toEqual(silences.map(([, call]) => `\`${call}\` did not answer in 15 seconds.`))
  })

  it('no chain whose wallets are all on the page: it offers no remote sessions', async () => {
    const offline: Tamper = { offer: (ref, scope, value) => (ref.id === remoteSessions.id ? undefined : [scope, value]) }
    expect(await run('offers', offline)).toBe('pass')
    expect(await run('remote scope', offline)).toBe('unsupported')
    expect(await run('remote session', offline)).toBe('unsupported')
  })

  it('no wallet that says what it cannot do: be asked to switch, with no other network in the rig; or send', async () => {
    const still = { contribute: line(() => ({ supports: capability => capability.id !== networks.id })) }
    const check = chainChecks.find(one => one.id === 'switch')
    const { otherNetwork: _other, ...rig } = tallyRig(still)
    expect(await check?.run(rig)).toBe('unsupported')
    const { otherNetwork: _another, ...able } = tallyRig()
    await expect(check?.run(able)).rejects.toThrow('the rig has to name another one')

    const poor: Tamper = {
      contribute: line(() => ({ supports: capability => capability.id !== transactions.id })),
      offer: replace(transactions, (value: Transactions) => ({ ...value, send: () => Promise.reject(new ChainError('WALLET_UNSUPPORTED')) })),
    }
    expect(await run('send', poor)).toBe('unsupported')
    expect(await run('give up sending', poor)).toBe('unsupported')
  })

  it('something with every one of its checks', () => {
    const unproven = chainChecks.filter(check => !broken.some(([, id]) => id === check.id))
    expect(unproven.map(check => check.id)).toEqual([])
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
        if (fault.named) context.offer(balances, 'stellar', { native: async () => ({}) as never })
        if (fault.forgets !== false) context.on(disconnected, () => context.reset(memory))
        context.update(memory, state => {
          state.marks = 0
        })
        context.onStart(() => context.update(memory, state => void state.marks++))
      },
    })
  return { plugin, items: ['sound'] }
}
const count = /* @__PURE__ */ defineEndpoint<void, number>('test/count')
const counter = /* @__PURE__ */ defineService<{ count(): Promise<void> }>('test/counter')
/** Counts at an endpoint, and says with a toast when that failed. */
const counting = (rest: Partial<FeatureRig> = {}): FeatureRig => ({
  plugin: () =>
    definePlugin({
      id: 'feature/counting',
      needs: [toasts],
      provides: [counter],
      setup(context) {
        context.handle(count, () => Promise.reject(new TypeError('no network')))
        context.provide(counter, {
          async count() {
            await context.call(count, undefined, context.signal).catch(error => context.use(toasts).fail(error))
          },
        })
      },
    }),
  use: kernel => kernel.use(counter).count(),
  ...rest,
})
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

  it('a flow that ends in a toast of failure, until the endpoints that it asks are answered', async () => {
    const works = featureChecks.find(one => /nobody has heard of/.test(one.name))
    await expect(works?.run(counting())).rejects.toThrow('no toast told of a failure')
    for (const check of featureChecks) await check.run(counting({ endpoints: [override(count, async () => 3)] }))
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
