import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Relay, type RelayMode, startDevnet, startRelay } from '../index.js'

interface Frame {
  readonly id: unknown
  readonly method?: string
  readonly params?: {
    readonly data: {
      readonly topic: string
      readonly message: string
      readonly tag: number
      readonly publishedAt: number
    }
  }
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

const soon = <Value>(check: () => Value) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const topic = (digit: string) => digit.repeat(64)
const posting = (message: string, more: object = {}) => ({
  topic: topic('a'),
  message,
  ttl: 300,
  tag: 1108,
  prompt: true,
  ...more,
})

/** A client that acknowledges what it receives, unless it is silent. */
async function connect(relay: Relay, name: string, { silent = false } = {}) {
  const token = `e30.${Buffer.from(JSON.stringify({ iss: `did:key:${name}` })).toString('base64url')}.x`
  const socket = new WebSocket(`${relay.url}/?auth=${token}&projectId=local`)
  const texts: string[] = []
  const frames: Frame[] = []
  const closed = vi.fn()
  socket.on('close', (code, reason) => closed(code, String(reason)))
  socket.on('error', () => undefined)
  socket.on('message', data => {
    texts.push(String(data))
    try {
      const frame = JSON.parse(String(data)) as Frame
      frames.push(frame)
      if (frame.method && !silent)
        socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    } catch {
      frames.push({ id: 'garbage' })
    }
  })
  await new Promise(resolve => {
    for (const event of ['open', 'close']) socket.once(event, resolve)
  })
  let lastId = 0
  const say = (method: string, params: object) => {
    const id = `${name}-${++lastId}`
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    return id
  }
  return {
    socket,
    texts,
    closed,
    say,
    ask(method: string, params: object) {
      const id = say(method, params)
      return soon(() => {
        const answer = frames.find(frame => frame.id === id)
        if (!answer) throw new TypeError(`no answer to ${method} yet`)
        return answer.error ? { code: answer.error.code } : answer.result
      })
    },
    get received() {
      return frames.flatMap(({ params }) => params?.data ?? [])
    },
    get messages() {
      return this.received.map(({ message }) => message)
    },
    async leave() {
      socket.close()
      await soon(() => expect(closed).toHaveBeenCalled())
    },
  }
}

describe('the relay', () => {
  let relay: Relay
  beforeEach(async () => {
    relay = await startRelay()
  })
  afterEach(() => relay.stop())

  it('[D50c] pushes a published message to the subscribers, and not to its publisher', async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    for (const each of [ada, bob])
      expect(await each.ask('irn_subscribe', { topic: topic('a') })).toMatch(/^[0-9a-f]{64}$/)
    expect(await ada.ask('irn_publish', posting('hello', { attestation: 'jwt' }))).toBe(true)
    await soon(() =>
      expect(bob.received).toMatchObject([
        { topic: topic('a'), message: 'hello', tag: 1108, attestation: 'jwt' },
      ]),
    )
    expect(bob.received[0]?.publishedAt).toBeGreaterThan(Date.now() - 10_000)
    expect(ada.messages).toEqual([])
    expect(relay.published).toEqual({ request: 1 })
  })

  it('[D50c] stores messages for later subscribers, and delivers them in order after the answer', async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    await ada.ask('irn_batchPublish', {
      messages: ['first', 'second'].map(message => posting(message)),
    })
    await ada.ask('irn_publish', posting('other-topic', { topic: topic('b') }))
    expect(relay.holds).toEqual({
      sockets: 2,
      subscriptions: 0,
      byClient: expect.any(Object),
      messages: 3,
      byPhase: { request: 3 },
    })
    expect(await bob.ask('irn_batchSubscribe', { topics: [topic('a'), topic('b')] })).toHaveLength(
      2,
    )
    await soon(() => expect(bob.messages).toEqual(['first', 'second', 'other-topic']))
    expect(bob.texts[0]).toContain('"result"')
    await soon(() =>
      expect(relay.holds).toMatchObject({ subscriptions: 2, messages: 0, byPhase: {} }),
    )
  })

  it('delivers acknowledged messages once, and the others again when the client reconnects', async () => {
    const [ada, silent] = [
      await connect(relay, 'ada'),
      await connect(relay, 'bob', { silent: true }),
    ]
    await silent.ask('irn_subscribe', { topic: topic('a') })
    await ada.ask('irn_publish', posting('hello'))
    await soon(() => expect(silent.messages).toEqual(['hello']))
    await silent.leave()

    const bob = await connect(relay, 'bob')
    await bob.ask('irn_subscribe', { topic: topic('a') })
    await soon(() => expect(bob.messages).toEqual(['hello']))
    await soon(() => expect(relay.holds.messages).toBe(0))
    await bob.ask('irn_subscribe', { topic: topic('a') })
    expect(bob.messages).toEqual(['hello'])
    const carol = await connect(relay, 'carol')
    expect(await carol.ask('irn_fetchMessages', { topic: topic('a') })).toMatchObject({
      messages: [{ message: 'hello', tag: 1108 }],
      hasMore: false,
    })
    expect(await ada.ask('irn_batchFetchMessages', { topics: [topic('a')] })).toEqual({
      messages: [],
      hasMore: false,
    })
  })

