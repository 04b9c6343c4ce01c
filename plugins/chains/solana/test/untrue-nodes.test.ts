import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type SolanaLedger, startingLamports, startSolanaLedger } from '@portico/devnet'
import {
  type RemoteSession,
  remoteSessionsCapability,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { type AccountId, ChainError, type Draft, solanaTransaction } from '@portico/kernel/chain'
import { failedRequest } from '@portico/kernel/wallet'
import { base64 } from '@scure/base'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTransaction, sendSol } from '../src/transactions/build-transaction.js'
import { createDescribed } from '../src/transactions/described-transaction.js'
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
type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | undefined
/** A node in front of the ledger that answers some calls itself. */
async function startNode(
  reply: (method: string, params: readonly unknown[]) => Reply | Promise<Reply>,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    type Call = {
      readonly id: number
      readonly method: string
      readonly params: readonly unknown[]
    }
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | readonly Call[]
    const answer = async (call: Call) => {
      const own = await reply(call.method, call.params)
      if (own) return { jsonrpc: '2.0', id: call.id, ...own }
      const upstream = await fetch(ledger.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
      })
      return upstream.json()
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          await (Array.isArray(body) ? Promise.all(body.map(answer)) : answer(body as Call)),
        ),
      )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
beforeAll(async () => {
  ledger = await startSolanaLedger()
  await ledger.snapshot('start')
})
afterAll(() => ledger.stop())

