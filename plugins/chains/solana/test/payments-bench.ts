/** Payments on a local Solana ledger that a test signs, relays or hides. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { type SolanaLedger, startSolanaLedger } from '@portico/devnet'
import {
  type RemoteSession,
  remoteSessionsCapability,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { AccountId, Draft } from '@portico/kernel/chain'
import { base64 } from '@scure/base'
import { afterAll, beforeAll, expect } from 'vitest'
import { assetOf } from '../src/assets/assets.js'
import { buildTransaction, sendSol } from '../src/transactions/build-transaction.js'
import { readWire, withSignature } from '../src/transactions/transaction-wire.js'
import { never } from './bench.js'
import { type Connected, startWorld, type World, type WorldOptions } from './world.js'

export let ledger: SolanaLedger
export let world: World & Connected
export const start = async (options: WorldOptions = {}) => {
  const made = await startWorld(ledger, options)
  world = { ...made, ...(await made.connect()) }
  return world
}
export const stop = async () => {
  world.stop()
  await ledger.revert('start')
}
export const network = () => world.network.caipNetworkId
export const offered = () => {
  const {
    describe: describeDraft,
    find,
    compare,
    confirm,
    send,
  } = world.offer(transactionsCapability)
  if (!describeDraft || !find || !compare || !confirm) return expect.unreachable('not offered')
  return { describeDraft, find, compare, confirm, send }
}
export const [ada, bob, eve] = [0, 5, 4].map(at => () => ledger.accounts[at]?.address ?? '') as [
  () => string,
  () => string,
  () => string,
]
export const prepare = async (more: Partial<TransferIntent> = {}) => {
  const intent = {
    from: world.from,
    to: bob(),
    network: network(),
    asset: 'native',
    amount: 1_500_000_000n,
    decimals: 9,
    ...more,
  } as const
  return (await world.offer(transfersCapability).prepare(intent, never())).draft
}
export const dollars = (more: Partial<TransferIntent> = {}) =>
  prepare({
    asset: assetOf(network(), ledger.tokens.dollar.mint),
    decimals: 6,
    amount: 250n,
    ...more,
  })
/** Signs with the key of an account of the ledger. */
export const signed = (wire: Uint8Array, at = 0): Uint8Array => {
  const { seed, address } = ledger.accounts[at] ?? expect.unreachable()
  const signature = ed25519.sign(readWire(wire)?.message ?? wire, Buffer.from(seed.slice(2), 'hex'))
  return withSignature(wire, address, signature) ?? expect.unreachable()
}
export const broadcast = async (wire: Uint8Array) =>
  (await ledger.request('sendTransaction', [base64.encode(wire), { encoding: 'base64' }])) as string
export const describeIt = (draft: Draft) => offered().describeDraft(world.from, [draft], never())
export const find = (description: string, known?: readonly string[]) =>
  offered().find(network(), description, never(), known)
export const compare = (hash: string, description: string) =>
  offered().compare(hash, network(), description, never())
/**
 * A transfer of SOL with this budget, as a wallet may build one. Without `units` it names no limit.
 */
export async function payment(
  from: string,
  to: string,
  lamports: bigint,
  { units, price = 0n }: { readonly units?: number; readonly price?: bigint } = {},
) {
  const { value } = (await ledger.request('getLatestBlockhash')) as {
    readonly value: { readonly blockhash: string; readonly lastValidBlockHeight: number }
  }
  const lifetime = { ...value, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) }
  const wire = buildTransaction(from, lifetime, { units: units ?? 1_000, price }, [
    sendSol(from, to, lamports),
  ])
  if (units !== undefined) return wire
  const limit = readWire(wire)?.instructions[0]?.data ?? expect.unreachable()
  // Replaces the unit limit by a heap size, which has as many bytes and sets no units.
  const text = Buffer.from(wire).toString('hex')
  const at = text.indexOf(Buffer.from(limit).toString('hex')) / 2
  wire.set([1, 0, 0, 1, 0], at)
  return wire
}
/**
 * Sends through a remote wallet that grants one method, with this response. Its session ends with
 * the request.
 */