  it('delivers a message again until it is acknowledged', async () => {
    const [ada, silent] = [
      await connect(relay, 'ada'),
      await connect(relay, 'bob', { silent: true }),
    ]
    await silent.ask('irn_subscribe', { topic: topic('a') })
    await ada.ask('irn_publish', posting('hello'))
    await soon(() => expect(silent.messages).toEqual(['hello', 'hello']))
    const [first, second] = silent.texts.filter(text => text.includes('irn_subscription'))
    expect(first).toBe(second)
  })

  it('stores the same message once, however often it is published', async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    await bob.ask('irn_subscribe', { topic: topic('a') })
    for (let time = 0; time < 3; time++)
      expect(await ada.ask('irn_publish', posting('hello'))).toBe(true)
    await ada.ask('irn_publish', posting('deletion', { tag: 1112 }))
    await soon(() => expect(bob.messages).toEqual(['hello', 'deletion']))
    expect(relay.published).toEqual({ request: 1, deletion: 1 })
  })

  it('drops a message when its time to live is over', async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    await ada.ask('irn_publish', posting('short', { ttl: 30 }))
    await ada.ask('irn_publish', posting('long', { ttl: 300 }))
    relay.passTime(30_000)
    expect(relay.holds.messages).toBe(1)
    await bob.ask('irn_subscribe', { topic: topic('a') })
    await soon(() => expect(bob.messages).toEqual(['long']))
    relay.passTime(270_000)
    expect(relay.holds.messages).toBe(0)
  })

  it('stops pushing after an unsubscribe, and when the connection ends', async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    await bob.ask('irn_batchSubscribe', { topics: [topic('a'), topic('b'), topic('c')] })
    // The id is one that the client made itself.
    expect(await bob.ask('irn_unsubscribe', { topic: topic('a'), id: 'client-made' })).toBe(true)
    expect(
      await bob.ask('irn_batchUnsubscribe', {
        subscriptions: [{ topic: topic('b'), id: 'client-made' }],
      }),
    ).toBe(true)
    await ada.ask('irn_publish', posting('hello'))
    await ada.ask('irn_publish', posting('still', { topic: topic('c') }))
    await soon(() => expect(bob.messages).toEqual(['still']))
    await bob.leave()
    await soon(() => expect(relay.holds).toMatchObject({ sockets: 1, subscriptions: 0 }))
  })

  it('[D50c] executes a pairing by the combined methods, and subscribes their caller', async () => {
    const [page, wallet] = [await connect(relay, 'page'), await connect(relay, 'wallet')]
    expect(
      await page.ask('wc_proposeSession', {
        pairingTopic: topic('a'),
        sessionProposal: 'proposal',
        ttl: 300,
        correlationId: 1,
      }),
    ).toBe(true)
    await wallet.ask('irn_subscribe', { topic: topic('a') })
    await soon(() => expect(wallet.received).toMatchObject([{ message: 'proposal', tag: 1100 }]))
    const approval = {
      sessionTopic: topic('b'),
      pairingTopic: topic('a'),
      sessionProposalResponse: 'approval',
      sessionSettlementRequest: 'settlement',
      ttl: 300,
    }
    expect(await wallet.ask('wc_approveSession', approval)).toBe(true)
    await soon(() => expect(page.received).toMatchObject([{ message: 'approval', tag: 1101 }]))
    await page.ask('irn_subscribe', { topic: topic('b') })
    await soon(() => expect(page.messages).toEqual(['approval', 'settlement']))
    await page.ask('irn_publish', posting('settled', { topic: topic('b'), tag: 1103 }))
    await soon(() => expect(wallet.messages).toEqual(['proposal', 'settled']))
    expect(relay.published).toEqual({ proposal: 1, approval: 1, settlement: 1, settled: 1 })
  })

  it('answers with the id of the request, as text or as a number beyond a double', async () => {
    const { socket, texts } = await connect(relay, 'ada')
    for (const id of [
      '"1754000000000000001"',
      '1754000000000000001',
      '"with \\"quotes\\" and id"',
    ]) {
      socket.send(
        `{"jsonrpc": "2.0", "params": {"topic": "${topic('a')}", "id": 7, "list": [{"id": 8}]}, "method": "irn_unsubscribe", "id" : ${id}}`,
      )
      await soon(() => expect(texts.at(-1)).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`))
    }
  })

  it('refuses malformed requests, and keeps serving', async () => {
    const ada = await connect(relay, 'ada')
    expect(await ada.ask('irn_dance', {})).toEqual({ code: -32601 })
    expect(await ada.ask('constructor', {})).toEqual({ code: -32601 })
    for (const wrong of [{ topic: 'short' }, { topic: 7 }, {}])
      expect(await ada.ask('irn_subscribe', wrong)).toEqual({ code: -32600 })
    expect(await ada.ask('irn_publish', posting(''))).toEqual({ code: -32600 })
    expect(await ada.ask('irn_batchSubscribe', { topics: Array(501).fill(topic('a')) })).toEqual({
      code: -32600,
    })
    for (const text of [
      '',
      'no json',
      '[]',
      'null',
      '{"id":1,"method":7}',
      '{"method":"irn_publish"}',
    ])
      ada.socket.send(text)
    ada.socket.send(Buffer.from([0xff, 0xfe]))
    await soon(() => expect(ada.texts.filter(text => text.includes('"id":0'))).toHaveLength(7))
    expect(await ada.ask('iridium_subscribe', { topic: topic('a') })).toHaveLength(64)
  })

  it('uses the token of a client as its name, and accepts a client without one', async () => {
    const socket = new WebSocket(`${relay.url}/?auth=nonsense`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ id: 1, method: 'irn_subscribe', params: { topic: topic('a') } }))
    const ada = await connect(relay, 'ada')
    await ada.ask('irn_subscribe', { topic: topic('a') })
    const clients = relay.requests.map(({ client }) => client)
    expect(clients).toHaveLength(2)
    expect(clients).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/), 'did:key:ada']),
    )
    await expect(fetch(relay.url.replace('ws', 'http')).then(({ status }) => status)).resolves.toBe(
      426,
    )
  })
})

describe('a relay that fails on command', () => {
  let relay: Relay
  beforeEach(async () => {
    relay = await startRelay()
  })
  afterEach(() => relay.stop())
  const listening = async () => {
    const [ada, bob] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
    await bob.ask('irn_subscribe', { topic: topic('a') })
    return [ada, bob] as const
  }

  it('cuts every connection, and keeps the published messages', async () => {
    const [ada, bob] = await listening()
    await bob.leave()
    await ada.ask('irn_publish', posting('hello'))
    expect(relay.cut()).toBe(1)
    await soon(() => expect(ada.closed).toHaveBeenCalledWith(1006, ''))
    expect(relay.holds).toMatchObject({ sockets: 0, subscriptions: 0, messages: 1 })
    const again = await connect(relay, 'bob')
    await again.ask('irn_subscribe', { topic: topic('a') })
    await soon(() => expect(again.messages).toEqual(['hello']))
  })

  it('a relay that is down accepts no connection, counts the attempts, and accepts them again later', async () => {
    const [ada] = await listening()
    relay.set('down')
    await soon(() => expect(ada.closed).toHaveBeenCalledWith(1006, ''))
    const refused = await connect(relay, 'carol')
    await soon(() => expect(refused.closed).toHaveBeenCalledWith(1006, ''))
    expect([relay.attempts, relay.holds.sockets]).toEqual([3, 0])
    relay.set('ok')
    expect(
      await (await connect(relay, 'carol')).ask('irn_subscribe', { topic: topic('a') }),
    ).toHaveLength(64)
  })

  it('closes connections with the code 3000 and a reason in the mode refuse', async () => {
    const [ada] = await listening()
    relay.set('refuse', { reason: 'Origin not allowed' })
    await soon(() => expect(ada.closed).toHaveBeenCalledWith(3000, 'Origin not allowed'))
    const carol = await connect(relay, 'carol')
    await soon(() => expect(carol.closed).toHaveBeenCalledWith(3000, 'Origin not allowed'))
  })

  it('a slow relay keeps the order', async () => {
    const [ada, bob] = await listening()
    relay.set('slow', { delayMs: 200 })
    const beganAt = performance.now()
    const answered = ada.ask('irn_publish', posting('first'))
    await answered
    expect(performance.now() - beganAt).toBeGreaterThan(190)
    ada.say('irn_publish', posting('second'))
    await soon(() => expect(relay.published).toEqual({ request: 2 }))
    relay.set('ok')
    await ada.ask('irn_publish', posting('third'))
    await soon(() => expect(bob.messages).toEqual(['first', 'second', 'third']))
  })

  it('answers nothing and stores nothing in the mode stall', async () => {
    const [ada, bob] = await listening()
    const heardBefore = ada.texts.length
    relay.set('stall')
    ada.say('irn_publish', posting('lost'))
    await new Promise(resolve =>
      ada.socket.ping('', undefined, () => ada.socket.once('pong', resolve)),
    )
    expect([ada.texts.length, bob.messages]).toEqual([heardBefore, []])
    relay.set('ok')
    expect(await ada.ask('irn_publish', posting('hello'))).toBe(true)
    await soon(() => expect(bob.messages).toEqual(['hello']))
  })

  it.each([
    ['garbage', '<!doctype html>'],
    ['nonsense', '{"nonsense":[null]}'],
    ['error', '-32000'],
  ] as const)('answers a publish in the mode %s with %s', async (mode, answer) => {
    const [ada] = await listening()
    relay.set(mode)
    ada.say('irn_publish', posting('hello'))
    await soon(() => expect(ada.texts.at(-1)).toContain(answer))
  })

  it('a relay pushes messages that cannot be read', async () => {
    const [ada, bob] = await listening()
    relay.set('nonsense')
    ada.say('irn_publish', posting('hello'))
    await soon(() => expect(bob.messages).toEqual(['AAAA']))
  })

  it('answers what a function returns, and stores nothing', async () => {
    const [ada, bob] = await listening()
    relay.set(({ method, phases }) => ({ method, phases }))
    expect(await ada.ask('irn_publish', posting('hello'))).toEqual({
      method: 'irn_publish',
      phases: ['request'],
    })
    expect([relay.holds.messages, bob.messages]).toEqual([0, []])
  })

  it('pushes messages twice in the mode twice, and in reverse order in the mode shuffle', async () => {
    const [ada, bob] = await listening()
    relay.set('twice')
    await ada.ask('irn_publish', posting('hello'))
    await soon(() => expect(bob.messages).toEqual(['hello', 'hello']))
    relay.set('shuffle')
    await ada.ask('irn_batchPublish', {
      messages: ['1', '2', '3'].map(message => posting(message)),
    })
    await soon(() => expect(bob.messages.slice(2)).toEqual(['3', '2', '1']))
  })

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'cuts every connection once, %s it stores a message of a phase',
    async (when, kept) => {
      const [ada, bob] = await listening()
      const cut = relay.cutAt('request', when)
      await ada.ask('irn_publish', posting('an event', { tag: 1110 }))
      ada.say('irn_publish', posting('hello'))
      await cut
      await soon(() =>
        expect([ada.closed, bob.closed].map(({ mock }) => mock.calls.length)).toEqual([1, 1]),
      )
      expect(relay.published.request ?? 0).toBe(kept)
      // What clients do: connect, subscribe, send again.
      const [adaAgain, bobAgain] = [await connect(relay, 'ada'), await connect(relay, 'bob')]
      await bobAgain.ask('irn_subscribe', { topic: topic('a') })
      expect(await adaAgain.ask('irn_publish', posting('hello'))).toBe(true)
      await soon(() =>
        expect(bobAgain.messages.filter(message => message === 'hello')).toEqual(['hello']),
      )
      expect(relay.published.request).toBe(1)
    },
  )

  it('refuses an unknown mode', () => {
    expect(() => relay.set('tired' as RelayMode)).toThrow(
      expect.objectContaining({ name: 'DevnetError', code: 'BAD_ARGUMENT' }),
    )
  })
})

describe('a relay in the devnet', () => {
  it('the relay starts at once on request, and ends with the devnet', async () => {
    const devnet = await startDevnet({ chains: [], relay: true })
    expect(devnet.startedInMs).toBeLessThan(1_000)
    expect(devnet.parts.map(({ id }) => id)).toEqual(['relay'])
    expect(devnet.relay().addresses).toEqual({ ws: devnet.relay().url })
    const { closed } = await connect(devnet.relay(), 'ada')
    await devnet.revert(await devnet.snapshot())
    await expect(devnet.revert({ name: 'of another devnet' })).rejects.toMatchObject({
      code: 'NO_SUCH_SNAPSHOT',
    })
    expect(closed).not.toHaveBeenCalled()
    await devnet.stop()
    await devnet.stop()
    await soon(() => expect(closed).toHaveBeenCalled())
  })

  it('the devnet has no relay unless one was requested', async () => {
    const devnet = await startDevnet({ chains: [] })
    expect(() => devnet.relay()).toThrow(expect.objectContaining({ code: 'NO_RELAY' }))
    await devnet.stop()
  })
})