describe('a node that lies about what was sent', () => {
  let reply: Parameters<typeof startNode>[0]
  let node: Awaited<ReturnType<typeof startNode>>
  beforeEach(async () => {
    reply = () => undefined
    node = await startNode((method, params) => reply(method, params))
  })
  afterEach(async () => {
    node.stop()
    await stop()
  })

  it('[S2] and returns another transaction for the hash is not trusted: the next endpoint is used', async () => {
    await start({ rpcUrls: [node.url, ledger.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    const other = await broadcast(signed(wireOf(await prepare({ to: eve() }))))
    const hash = await broadcast(signed(wireOf(draft)))
    const shown = await ledger.request('getTransaction', [other, { encoding: 'base64' }])
    reply = method => (method === 'getTransaction' ? { result: shown } : undefined)
    expect(await compare(hash, description)).toEqual({ status: 'same' })
  })

  it('[S2] and returns the requested transaction for another hash is not trusted', async () => {
    await start({ rpcUrls: [node.url, ledger.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    const other = await broadcast(signed(wireOf(await prepare({ to: eve() }))))
    const shown = await ledger.request('getTransaction', [
      await broadcast(signed(wireOf(draft))),
      { encoding: 'base64' },
    ])
    reply = method => (method === 'getTransaction' ? { result: shown } : undefined)
    expect(await compare(other, description)).toEqual({ status: 'different', to: eve() })
  })

  it('[S23] or cannot show one transaction of the account hides no other', async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    const hash = await broadcast(signed(wireOf(draft)))
    const odd = await broadcast(signed(wireOf(await prepare({ amount: 7_000_000n }))))
    reply = (method, [asked]) =>
      method === 'getTransaction' && asked === odd
        ? { error: { code: -32015, message: 'Transaction version (1) is not supported' } }
        : undefined
    expect(await find(description)).toEqual({ status: 'found', hash })
  })

  it('[S23] [S35] leaves the outcome unknown where the wallet returns a hash that no endpoint shows for 30 s', async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    const now = performance.now.bind(performance)
    let skipped = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skipped)
    reply = method => {
      if (method === 'getTransaction') skipped += 31_000
      return undefined
    }
    const error = await thrownBy(sendBy(() => ({ signature: '5'.repeat(87) }), draft))
    clock.mockRestore()
    expect(error).toMatchObject({ code: 'WALLET_OUTCOME' })
    expect(failedRequest(error)).toBe('unknown')
  })

  it("[S23] and refuses to show the wallet's hash does not prove that nothing was sent", async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    let isRefusing = true
    reply = method =>
      method === 'getTransaction' && isRefusing
        ? {
            error: { code: -32011, message: 'Transaction history is not available from this node' },
          }
        : undefined
    setTimeout(() => {
      isRefusing = false
    }, 500)
    const { hash } = await sendBy(
      async () => ({ signature: await broadcast(signed(wireOf(await prepare()))) }),
      draft,
    )
    expect(await compare(hash, description)).toEqual({ status: 'same' })
  })

  it('[R6] or does not respond decides nothing: the search throws', async () => {
    await start({ rpcUrls: [node.url], plugin: { rpcTimeoutMs: 300 } })
    const description = await describeIt(await prepare())
    reply = () => new Promise<Reply>(() => undefined)
    expect(await thrownBy(find(description))).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })

  it.each<[string, Reply & object, 'unknown' | 'sent']>([
    [
      'that the preflight failed',
      {
        error: {
          code: -32002,
          message: 'Transaction simulation failed',
          data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: [] },
        },
      },
      'unknown',
    ],
    [
      'that a signature is wrong',
      { error: { code: -32003, message: 'Transaction signature verification failure' } },
      'unknown',
    ],
    [
      'that it is no transaction',
      { error: { code: -32602, message: 'invalid transaction' } },
      'unknown',
    ],
    [
      'that it was processed already',
      {
        error: {
          code: -32002,
          message: 'Transaction simulation failed',
          data: { err: 'AlreadyProcessed', logs: [] },
        },
      },
      'sent',
    ],
    [
      'that it does not know the blockhash, while that is good',
      {
        error: {
          code: -32002,
          message: 'Transaction simulation failed',
          data: { err: 'BlockhashNotFound' },
        },
      },
      'sent',
    ],
    [
      'that the preflight failed, without a reason',
      { error: { code: -32002, message: 'Transaction simulation failed' } },
      'sent',
    ],
    ['an internal error', { error: { code: -32603, message: 'Internal error' } }, 'sent'],
    [
      'that a block is not there',
      { error: { code: -32016, message: 'Minimum context slot has not been reached' } },
      'sent',
    ],
  ])(
    '[S23] and says of a signed transaction %s never proves that nothing was sent',
    async (_, answer, outcome) => {
      await start({ rpcUrls: [node.url] })
      const draft = await prepare()
      reply = method => (method === 'sendTransaction' ? answer : undefined)
      const sending = offered().send(world.via, world.from, draft, never())
      if (outcome === 'unknown')
        return expect(await thrownBy(sending)).toMatchObject({ code: 'WALLET_OUTCOME' })
      // It may be under way, so it is sent again until the network has it.
      const { hash } = await sending
      reply = () => undefined
      expect(await offered().confirm(hash, network(), { signal: never() })).toMatchObject({
        status: 'confirmed',
      })
      expect(await ledger.balanceOf(bob())).toBe(startingLamports + 1_500_000_000n)
    },
  )

  it('[S2] [S23] and relays a signed transaction before it refuses it leaves the outcome unknown; the transaction is found', async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    let hash: unknown
    reply = async (method, params) => {
      if (method !== 'sendTransaction') return undefined
      hash = await ledger.request('sendTransaction', params)
      return {
        error: {
          code: -32002,
          message: 'Transaction simulation failed',
          data: { err: 'InvalidRentPayingAccount', logs: ['Program failed: no rent'] },
        },
      }
    }
    const error = await thrownBy(offered().send(world.via, world.from, draft, never()))
    expect(error).toMatchObject({
      code: 'WALLET_OUTCOME',
      message: expect.stringContaining('no rent'),
      cause: { code: 'TRANSFER_REFUSED' },
    })
    expect(failedRequest(error)).toBe('unknown')
    expect(await find(description)).toEqual({ status: 'found', hash })
  })

  it('[S2] [S23] and relays a signed transaction, calls it too old and names a late block does not prove that nothing was sent', async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    reply = async (method, params) => {
      if (method === 'getBlockHeight') return { result: 1_000_000 }
      if (method !== 'sendTransaction') return undefined
      await ledger.request('sendTransaction', params)
      return {
        error: {
          code: -32002,
          message: 'Transaction simulation failed',
          data: { err: 'BlockhashNotFound' },
        },
      }
    }
    const { hash } = await offered().send(world.via, world.from, draft, never())
    expect(await offered().confirm(hash, network(), { signal: never() })).toMatchObject({
      status: 'confirmed',
    })
  })

  it.each([null, { InstructionError: [0, 'Custom'] }])(
    '[S23] and shows a status that is only processed, with the error %j, has reported nothing final',
    async err => {
      await start({ rpcUrls: [node.url] })
      const { hash } = await offered().send(world.via, world.from, await prepare(), never())
      let looks = 0
      reply = method => {
        if (method !== 'getSignatureStatuses' || ++looks > 3) return undefined
        return {
          result: {
            context: { slot: 1 },
            value: [{ slot: 77, confirmations: 0, err, confirmationStatus: 'processed' }],
          },
        }
      }
      const outcome = await offered().confirm(hash, network(), { signal: never() })
      expect(outcome).toMatchObject({ status: 'confirmed' })
      expect(outcome.status === 'confirmed' && outcome.block).not.toBe(77n)
      expect(looks).toBeGreaterThan(3)
    },
  )
})

