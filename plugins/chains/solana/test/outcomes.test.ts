/**
 * Outcomes of a request: wallets that refuse, fail, send something else, or do not respond, on the
 * devnet's ledger.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { type SolanaLedger, startingLamports, startSolanaLedger } from '@portico/devnet'
import {
  type RemoteSession,
  remoteSessionsCapability,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { type AccountId, type Draft, solanaTransaction } from '@portico/kernel/chain'
import { failedRequest } from '@portico/kernel/wallet'
import { base58, base64 } from '@scure/base'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assetOf } from '../src/assets/assets.js'
import { buildTransaction, sendSol } from '../src/transactions/build-transaction.js'
import { readWire, withSignature } from '../src/transactions/transaction-wire.js'
import { never, thrownBy } from './bench.js'
import { hashOf, wireOf } from './outcomes-rig.js'
import { type Connected, startWorld, type World, type WorldOptions } from './world.js'

let ledger: SolanaLedger
let world: World & Connected
const start = async (options: WorldOptions = {}) => {
  const made = await startWorld(ledger, options)
  world = { ...made, ...(await made.connect()) }
  return world
}
const stop = async () => {
  world.stop()
  await ledger.revert('start')
}
const network = () => world.network.caipNetworkId
const offered = () => {
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
const [ada, bob, eve] = [0, 5, 4].map(at => () => ledger.accounts[at]?.address ?? '') as [
  () => string,
  () => string,
  () => string,
]
const prepare = async (more: Partial<TransferIntent> = {}) => {
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
const dollars = (more: Partial<TransferIntent> = {}) =>
  prepare({
    asset: assetOf(network(), ledger.tokens.dollar.mint),
    decimals: 6,
    amount: 250n,
    ...more,
  })
/** Signs with the key of an account of the ledger. */
const signed = (wire: Uint8Array, at = 0): Uint8Array => {
  const { seed, address } = ledger.accounts[at] ?? expect.unreachable()
  const signature = ed25519.sign(readWire(wire)?.message ?? wire, Buffer.from(seed.slice(2), 'hex'))
  return withSignature(wire, address, signature) ?? expect.unreachable()
}
const broadcast = async (wire: Uint8Array) =>
  (await ledger.request('sendTransaction', [base64.encode(wire), { encoding: 'base64' }])) as string
const describeIt = (draft: Draft) => offered().describeDraft(world.from, [draft], never())
const find = (description: string, known?: readonly string[]) =>
  offered().find(network(), description, never(), known)
const compare = (hash: string, description: string) =>
  offered().compare(hash, network(), description, never())
/**
 * A transfer of SOL with this budget, as a wallet may build one. Without `units` it names no limit.
 */