export const sendBy = async (
  request: (wire: Uint8Array) => unknown,
  draft: Draft,
  method = 'solana_signAndSendTransaction',
) => {
  const session: RemoteSession = {
    accounts: [`${network()}:${ada()}` as AccountId],
    approved: [network()],
    methods: [method],
    request: async (_method, params) =>
      request(base64.decode((params as { transaction: string }).transaction)),
    watch: () => () => undefined,
    close: async () => undefined,
  }
  const walletSession =
    (await world.kernel.capability(remoteSessionsCapability, 'solana')?.open(session, never())) ??
    expect.unreachable()
  const accounts = [{ ...world.from, connection: 'solana/remote' as const }]
  const via = {
    id: 'solana/remote',
    namespace: 'solana',
    connector: 'remote',
    handle: walletSession.handle,
    accounts,
    network: network(),
  } as const
  try {
    return await offered().send(via, world.from, draft, never())
  } finally {
    await walletSession.disconnect(never())
  }
}
export const fail = (code: number, text: string) => {
  throw Object.assign(new Error(text), { code })
}
const coded = (code: number, message: string) => ({ code, message })
/** Responses of Solana wallets to a request to sign or send, with what each proves. */
export const walletAnswers: readonly (readonly [
  title: string,
  error: unknown,
  outcome: 'refused' | 'unknown',
])[] = [
  ['4001, "User rejected the request."', coded(4001, 'User rejected the request.'), 'refused'],
  [
    '4100, not authorized',
    coded(4100, 'The requested method and/or account has not been authorized by the user.'),
    'refused',
  ],
  ['4200, method not supported', coded(4200, 'Unsupported method'), 'refused'],
  ['-32601, method not found', coded(-32601, 'Method not found'), 'refused'],
  ['5000, rejected by a remote wallet', coded(5000, 'User rejected.'), 'refused'],
  ['"User rejected the request."', new Error('User rejected the request.'), 'refused'],
  ['"User declined to sign"', new Error('User declined to sign'), 'refused'],
  ['"Approval Denied"', new Error('Approval Denied'), 'refused'],
  ['"Transaction cancelled"', new Error('Transaction cancelled'), 'refused'],
  ['"Transaction rejected"', new Error('Transaction rejected'), 'refused'],
  ['"Signature rejected."', new Error('Signature rejected.'), 'refused'],
  ['"Request was canceled"', new Error('Request was canceled'), 'refused'],
  ['"Plugin Closed"', new Error('Plugin Closed'), 'refused'],
  ['"canceled" of axios', new Error('canceled'), 'unknown'],
  ['-32603, "Request cancelled"', coded(-32603, 'Request cancelled'), 'unknown'],
  ['the bare text "Transaction cancelled"', 'Transaction cancelled', 'refused'],
  [
    '"Transaction rejected: blockhash not found"',
    new Error('Transaction rejected: blockhash not found'),
    'unknown',
  ],
  [
    '"Transaction was rejected by the cluster"',
    new Error('Transaction was rejected by the cluster'),
    'unknown',
  ],
  [
    '"Transaction was not confirmed in 30.00 seconds"',
    new Error(
      'Transaction was not confirmed in 30.00 seconds. It is unknown if it succeeded or failed.',
    ),
    'unknown',
  ],
  [
    '"This transaction has already been processed"',
    new Error('This transaction has already been processed'),
    'unknown',
  ],
  ['"Rate limit exceeded"', new Error('Rate limit exceeded'), 'unknown'],
  ['-32603, internal error', coded(-32603, 'Unexpected error'), 'unknown'],
  [
    '-32000, missing or invalid parameters',
    coded(-32000, 'Missing or invalid parameters.'),
    'unknown',
  ],
  ['-32002, a request is open already', coded(-32002, 'Already processing a request.'), 'unknown'],
  ['-32003, transaction rejected', coded(-32003, 'Transaction rejected'), 'unknown'],
  ['-32005, limit exceeded', coded(-32005, 'Limit exceeded'), 'unknown'],
  ['4900, disconnected', coded(4900, 'Disconnected'), 'unknown'],
  ['a time-out', new Error('Request expired. Please try again.'), 'unknown'],
  ['an extension that went away', new Error('Extension context invalidated.'), 'unknown'],
  ['an error without words', {}, 'unknown'],
  ['undefined', undefined, 'unknown'],
]

/** Starts the ledger before the tests of a file. */
export function setUpPayments(): void {
  beforeAll(async () => {
    ledger = await startSolanaLedger()
    await ledger.snapshot('start')
  })
  afterAll(() => ledger.stop())
}
