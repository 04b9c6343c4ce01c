/** Chains with one fault each, which the suite has to find. */
import type { Account } from '../src/contracts/account/index.js'
import {
  addressesCapability,
  type Balances,
  balancesCapability,
  type Messages,
  messagesCapability,
  type Nfts,
  networksCapability,
  nftsCapability,
  type PreparedTransfer,
  type RemoteSession,
  type RemoteSessions,
  remoteSessionsCapability,
  type SignInFields,
  type Transactions,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '../src/contracts/capabilities/index.js'
import type { Draft } from '../src/contracts/chain/index.js'
import type { Connection, Connector, WalletSession } from '../src/contracts/connector-kit/index.js'
import type { Tamper } from './tally-rig.js'

export const replace =
  (ref: { readonly id: string }, change: (value: never) => unknown): NonNullable<Tamper['offer']> =>
  (offered, scope, value) => [scope, offered.id === ref.id ? change(value) : value]
export const connector =
  (change: (connector: Connector) => Partial<Connector>): NonNullable<Tamper['contribute']> =>
  (item: never) =>
    'connect' in (item as object) ? { ...(item as Connector), ...change(item) } : item
export const line = (change: (line: WalletSession) => Partial<WalletSession>) =>
  connector(one => ({
    connect: async (request, signal) => {
      const made = await one.connect(request, signal)
      return { ...made, ...change(made) }
    },
  }))
/** Replaces how remote sessions are opened. */
const remote = (
  open: (
    open: RemoteSessions['open'],
    session: RemoteSession,
    signal: AbortSignal,
  ) => Promise<WalletSession>,
): Tamper => ({
  offer: replace(remoteSessionsCapability, (value: RemoteSessions) => ({
    ...value,
    open: (session: RemoteSession, signal: AbortSignal) => open(value.open, session, signal),
  })),
})
/** Replaces how a session sends requests. */
const asking = (
  request: (
    session: RemoteSession,
    ...ask: Parameters<RemoteSession['request']>
  ) => Promise<unknown>,
): Tamper =>
  remote((open, session, signal) =>
    open(
      Object.create(session, {
        request: {
          value: (...ask: Parameters<RemoteSession['request']>) => request(session, ...ask),
        },
      }),
      signal,
    ),
  )
const prepared = (change: (made: PreparedTransfer) => Partial<PreparedTransfer>): Tamper => ({
  offer: replace(transfersCapability, ({ prepare }: Transfers) => ({
    prepare: async (...ask: Parameters<Transfers['prepare']>) => {
      const made = await prepare(...ask)
      return { ...made, ...(ask[0].amount === 'max' && change(made)) }
    },
  })),
})
/** Replaces parts of the transactions capability. */
const sending = (
  change: (own: Required<Transactions>) => {
    readonly [Member in keyof Transactions]?: Transactions[Member] | undefined
  },
): Tamper => ({
  offer: replace(transactionsCapability, (value: Required<Transactions>) => ({
    ...value,
    ...change(value),
  })),
})
const never = new AbortController().signal
export const hanging = () => new Promise<never>(() => undefined)
const tallyAccounts = (...addresses: readonly string[]) =>
  addresses.map(address => ({ namespace: 'tally', address, type: 'eoa' }) as const)
/** A connector that trusts the wallet's report. */
const believing = (address: string) =>
  connector(one => ({
    async connect(request, signal) {
      try {
        return await one.connect(request, signal)
      } catch {
        const report = { accounts: tallyAccounts(address), network: 'tally:main' } as const
        return {
          handle: {},
          report,
          watch: () => () => undefined,
          disconnect: async () => undefined,
        }
      }
    },
  }))
const holding = (made: WalletSession): WalletSession => {
  made.watch(() => undefined)
  return made
}
export const broken: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
  [
    'a chain without an id',
    'identity',
    {
      contribute: (item: never) =>
        'networks' in (item as object) ? { ...(item as object), id: 'other' } : item,
    },
  ],
  [
    'an offer outside the namespace',
    'own namespace',
    {
      offer: (ref, scope, value) => [
        ref.id === addressesCapability.id ? 'elsewhere' : scope,
        value,
      ],
    },
  ],
  [
    'a chain without messages',
    'offers',
    {
      offer: (ref, scope, value) => (ref.id === messagesCapability.id ? undefined : [scope, value]),
    },
  ],
  [
    'an address that reads differently the second time',
    'addresses',
    {
      offer: replace(
        addressesCapability,
        (value: object) =>
          ({ ...value, parse: async (text: string) => ({ address: `${text}x` }) }) as never,
      ),
    },
  ],
  [
    'an invalid address that is accepted',
    'bad addresses',
    {
      offer: replace(addressesCapability, (value: object) => ({
        ...value,
        parse: async (address: string) => ({ address }),
      })),
    },
  ],
  [
    'a remote scope of another namespace',
    'remote scope',
    {
      offer: replace(remoteSessionsCapability, (value: object) => ({
        ...value,
        scope: async () => ({ networks: ['other:1'], methods: [], events: [] }),
      })),
    },
  ],
  [
    'a remote scope without a network',
    'remote scope',
    {
      offer: replace(remoteSessionsCapability, (value: object) => ({
        ...value,
        scope: async () => ({ networks: [], methods: [], events: [] }),
      })),
    },
  ],
  [
    'a remote session that cannot be opened',
    'remote session',
    remote(() => Promise.reject(new TypeError('not written yet'))),
  ],
  [
    'a remote session that begins on another network',
    'remote session',
    remote((open, session, signal) =>
      open(Object.create(session, { network: { value: 'tally:side' } }), signal),
    ),
  ],
  [
    'a remote session that does not report what was approved',
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
      return {
        ...made,
        report: { ...report, accounts: session.accounts.flatMap(() => report.accounts) },
      }
    }),
  ],
  [
    'a remote request by a method that was not granted',
    'remote session',
    asking((session, _method, ...ask) => session.request('tally_other', ...ask)),
  ],
  [
    'a remote request that is sent twice',
    'remote session',
    asking((session, ...ask) => session.request(...ask).catch(() => session.request(...ask))),
  ],
  [
    'a remote signature that cannot be aborted',
    'remote session',
    asking((session, method, params, network) => session.request(method, params, network, never)),
  ],
  [
    'a remote session whose end is not reported',
    'remote session',
    remote(async (open, session, signal) => {
      const made = await open(session, signal)
      return { ...made, watch: listener => made.watch(report => listener(report ?? made.report)) }
    }),
  ],
  [
    'a disconnect that leaves the remote session open',
    'remote session',
    remote(async (open, session, signal) => ({
      ...(await open(session, signal)),
      disconnect: async () => undefined,
    })),
  ],
  ['a missing connector', 'discover', { contribute: connector(() => ({ when: () => false })) }],
  [
    'a connection without accounts',
    'connect',
    { contribute: line(made => ({ report: { ...made.report, accounts: [] } })) },
  ],
  [
    'an account of another namespace',
    'connect',
    {
      contribute: line(made => ({
        report: { ...made.report, accounts: [{ namespace: 'other', address: 'x', type: 'eoa' }] },
      })),
    },
  ],
  [
    'a rejection that is not reported',
    'decline',
    {
      contribute: connector(one => ({
        connect: (request, signal) =>
          one.connect(request, signal).catch(() => ({}) as WalletSession),
      })),
    },
  ],
  [
    'a connect that cannot be aborted',
    'give up',
    {
      contribute: connector(one => ({
        connect: request => one.connect(request, new AbortController().signal),
      })),
    },
  ],
  [
    'a stale report',
    'account change',
    { contribute: line(made => ({ watch: listener => made.watch(() => listener(made.report)) })) },
  ],
  [
    'a disconnect by the wallet that is not reported',
    'hang up',
    {
      contribute: line(made => ({
        watch: listener => made.watch(report => listener(report ?? made.report)),
      })),
    },
  ],
  [
    'a switch that is reported but not made',
    'switch',
    {
      offer: replace(networksCapability, (value: object) => ({
        ...value,
        switch: async () => undefined,
      })),
    },
  ],
  [
    'a verifier that accepts everything',
    'verify',
    {
      offer: replace(messagesCapability, (value: object) => ({
        ...value,
        verify: async () => true,
      })),
    },
  ],
  [
    'a verifier that rejects everything',
    'verify',
    {
      offer: replace(messagesCapability, (value: object) => ({
        ...value,
        verify: async () => false,
      })),
    },
  ],
  [
    'a signature without an approval',
    'decline to sign',
    {
      offer: replace(messagesCapability, (value: object) => ({
        ...value,
        sign: async () => ({ signature: 'forged', scheme: 'tally' }),
      })),
    },
  ],
  [
    'a signature that cannot be aborted',
    'give up signing',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        sign: (via: Connection, from: Account, text: string) => value.sign(via, from, text, never),
      })),
    },
  ],
  [
    'a transaction that cannot be aborted',
    'give up sending',
    {
      offer: replace(transactionsCapability, (value: Transactions) => ({
        ...value,
        send: (via: Connection, from: Account, draft: Draft) => value.send(via, from, draft, never),
      })),
    },
  ],
  [
    'a balance that is ten times too high',
    'balance',
    {
      offer: replace(balancesCapability, ({ native }: Balances) => ({
        native: async (...ask: Parameters<Balances['native']>) => {
          const balance = await native(...ask)
          return { ...balance, amount: balance.amount * 10n }
        },
      })),
    },
  ],
  ['a negative maximum', 'max', prepared(() => ({ amount: -5n }))],
  ['a maximum that ignores the fee', 'max', prepared(made => ({ amount: made.amount + 1n }))],
  [
    'a balance that is a floating number',
    'balance',
    {
      offer: replace(balancesCapability, () => ({
        native: async () => ({ token: { asset: 'native', network: 'tally:main' }, amount: 1.5 }),
      })),
    },
  ],
  ...(
    [
      ['an NFT of another network', { network: 'tally:side' as const }],
      ['an NFT whose id names another network', { asset: 'tally:side/card:deck/1' as const }],
      ['a fractional amount of an NFT', { amount: 0.5 as unknown as bigint }],
    ] as const
  ).map(([fault, change]): (typeof broken)[number] => [
    fault,
    'nfts',
    {
      offer: replace(nftsCapability, ({ page }: Nfts) => ({
        page: async (...ask: Parameters<Nfts['page']>) => {
          const { items = [] } = (await page(...ask)) ?? {}
          return { items: items.map(item => ({ ...item, ...change })) }
        },
      })),
    },
  ]),
  [
    'an NFT page whose next page is itself',
    'nfts',
    { offer: replace(nftsCapability, () => ({ page: async () => ({ items: [], next: '1' }) })) },
  ],
  [
    'a draft in an unknown dialect',
    'draft',
    {
      offer: replace(transfersCapability, (value: Transfers) => ({
        prepare: async (...ask: Parameters<Transfers['prepare']>) => ({
          ...(await value.prepare(...ask)),
          draft: { dialect: 'other/thing', network: 'tally:main', body: 1 },
        }),
      })),
    },
  ],
  [
    'a transaction that is requested twice',
    'send',
    {
      offer: replace(transactionsCapability, (value: Transactions) => ({
        ...value,
        send: (...ask: Parameters<Transactions['send']>) =>
          value.send(...ask).then(() => value.send(...ask)),
      })),
    },
  ],
  [
    'a restore that opens a prompt',
    'restore',
    { contribute: connector(one => ({ restore: one.connect })) },
  ],
  [
    'a restore that finds nothing',
    'restore',
    { contribute: connector(() => ({ restore: async () => undefined })) },
  ],
  [
    'a session without watchers that still listens',
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
  [
    'a disconnect that leaves a listener',
    'disconnect',
    { contribute: line(() => ({ disconnect: async () => undefined })) },
  ],
  ['a dispose that leaves a listener', 'dispose', { signal: new AbortController().signal }],
  [
    'a connect that prompts twice',
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
    'a hidden account',
    'several accounts',
    {
      contribute: line(made => ({
        report: { ...made.report, accounts: made.report.accounts.slice(0, 1) },
      })),
    },
  ],
  [
    'accounts in the wrong order',
    'several accounts',
    {
      contribute: line(made => ({
        report: { ...made.report, accounts: made.report.accounts.toReversed() },
      })),
    },
  ],
  [
    'an account that the wallet did not approve',
    'lie: no-accounts',
    {
      contribute: line(made => ({ report: { ...made.report, accounts: tallyAccounts('t_ada') } })),
    },
  ],
  [
    'a session that stays open with a wallet without accounts',
    'lie: no-accounts',
    { contribute: line(made => ({ ...holding(made), disconnect: async () => undefined })) },
  ],
  ['an invalid account', 'lie: malformed', { contribute: believing('ada') }],
  ['an account of another network', 'lie: other-network', { contribute: believing('t_ada') }],
  [
    'a signature that is requested twice',
    'sign',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        sign: (...ask: Parameters<Messages['sign']>) =>
          value.sign(...ask).then(() => value.sign(...ask)),
      })),
    },
  ],
  [
    'a signature without a scheme',
    'sign',
    {
      offer: replace(messagesCapability, (value: object) => ({
        ...value,
        sign: async () => ({ signature: 'x' }),
      })),
    },
  ],
  [
    'a verifier that accepts the signature of any account',
    'verify',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        verify: async (_from: unknown, text: string, signed: { readonly signature: string }) =>
          signed.signature.endsWith(` wrote ${text}`),
      })),
    },
  ],
  [
    "a second account whose signatures are the first one's",
    'several signers',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        sign: (via: Connection, from: Account, text: string, signal: AbortSignal) =>
          value.sign(via, via.accounts[0] ?? from, text, signal),
      })),
    },
  ],
  [
    'a sign-in without the nonce',
    'sign in',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        signIn: async (
          via: Connection,
          from: Account,
          { domain, address }: SignInFields,
          signal: AbortSignal,
        ) => {
          const text = `${domain} ${address}`
          return { text, ...(await value.sign(via, from, text, signal)) }
        },
      })),
    },
  ],
  [
    'a sign-in that prompts twice',
    'sign in',
    {
      offer: replace(messagesCapability, (value: Messages) => ({
        ...value,
        signIn: async (
          via: Connection,
          from: Account,
          _fields: SignInFields,
          signal: AbortSignal,
        ) => void (await value.sign(via, from, 'first', signal)),
      })),
    },
  ],
  [
    'an estimate that opens a prompt',
    'estimate',
    {
      offer: replace(transactionsCapability, (value: Transactions) => ({
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
    {
      offer: replace(transactionsCapability, (value: object) => ({
        ...value,
        estimate: async () => ({ kind: 'native', amount: 0.5 }),
      })),
    },
  ],
  [
    'a send that succeeds although its wallet reports no support',
    'send',
    {
      contribute: line(() => ({
        supports: capability => capability.id !== transactionsCapability.id,
      })),
    },
  ],
  [
    'a transfer that ignores decimals',
    'decimals',
    {
      offer: replace(
        transfersCapability,
        ({ prepare }: Transfers): Transfers => ({
          prepare: (intent, signal) => prepare({ ...intent, decimals: 0 }, signal),
        }),
      ),
    },
  ],
  [
    'a transfer that refuses other decimals without a reason',
    'decimals',
    {
      offer: replace(
        transfersCapability,
        ({ prepare }: Transfers): Transfers => ({
          prepare: (intent, signal) =>
            intent.decimals ? Promise.reject(new TypeError('decimals')) : prepare(intent, signal),
        }),
      ),
    },
  ],
  [
    'a description that is too long for storage',
    'describe',
    sending(({ describe }) => ({
      describe: async (...ask) => (await describe(...ask)).padEnd(5_000),
    })),
  ],
  [
    'a description that is no text',
    'describe',
    sending(() => ({ describe: async () => ({}) as string })),
  ],
  [
    'a chain whose find accepts any text as a description',
    'describe',
    sending(() => ({ find: async () => ({ status: 'open' }) })),
  ],
  [
    'a chain whose compare accepts any text as a description',
    'describe',
    sending(() => ({ compare: async () => ({ status: 'unknown' }) })),
  ],
  [
    'a chain with describe and find, and without compare',
    'describe',
    sending(() => ({ compare: undefined })),
  ],
  ['a chain that never finds', 'find', sending(() => ({ find: async () => ({ status: 'open' }) }))],
  [
    'a chain that finds what was never sent',
    'find',
    sending(() => ({ find: async () => ({ status: 'found', hash: 'tally:main#1' }) })),
  ],
  [
    'a chain that reports as impossible what may still be sent',
    'find',
    sending(() => ({ find: async () => ({ status: 'impossible' }) })),
  ],
  [
    'a chain whose comparison is always the same',
    'compare',
    sending(() => ({ compare: async () => ({ status: 'same' }) })),
  ],
  [
    'a chain whose comparison is always different',
    'compare',
    sending(() => ({ compare: async () => ({ status: 'different' }) })),
  ],
  [
    'a chain whose comparison is always unknown',
    'compare',
    sending(() => ({ compare: async () => ({ status: 'unknown' }) })),
  ],
  [
    'a chain that reports the described amount as the sent one',
    'compare',
    sending(({ compare }) => ({
      async compare(...ask) {
        const found = await compare(...ask)
        return found.status === 'different' ? { ...found, amount: 4n } : found
      },
    })),
  ],
  [
    'a restore where the wallet forgot the page',
    'restore nothing',
    { contribute: connector(one => ({ restore: one.connect })) },
  ],
]
