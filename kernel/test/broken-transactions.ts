/** Chains whose balances, transfers or transactions break one promise each. */
import type { Account } from '../src/contracts/account/index.js'
import {
  type Balances,
  balancesCapability,
  type Messages,
  messagesCapability,
  type Nfts,
  nftsCapability,
  type SignInFields,
  type Transactions,
  type TransferIntent,
  type Transfers,
  transactionsCapability,
  transfersCapability,
} from '../src/contracts/capabilities/index.js'
import type { Connection } from '../src/contracts/connector-kit/index.js'
import type { Tamper } from './tally-rig.js'
import {
  believing,
  changeSession,
  connector,
  holding,
  prepared,
  replace,
  sending,
  tallyAccounts,
} from './tampers.js'

export const brokenTransactions: readonly (readonly [
  fault: string,
  check: string,
  tamper: Tamper,
])[] = [
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
  ).map(([fault, change]): (typeof brokenTransactions)[number] => [
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
      contribute: changeSession(made => ({
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
    { contribute: changeSession(() => ({ disconnect: async () => undefined })) },
  ],
  ['a dispose that leaves a listener', 'dispose', { signal: new AbortController().signal }],
  [
    'a hidden account',
    'several accounts',
    {
      contribute: changeSession(made => ({
        report: { ...made.report, accounts: made.report.accounts.slice(0, 1) },
      })),
    },
  ],
  [
    'accounts in the wrong order',
    'several accounts',
    {
      contribute: changeSession(made => ({
        report: { ...made.report, accounts: made.report.accounts.toReversed() },
      })),
    },
  ],
  [
    'an account that the wallet did not approve',
    'lie: no-accounts',
    {
      contribute: changeSession(made => ({
        report: { ...made.report, accounts: tallyAccounts('t_ada') },
      })),
    },
  ],
  [
    'a session that stays open with a wallet without accounts',
    'lie: no-accounts',
    {
      contribute: changeSession(made => ({ ...holding(made), disconnect: async () => undefined })),
    },
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
      contribute: changeSession(() => ({
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
  [
    'a chain that offers speeds which change nothing',
    'speeds',
    {
      offer: replace(transfersCapability, ({ prepare }: Transfers) => ({
        prepare: ({ speed: _, ...intent }: TransferIntent, signal: AbortSignal) =>
          prepare(intent, signal),
      })),
    },
  ],
  [
    'a chain that submits whatever the wallet has signed',
    'other signed',
    sending(({ send }) => ({
      send: (...ask) => send(...ask).catch(() => ({ hash: 'tally:main#1' })),
    })),
  ],
  [
    "a chain that ignores a node's refusal",
    'refused by nodes',
    sending(({ send }) => ({
      send: (...ask) => send(...ask).catch(() => ({ hash: 'tally:main#1' })),
    })),
  ],
]