describe('a transaction with accounts of a lookup table, as in swaps', () => {
  it('[S2] [S23] a transaction with accounts of a lookup table is found, and a difference is detected by an account of the table', async () => {
    await start()
    const plain = wireOf(await prepare())
    const [from, id] = [world.from, network()]
    await stop()
    /** The recipient is the account at this index of a table. */
    const looked = (place: number) => {
      const wire = Uint8Array.of(
        ...plain.slice(0, -1),
        1,
        ...new Uint8Array(32).fill(7),
        1,
        place,
        0,
      )
      // The second account of the transfer, before 1 + 12 bytes of data and the number of tables:
      // the first index after the named accounts.
      wire[plain.length - 15] = plain[69] ?? 0
      return wire
    }
    const sent = [signed(looked(3)), signed(looked(4))]
    const answers: Readonly<Record<string, (first: unknown) => unknown>> = {
      getSlot: () => 100,
      getBlockHeight: () => 100,
      getSignaturesForAddress: () =>
        sent.map(wire => ({
          signature: hashOf(wire),
          slot: 101,
          err: null,
          blockTime: 1,
          confirmationStatus: 'confirmed',
        })),
      getTransaction: first => ({
        slot: 101,
        transaction: [base64.encode(sent.find(wire => hashOf(wire) === first) ?? plain), 'base64'],
      }),
    }
    const ask = async (
      method: string,
      [first]: readonly unknown[],
      read: (answer: unknown) => unknown,
    ) => read(answers[method]?.(first))
    const described = createDescribed(() => ({ ask }) as never, { confirmationPollMs: 20 })
    const description = await described.describe(
      from,
      [solanaTransaction.draft(id, { wire: looked(3), lastValidBlockHeight: 200n })],
      never(),
    )
    const [same, other] = sent.map(hashOf) as [string, string]
    expect(await described.find(id, description, never())).toEqual({ status: 'found', hash: same })
    expect(await described.compare(same, id, description, never())).toEqual({ status: 'same' })
    expect(await described.compare(other, id, description, never())).toEqual({
      status: 'different',
    })
  })
})

