/**
 * Tally: an invented chain. Accounts are `t_` and a name, the coin is a whole mark, a signature is
 * text that names writer and content. Features are tested on it, because what works here knows no
 * real chain.
 */
import type { Account } from '../contracts/account/index.js'
import {
  addressesCapability,
  type Balance,
  balancesCapability,
  messagesCapability,
  networksCapability,
  remoteSessionsCapability,
  transactionsCapability,
  transfersCapability,
} from '../contracts/capabilities/index.js'
import {
  AddressError,
  type Chain,
  ChainError,
  chainsSlot,
  type Dialect,
  defineDialect,
  type Network,
  type NetworkId,
  networkId,
  TransferError,
} from '../contracts/chain/index.js'
import { connectorsSlot } from '../contracts/connector-kit/index.js'
import { message } from '../contracts/text/index.js'
import { runSendRequest, runWalletRequest } from '../contracts/wallet/index.js'
import { definePlugin, type Plugin } from '../plugin.js'
import { TestingError } from './errors.js'
import {
  remoteSession,
  signatureOf,
  type TallyEntry,
  type TallyPort,
  type TallyWallet,
} from './tally-wallet.js'

export interface TallyTransfer {
  readonly to: string
  readonly marks: bigint
}
export const tallyTransfer = (namespace = 'tally'): Dialect<TallyTransfer> =>
  defineDialect(`${namespace}/transfer`)

export interface TallyOptions {
  /** Another namespace makes another chain of the same kind, so several clones can coexist. */
  readonly namespace?: string
  readonly networks?: Chain['networks']
  /** Receives all transfers. Every account starts with 100 marks. */
  readonly ledger?: TallyEntry[]
  readonly wallets?: readonly TallyWallet[]
}

export const tallyNetwork = (reference = 'main', namespace = 'tally'): Network => ({
  id: reference,
  namespace,
  caipNetworkId: networkId(namespace, reference),
  name: `Tally ${reference}`,
  nativeCurrency: { name: 'Mark', symbol: 'MRK', decimals: 0 },
  rpcUrls: [],
})

const tenure = 100n
const fee = 1n
const wellFormed = /^t_[a-z]{1,24}$/

