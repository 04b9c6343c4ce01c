/** Chains with one fault each, which the suite has to find. */
import type { Account } from '../src/contracts/account/index.js'
import {
  addressesCapability,
  type Messages,
  messagesCapability,
  networksCapability,
  remoteSessionsCapability,
  type Transactions,
  transactionsCapability,
} from '../src/contracts/capabilities/index.js'
import type { Draft } from '../src/contracts/chain/index.js'
import type { Connection, WalletSession } from '../src/contracts/connector-kit/index.js'
import type { Tamper } from './tally-rig.js'
import { changeSession, connector, never, remote, replace, requesting } from './tampers.js'

export const brokenChains: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
  [
    'a chain without an id',
    'setup',
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
    requesting((session, _method, ...ask) => session.request('tally_other', ...ask)),
  ],
  [
    'a remote request that is sent twice',
    'remote session',
    requesting((session, ...ask) => session.request(...ask).catch(() => session.request(...ask))),
  ],
  [
    'a remote signature that cannot be aborted',
    'remote session',
    requesting((session, method, params, network) =>
      session.request(method, params, network, never),
    ),
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
    { contribute: changeSession(made => ({ report: { ...made.report, accounts: [] } })) },
  ],
  [
    'an account of another namespace',
    'connect',
    {
      contribute: changeSession(made => ({
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
    {
      contribute: changeSession(made => ({
        watch: listener => made.watch(() => listener(made.report)),
      })),
    },
  ],
  [
    'a disconnect by the wallet that is not reported',
    'hang up',
    {
      contribute: changeSession(made => ({
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
]