describe('a pending request of an account that signs nothing', () => {
  let from: Connected['from']
  let id: ReturnType<typeof network>
  let wires: { readonly asked: Uint8Array; readonly other: Uint8Array; readonly gift: Uint8Array }
  let skippedMs = 0
  beforeAll(async () => {
    await start()
    from = world.from
    id = network()
    const other = signed(wireOf(await prepare({ to: eve() })))
    wires = {
      asked: wireOf(await prepare()),
      other,
      gift: signed(await payment(eve(), ada(), 1_000n), 4),
    }
    await stop()
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  })
  afterAll(() => void vi.restoreAllMocks())

  /** The status at two polls: `ms` and `blocks` pass between them. */
  async function looks({
    ms = 301_000,
    blocks = 301,
    hasAnswered = true,
    sent = [] as Uint8Array[],
  }) {
    let height = 500
    let shown: readonly Uint8Array[] = []
    const answers: Readonly<Record<string, (first: unknown) => unknown>> = {
      getSlot: () => 100,
      getBlockHeight: options =>
        Object(options).commitment === 'finalized' ? height : height + 31,
      getSignaturesForAddress: () =>
        shown.map(wire => ({
          signature: hashOf(wire),
          slot: 101,
          err: null,
          blockTime: 1,
          confirmationStatus: 'confirmed',
        })),
      getTransaction: first => ({
        slot: 101,
        transaction: [
          base64.encode(shown.find(wire => hashOf(wire) === first) ?? wires.asked),
          'base64',
        ],
      }),
    }
    const ask = async (
      method: string,
      [first]: readonly unknown[],
      read: (answer: unknown) => unknown,
    ) => read(answers[method]?.(first))
    const described = createDescribed(() => ({ ask }) as never, { confirmationPollMs: 20 })
    // The draft's blockhash expired before the first poll.
    const description = await described.describe(
      from,
      [solanaTransaction.draft(id, { wire: wires.asked, lastValidBlockHeight: 400n })],
      never(),
    )
    const look = async () =>
      (await described.find(id, description, never(), [], hasAnswered)).status
    const first = await look()
    skippedMs += ms
    height += blocks
    shown = sent
    return [first, await look()]
  }

  it("[S23] a pending request becomes impossible five minutes and two blockhash lifetimes after the wallet's response", async () => {
    expect(await looks({})).toEqual(['open', 'impossible'])
  })
  it('[S23] a pending request becomes impossible even if another account sends it something meanwhile', async () => {
    expect(await looks({ sent: [wires.gift] })).toEqual(['open', 'impossible'])
  })
  it.each([
    ['the wallet has not answered', { hasAnswered: false }],
    ['less than five minutes are over', { ms: 299_000 }],
    ['the network has made too few blocks meanwhile', { blocks: 300 }],
  ])(
    '[S23] a pending request of an account that signs nothing stays open where %s',
    async (_, change) => {
      expect(await looks(change)).toEqual(['open', 'open'])
    },
  )
  it('[S23] a pending request of an account that signs nothing stays open where the account has signed anything else since', async () => {
    expect(await looks({ sent: [wires.other] })).toEqual(['open', 'open'])
  })
})

describe('a hash that no endpoint knows', () => {
  it('[S23] a hash that no endpoint knows is absent after two minutes of responses; time without responses does not count', async () => {
    await start()
    const draft = await prepare()
    const description = await describeIt(draft)
    const id = network()
    await stop()
    vi.useFakeTimers()
    try {
      let isDown = false
      let turns = 0
      const ask = async (_method: string, _params: unknown, read: (answer: unknown) => unknown) => {
        if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
        return read(null)
      }
      const { compare: compareIt } = createDescribed(() => ({ ask }) as never, {
        confirmationPollMs: 1_000,
      })
      const told = vi.fn()
      void compareIt('5'.repeat(87), id, description, never(), async () => void turns++).then(told)
      await vi.advanceTimersByTimeAsync(100_000)
      isDown = true
      await vi.advanceTimersByTimeAsync(120_000)
      expect(told).not.toHaveBeenCalled()
      isDown = false
      await vi.advanceTimersByTimeAsync(20_000)
      expect(told).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(told).toHaveBeenCalledExactlyOnceWith({ status: 'absent' })
      expect(turns).toBeGreaterThan(10)
    } finally {
      vi.useRealTimers()
    }
  })
})