async function payment(
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
const sendBy = async (
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
const fail = (code: number, text: string) => {
  throw Object.assign(new Error(text), { code })
}
const coded = (code: number, message: string) => ({ code, message })
/** Responses of Solana wallets to a request to sign or send, with what each proves. */
const walletAnswers: readonly (readonly [
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
beforeAll(async () => {
  ledger = await startSolanaLedger()
  await ledger.snapshot('start')
})
afterAll(() => ledger.stop())

describe('a wallet that refuses or fails', () => {
  let draft: Draft
  beforeAll(async () => {
    await start()
    draft = await prepare()
  })
  afterAll(stop)

  it.each(walletAnswers)(
    '[R12] [S23] the error %s is judged by what it proves, injected and remote, signing and sending',
    async (_, error, outcome) => {
      const code = outcome === 'unknown' ? 'WALLET_OUTCOME' : undefined
      const judged = async (sending: Promise<unknown>) => {
        const thrown = await thrownBy(sending)
        expect(failedRequest(thrown)).toBe(outcome)
        if (code) expect(thrown).toMatchObject({ code })
      }
      world.wallet.policy = { 'solana:signTransaction': { error } }
      await judged(offered().send(world.via, world.from, draft, never()))
      for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
        await judged(
          sendBy(
            () => {
              throw error
            },
            draft,
            method,
          ),
        )
      expect(await ledger.balanceOf(bob())).toBe(startingLamports)
    },
  )

  it.each([
    undefined,
    null,
    {},
    'text',
    7,
    { signature: 'Ada' },
    { signature: base58.encode(new Uint8Array(63)) },
    { transaction: '***' },
  ])('[S23] [S35] the response %j leaves the outcome unknown', async answer => {
    for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
      expect(await thrownBy(sendBy(() => answer, draft, method))).toMatchObject({
        code: 'WALLET_OUTCOME',
      })
    world.wallet.policy = { 'solana:signTransaction': { answer } }
    expect(await thrownBy(offered().send(world.via, world.from, draft, never()))).toMatchObject({
      code: 'WALLET_OUTCOME',
    })
  })
})

describe('a transaction whose outcome is unknown', () => {
  beforeEach(() => start())
  afterEach(stop)

  it.each<[string, () => unknown]>([
    ['fails with an internal error', () => fail(-32603, 'Unexpected error')],
    [
      'reports that it was processed already',
      () => fail(-32000, 'This transaction has already been processed'),
    ],
    ['disconnects', () => fail(4900, 'Disconnected')],
    ['answers without a signature', () => ({})],
    ['returns a malformed response', () => 'sent!'],
  ])('[S23] is found when the wallet sends it and then %s', async (_, afterwards) => {
    const draft = await prepare()
    const description = await describeIt(draft)
    expect(await find(description)).toEqual({ status: 'open' })
    let hash = ''
    const sending = sendBy(async wire => {
      hash = await broadcast(signed(wire))
      return afterwards()
    }, draft)
    expect(await thrownBy(sending)).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(await find(description)).toEqual({ status: 'found', hash })
    expect(
      await find(description, [hash]),
      'an equal payment that is known is another one',
    ).toEqual({ status: 'open' })
    expect(await compare(hash, description)).toEqual({ status: 'same' })
    expect(await offered().confirm(hash, network(), { signal: never() })).toMatchObject({
      status: 'confirmed',
    })
  })

  it('[S23] a transaction whose outcome is unknown is found when the wallet sends it late with a newer blockhash, after the first one expired', async () => {
    const draft = await dollars()
    const description = await describeIt(draft)
    expect(await thrownBy(sendBy(() => fail(4900, 'Disconnected'), draft))).toMatchObject({
      code: 'WALLET_OUTCOME',
    })
    ledger.skipSlots(400)
    // The person may approve minutes later, so it is never reported as impossible.
    expect(await find(description)).toEqual({ status: 'open' })
    const hash = await broadcast(signed(wireOf(await dollars())))
    expect(await find(description)).toEqual({ status: 'found', hash })
    expect(await compare(hash, description)).toEqual({ status: 'same' })
  })

  it('[S23] a transaction whose outcome is unknown is not confused with an older one that did the same, nor with a different one', async () => {
    const older = await broadcast(signed(wireOf(await prepare())))
    ledger.skipSlots(1)
    const description = await describeIt(await prepare())
    await broadcast(signed(wireOf(await prepare({ to: eve() }))))
    await broadcast(signed(wireOf(await prepare({ amount: 7_000_000n }))))
    await ledger.request('requestAirdrop', [ada(), 1])
    expect(await find(description)).toEqual({ status: 'open' })
    expect(await compare(older, description)).toEqual({ status: 'different' })
  })

  it('[S23] a transaction whose outcome is unknown is found among two hundred others', async () => {
    const draft = await prepare()
    const description = await describeIt(draft)
    const hash = await broadcast(signed(wireOf(draft)))
    for (let count = 0; count < 200; count++) await ledger.request('requestAirdrop', [ada(), 1])
    expect(await find(description)).toEqual({ status: 'found', hash })
  })

  it('a transaction that another account has signed already is impossible once its blockhash expired', async () => {
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const wire = buildTransaction(ada(), lifetime, { units: 1_000, price: 0n }, [
      sendSol(ada(), eve(), 5n),
      sendSol(bob(), eve(), 7n),
    ])
    const draft = solanaTransaction.draft(network(), {
      wire: signed(wire, 5),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
    })
    const alone = await describeIt(
      solanaTransaction.draft(network(), {
        wire,
        lastValidBlockHeight: lifetime.lastValidBlockHeight,
      }),
    )
    const description = await describeIt(draft)
    ledger.skipSlots(150)
    expect(await find(description)).toEqual({ status: 'open' })
    ledger.skipSlots(25)
    expect(await find(description)).toEqual({ status: 'impossible' })
    expect(await find(alone)).toEqual({ status: 'open' })
  })

  it('a transaction is described in less than 4 kB, and only a valid description is accepted', async () => {
    const description = await describeIt(await dollars())
    expect(description.length).toBeLessThan(4_000)
    const changed = (more: object) => JSON.stringify({ ...JSON.parse(description), ...more })
    for (const text of [
      '',
      'null',
      '{}',
      '[]',
      '<html>',
      changed({ version: 2 }),
      changed({ wire: 'AAAA' }),
      changed({ wire: '*' }),
      changed({ slot: -1 }),
      changed({ slot: '1e9' }),
    ]) {
      expect(await thrownBy(find(text))).toMatchObject({ code: 'CHAIN_ANSWER' })
      expect(await thrownBy(compare('5'.repeat(87), text))).toMatchObject({ code: 'CHAIN_ANSWER' })
    }
    expect(
      await thrownBy(
        offered().describeDraft({ ...world.from, address: eve() }, [await prepare()], never()),
      ),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
})

describe('[S2] a wallet, or a script in the page, that sends another transaction and returns its hash', () => {
  beforeEach(() => start())
  afterEach(stop)
  /** Requests `draft`, while the wallet sends `other` with the key of an account. */
  const sendOther = async (draft: Draft, other: Uint8Array, at = 0) => {
    const description = await describeIt(draft)
    const { hash } = await sendBy(
      async () => ({ signature: await broadcast(signed(other, at)) }),
      draft,
    )
    expect(hash).toBe(hashOf(signed(other, at)))
    return compare(hash, description)
  }

  it('another transaction of the wallet is detected by the recipient of SOL', async () => {
    expect(await sendOther(await prepare(), wireOf(await prepare({ to: eve() })))).toEqual({
      status: 'different',
      to: eve(),
    })
  })
  it('another transaction of the wallet is detected by the recipient of a token, whose owner is named', async () => {
    expect(await sendOther(await dollars(), wireOf(await dollars({ to: eve() })))).toEqual({
      status: 'different',
      to: eve(),
    })
  })
  it('another transaction of the wallet is detected by the amount', async () => {
    expect(
      await sendOther(await prepare(), wireOf(await prepare({ amount: 9_000_000_000n }))),
    ).toEqual({ status: 'different', amount: 9_000_000_000n })
    expect(await sendOther(await dollars(), wireOf(await dollars({ amount: 7_000n })))).toEqual({
      status: 'different',
      amount: 7_000n,
    })
  })
  it('another transaction of the wallet is detected by the token, whose amount is not shown with the decimals of the other', async () => {
    const euros = await prepare({
      asset: assetOf(network(), ledger.tokens.euro.mint),
      decimals: ledger.tokens.euro.decimals,
      amount: 900n,
    })
    expect(await sendOther(await dollars(), wireOf(euros))).toEqual({ status: 'different' })
  })
  it('another transaction of the wallet is detected by an additional transfer beside the requested one', async () => {
    const draft = await prepare({ amount: 1_000_000n })
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const more = buildTransaction(ada(), lifetime, { units: 2_000, price: 0n }, [
      sendSol(ada(), bob(), 1_000_000n),
      sendSol(ada(), eve(), 5_000_000_000n),
    ])
    expect(await sendOther(draft, more)).toEqual({
      status: 'different',
      to: eve(),
      amount: 5_000_000_000n,
    })
  })
  it('another transaction of the wallet is detected by the sender', async () => {
    const draft = await prepare()
    const { blockhash, lastValidBlockHeight } = (
      (await ledger.request('getLatestBlockhash')) as {
        value: { blockhash: string; lastValidBlockHeight: number }
      }
    ).value
    const other = buildTransaction(
      eve(),
      { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) },
      { units: 1_000, price: 0n },
      [sendSol(eve(), bob(), 1_500_000_000n)],
    )
    expect(await sendOther(draft, other, 4)).toEqual({ status: 'different', from: eve() })
  })
  it('compares as the same with a newer blockhash and another budget', async () => {
    const draft = await prepare()
    ledger.setPriorityFee(50_000)
    ledger.skipSlots(30)
    const other = wireOf(await prepare())
    ledger.setPriorityFee(0)
    expect(await sendOther(draft, other)).toEqual({ status: 'same' })
  })
})

describe('[S35] a wallet that raises the fee', () => {
  beforeEach(() => start())
  afterEach(stop)
  // 0.01 SOL, and one lamport more.
  const [most, tooMuch] = [10_000_000_000n, 10_000_001_000n]

  it('a wallet that raises the fee by more than 0.01 SOL and sends has sent another transaction, which is still found', async () => {
    for (const [price, status] of [
      [most, 'same'],
      [tooMuch, 'different'],
    ] as const) {
      const draft = await prepare()
      const description = await describeIt(draft)
      const hash = await broadcast(
        signed(await payment(ada(), bob(), 1_500_000_000n, { units: 1_000, price })),
      )
      expect(await find(description)).toEqual({ status: 'found', hash })
      expect(await compare(hash, description)).toEqual({ status })
      ledger.skipSlots(1)
    }
  })

  it('without a unit limit pays for the units that the network grants: 3,000 for each built-in instruction', async () => {
    const description = await describeIt(await prepare())
    for (const [price, status] of [
      [most / 9n, 'same'],
      [tooMuch / 9n + 1n, 'different'],
    ] as const) {
      const hash = await broadcast(signed(await payment(ada(), bob(), 1_500_000_000n, { price })))
      expect(await compare(hash, description)).toEqual({ status })
    }
  })

  it('a wallet that raises the fee by more than 0.01 SOL and only signs gets nothing broadcast', async () => {
    const sending = sendBy(
      async () => ({
        transaction: base64.encode(
          signed(await payment(ada(), bob(), 1_500_000_000n, { units: 1_000, price: tooMuch })),
        ),
      }),
      await prepare(),
      'solana_signTransaction',
    )
    expect(await thrownBy(sending)).toMatchObject({
      code: 'WALLET_OUTCOME',
      cause: { code: 'WALLET_ANSWER', message: 'The wallet changed the transaction.' },
    })
    expect(await ledger.balanceOf(bob())).toBe(startingLamports)
  })
})