/** The complete chain plugin, with every capability that a chain can offer by itself. */
export function tally(options: TallyOptions = {}): Plugin {
  const namespace = options.namespace ?? 'tally'
  const ledger = options.ledger ?? []
  const list: Chain['networks'] = options.networks ?? [
    tallyNetwork('main', namespace),
    tallyNetwork('side', namespace),
  ]
  const dialect = tallyTransfer(namespace)
  const owned = (address: string) =>
    ledger.reduce(
      (sum, entry) =>
        sum +
        (entry.to === address ? entry.marks : 0n) -
        (entry.from === address ? entry.marks + fee : 0n),
      tenure,
    )
  const wallet = (handle: unknown): TallyPort => handle as TallyPort
  const nativeOf = (network: NetworkId) =>
    (list.find(one => one.caipNetworkId === network) ?? list[0]).nativeCurrency
  const hashOf = (network: NetworkId, entries: number) => `${network}#${entries}`

  return definePlugin({
    id: `chain/${namespace}`,
    setup(context) {
      context.contribute(chainsSlot, { id: namespace, name: 'Tally', networks: list })
      for (const scripted of options.wallets ?? [])
        context.contribute(
          connectorsSlot,
          scripted.connector(namespace, list[0].caipNetworkId, context.signal),
        )

      context.offer(addressesCapability, namespace, {
        looksLike: text => text.startsWith('t_'),
        async parse(text) {
          if (!wellFormed.test(text)) throw new AddressError('ADDRESS_MALFORMED')
          return { address: text, kind: 'account' }
        },
        shorten: address => address,
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        switch: (via, network, signal) =>
          runWalletRequest(() => wallet(via.handle).switch(network, signal)),
      })
      context.offer(balancesCapability, namespace, {
        async native(account, network): Promise<Balance> {
          return {
            token: { asset: 'native', network, ...nativeOf(network) },
            amount: owned(account.address),
          }
        },
      })
      context.offer(messagesCapability, namespace, {
        sign: async (via, from, text, signal) => ({
          signature: await runWalletRequest(() =>
            wallet(via.handle).sign(from.address, text, signal),
          ),
          scheme: 'tally',
        }),
        verify: async (from, text, signed) => signed.signature === signatureOf(from.address, text),
      })
      context.offer(transfersCapability, namespace, {
        async prepare({ from, to, network, asset, amount, decimals }) {
          if (asset !== 'native')
            throw new TransferError(
              'TRANSFER_ASSET',
              message('tally.asset', 'Tally knows marks only.'),
            )
          if (decimals !== nativeOf(network).decimals)
            throw new TransferError(
              'TRANSFER_ASSET',
              message('tally.decimals', 'Marks are counted in other units than the ones shown.'),
            )
          if (!wellFormed.test(to)) throw new AddressError('ADDRESS_MALFORMED')
          if (amount !== 'max' && amount < 0n)
            throw new TransferError(
              'TRANSFER_TOO_SMALL',
              message('tally.small', 'Send at least 0 MRK.'),
            )
          const most = owned(from.address) - fee
          const marks = amount === 'max' ? most : amount
          if (marks > most)
            throw new TransferError(
              'TRANSFER_FUNDS',
              message('tally.funds', 'You have {most} MRK to send.', { most: String(most) }),
            )
          return {
            draft: dialect.draft(network, { to, marks }),
            fee: { kind: 'native', amount: fee },
            amount: marks,
          }
        },
      })
      context.offer(transactionsCapability, namespace, {
        dialects: [dialect.id],
        estimate: async () => ({ kind: 'native', amount: fee }),
        async send(via, from, draft, signal) {
          const body = dialect.read(draft)
          if (!body)
            throw new TestingError('DIALECT', `Tally cannot read a draft in "${draft.dialect}".`)
          const write = (entry: TallyEntry) => hashOf(draft.network, ledger.push(entry))
          const hash = await runSendRequest(
            () => wallet(via.handle).send({ from: from.address, ...body }, write, signal),
            readHash,
          )
          return { hash }
        },
        async describe(from, drafts) {
          const [draft] = drafts
          const body = draft && drafts.length === 1 ? dialect.read(draft) : undefined
          if (!body) throw new ChainError('WALLET_UNSUPPORTED')
          return JSON.stringify({
            from: from.address,
            to: body.to,
            marks: String(body.marks),
            since: ledger.length,
          } satisfies Described)
        },
        async find(network, description, _signal, known = []) {
          const wanted = readDescribed(description)
          const own = ledger.slice(wanted.since).flatMap((entry, at) => {
            const hash = hashOf(network, wanted.since + at + 1)
            return entry.from === wanted.from && !known.includes(hash) ? [{ entry, hash }] : []
          })
          const found = own.find(({ entry }) => isAsDescribed(entry, wanted))
          if (found) return { status: 'found', hash: found.hash }
          // The sender's next transfer was another one, so this one can no longer be written.
          return { status: own.length ? 'impossible' : 'open' }
        },
        async compare(hash, _network, description) {
          const wanted = readDescribed(description)
          const entry = ledger[Number(hash.split('#')[1]) - 1]
          if (!entry) return { status: 'absent' }
          if (isAsDescribed(entry, wanted)) return { status: 'same' }
          const { from, to, marks } = entry
          if (from === wanted.from && to === from && marks === 0n)
            return { status: 'different', isCancel: true }
          return {
            status: 'different',
            ...(from !== wanted.from && { from }),
            ...(to !== wanted.to && { to }),
            ...(String(marks) !== wanted.marks && { amount: marks }),
          }
        },
        confirm: async (hash, _network, { said }) =>
          said ?? {
            status: Number(hash.split('#')[1]) <= ledger.length ? 'confirmed' : 'expired',
          },
      })
      context.offer(remoteSessionsCapability, namespace, {
        scope: async () => ({
          networks: list.map(network => network.caipNetworkId),
          methods: ['tally_sign', 'tally_send'],
          events: ['accountsChanged', 'chainChanged'],
        }),
        open: async (session, signal) => remoteSession(session, namespace, signal),
      })
    },
  })
}

interface Described {
  readonly from: string
  readonly to: string
  readonly marks: string
  /** The number of transfers in the ledger. */
  readonly since: number
}
function readDescribed(description: string): Described {
  try {
    const found = JSON.parse(description) as Described
    if (
      [found.from, found.to, found.marks].every(text => typeof text === 'string') &&
      Number.isInteger(found.since)
    )
      return found
  } catch {
    // Reported below.
  }
  throw new ChainError('CHAIN_ANSWER')
}
const isAsDescribed = ({ from, to, marks }: TallyEntry, wanted: Described): boolean =>
  from === wanted.from && to === wanted.to && String(marks) === wanted.marks
const readHash = (answer: unknown) =>
  typeof answer === 'string' && answer.includes('#') ? answer : undefined

/** An account of a tally wallet, for tests that need one without connecting. */
export const tallyAccount = (
  address: string,
  connection: Account['connection'] = 'tally/tally:org.tally.tally-wallet',
): Account => ({
  namespace: 'tally',
  address,
  type: 'eoa',
  connection,
})
