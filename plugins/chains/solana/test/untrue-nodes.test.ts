import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startingLamports } from '@portico/devnet'
import { solanaTransaction } from '@portico/kernel/chain'
import { failedRequest } from '@portico/kernel/wallet'
import { base64 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDescribed } from '../src/transactions/described-transaction.js'
import { never, thrownBy } from './bench.js'
import { hashOf, wireOf } from './outcomes-rig.js'
import {
  bob,
  broadcast,
  compare,
  describeIt,
  eve,
  find,
  ledger,
  network,
  offered,
  prepare,
  sendBy,
  setUpPayments,
  signed,
  start,
  stop,
  world,
} from './payments-bench.js'

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

setUpPayments()

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

  it('[S2] a node that returns another transaction for the hash is not trusted: the next endpoint is used', async () => {
    await start({ rpcUrls: [node.url, ledger.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    const other = await broadcast(signed(wireOf(await prepare({ to: eve() }))))
    const hash = await broadcast(signed(wireOf(draft)))
    const shown = await ledger.request('getTransaction', [other, { encoding: 'base64' }])
    reply = method => (method === 'getTransaction' ? { result: shown } : undefined)
    expect(await compare(hash, description)).toEqual({ status: 'same' })
  })

  it('[S2] a node that returns the requested transaction for another hash is not trusted', async () => {
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

  it('[S23] a node that cannot show one transaction of the account hides no other', async () => {
    await start({ rpcUrls: [node.url] })
    const draft = await prepare()
    const description = await describeIt(draft)
    const hash = await broadcast(signed(wireOf(draft)))
    const odd = await broadcast(signed(wireOf(await prepare({ amount: 7_000_000n }))))
    reply = (method, [hash]) =>
      method === 'getTransaction' && hash === odd
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

  it("[S23] a node that refuses to show the wallet's hash does not prove that nothing was sent", async () => {
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

  it('[R6] a node that does not respond decides nothing: the search throws', async () => {
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
    '[S23] a node that says of a signed transaction %s never proves that nothing was sent',
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

  it('[S2] [S23] a node that relays a signed transaction before it refuses it leaves the outcome unknown; the transaction is found', async () => {
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

  it('[S2] [S23] a node that relays a signed transaction, calls it too old and names a late block does not prove that nothing was sent', async () => {
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
    '[S23] a node that shows a status that is only processed, with the error %j, has reported nothing final',
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
    const request = async (
      method: string,
      [first]: readonly unknown[],
      read: (answer: unknown) => unknown,
    ) => read(answers[method]?.(first))
    const described = createDescribed(() => ({ request }) as never, { confirmationPollMs: 20 })
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
