import { definePlugin } from '@portico/kernel'
import type { RemoteSession } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSignInsSlot } from '@portico/kernel/session'
import { tally } from '@portico/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { savedSessionsSlice } from '../src/persisted.js'
import { chainWith, id, type PageOptions, startPage } from './bench.js'
import { scriptedLibrary } from './scripted-library.js'

const never = () => new AbortController().signal
const topicOf = (letter: string) => letter.repeat(64)
const settled = (topic: string, ...namespaces: readonly string[]) => ({
  topic,
  expiry: Math.floor(Date.now() / 1_000) + 7 * 24 * 3_600,
  namespaces: Object.fromEntries(
    namespaces.map(one => [
      one,
      { accounts: [`${one}:main:t_ada`], methods: ['tally_sign'], events: [] },
    ]),
  ),
  peer: { metadata: { name: 'Pocket', icons: [] } },
})
const app = { name: 'Rainbow', href: 'https://rnbwapp.com/' }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
async function start(options: PageOptions = {}, library = scriptedLibrary()) {
  const page = await startPage({ relayUrl: 'ws://127.0.0.1:1', ...options, load: library.load })
  closing.push(() => page.kernel.dispose())
  const connector = (namespace = 'tally') =>
    page.kernel.items(connectorsSlot).find(one => one.id === `${namespace}:walletConnect`)
  const kept = () => JSON.stringify(page.kernel.state(savedSessionsSlice))
  /** The wallet approves the link on screen. */
  const approve = async (session: {
    readonly topic: string
    readonly signed?: readonly unknown[]
  }) => {
    await page.uri()
    library.sessions.push(session)
    library.links.at(-1)?.approve(session)
  }
  return { ...page, library, connector, kept, approve }
}
describe('a pairing that is given up after the wallet has approved', () => {
  it('a pairing that is given up after the approval notifies the wallet, and keeps nothing of it', async () => {
    let opened: RemoteSession | undefined
    const page = await start({
      plugins: [
        chainWith(session => {
          opened = session
          return new Promise(() => undefined)
        }),
      ],
    })
    const giveUp = new AbortController()
    const connecting = page.connector()?.connect({}, giveUp.signal)
    connecting?.catch(() => undefined)
    await page.approve(settled(topicOf('a'), 'tally'))
    await expect.poll(() => opened !== undefined).toBe(true)
    expect(page.kept()).toContain(topicOf('a'))
    giveUp.abort(new TypeError('closed'))
    await expect(connecting).rejects.toThrow('closed')
    await expect.poll(() => page.library.ended).toEqual([topicOf('a')])
    expect(page.kept()).not.toContain(topicOf('a'))
    await expect(opened?.request('tally_sign', {}, 'tally:main', never())).rejects.toMatchObject({
      code: 'SESSION_OVER',
    })
  })
  it('a pairing that is given up at any moment of the approval notifies the wallet', async () => {
    const page = await start()
    for (let ticks = 0; ticks < 24; ticks++) {
      const giveUp = new AbortController()
      const connecting = page.connector()?.connect({}, giveUp.signal)
      connecting?.catch(() => undefined)
      const topic = ticks.toString(16).padStart(64, '0')
      await page.approve(settled(topic, 'tally'))
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      giveUp.abort(new TypeError('closed'))
      const came = await connecting?.then(
        () => true,
        () => false,
      )
      if (came) break
      await expect
        .poll(() => page.library.ended, { message: `given up after ${ticks} ticks` })
        .toContain(topic)
      expect(page.kept()).not.toContain(topic)
    }
    expect(page.library.ended.length).toBeGreaterThan(3)
  })
  it('a pairing whose chain cannot be opened notifies the wallet', async () => {
    const page = await start({
      plugins: [chainWith(() => Promise.reject(new TypeError('no code')))],
    })
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await page.approve(settled(topicOf('a'), 'tally'))
    await expect(connecting).rejects.toBeDefined()
    await expect.poll(() => page.library.ended).toEqual([topicOf('a')])
    expect(page.kept()).not.toContain(topicOf('a'))
  })
  it('a failed restore leaves its session alone', async () => {
    const page = await start()
    const connecting = page.connections.connect(id)
    await page.approve(settled(topicOf('a'), 'tally'))
    await connecting
    page.kernel.dispose()
    const next = await start(
      {
        storage: page.storage,
        plugins: [chainWith(() => Promise.reject(new TypeError('no code')))],
      },
      page.library,
    )
    await expect(next.connector()?.restore({}, never())).rejects.toThrow('no code')
    expect(page.library.ended).toEqual([])
    expect(next.kept()).toContain(topicOf('a'))
  })
})

describe('a session without a connection', () => {
  it('a session without a connection is ended when the next one is restored, however young it is', async () => {
    const plugins = [tally(), tally({ namespace: 'abacus' })]
    const page = await start({ plugins })
    for (const [namespace, letter] of [
      ['tally', 'a'],
      ['abacus', 'b'],
    ] as const) {
      const connecting = page.connections.connect(`${namespace}:walletConnect`)
      await page.approve(settled(topicOf(letter), namespace))
      await connecting
    }
    page.kernel.dispose()
    const next = await start({ plugins, storage: page.storage }, page.library)
    expect(await next.connector()?.restore({}, never())).toBeDefined()
    await expect.poll(() => page.library.ended).toEqual([topicOf('b')])
    expect(next.kept()).toContain(topicOf('a'))
    expect(next.kept()).not.toContain(topicOf('b'))
  })
})

describe('the app that requests open', () => {
  const tap = async (page: Awaited<ReturnType<typeof start>>, link = app) => {
    const { pairingsService } = await import('../src/index.js')
    await page.kernel.use(pairingsService).choose(link)
  }
  it('[S3.76] the app that requests open is forgotten with the pairing for which it was chosen', async () => {
    const page = await start()
    const giveUp = new AbortController()
    const first = page.connector()?.connect({}, giveUp.signal)
    await page.uri()
    await tap(page)
    expect(page.kept()).toContain(app.href)
    giveUp.abort(new TypeError('cancelled'))
    await expect(first).rejects.toThrow('cancelled')
    await expect.poll(() => page.kept()).not.toContain(app.href)

    const second = page.connections.connect(id)
    await page.approve(settled(topicOf('a'), 'tally'))
    await second
    expect(page.kept()).not.toContain(app.href)
  })
  it('[S3.76] the app of a connection stays when another pairing fails, and is forgotten when a wallet was paired without an app', async () => {
    const page = await start({ plugins: [tally(), tally({ namespace: 'abacus' })] })
    const first = page.connections.connect(id)
    await page.uri()
    await tap(page)
    await page.approve(settled(topicOf('a'), 'tally'))
    await first

    const giveUp = new AbortController()
    const second = page.connector('abacus')?.connect({}, giveUp.signal)
    await page.uri()
    await tap(page, { name: 'Other', href: 'https://other.example/' })
    giveUp.abort(new TypeError('cancelled'))
    await expect(second).rejects.toThrow('cancelled')
    await expect.poll(() => page.kept()).toContain(app.href)

    const third = page.connections.connect('abacus:walletConnect')
    await page.approve(settled(topicOf('b'), 'abacus'))
    await third
    await expect.poll(() => page.kept()).not.toContain(app.href)
  })
  it('[S7] an app with a forbidden link is never chosen, by any plugin', async () => {
    const page = await start()
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await page.uri()
    await tap(page, { name: 'Evil', href: 'javascript:alert(1)//' })
    expect(page.kept()).not.toContain('javascript')
  })
})

describe('a pairing that a wallet refuses', () => {
  it.each([
    [{ code: 5100, message: 'Unsupported chains.' }, 'wallet.error.unsupported'],
    [{ code: -32603, message: 'Internal error.' }, 'walletconnect.error.WALLET_REFUSED'],
    [new TypeError('Failed to fetch'), 'walletconnect.error.RELAY_UNREACHABLE'],
    [new TypeError('x is undefined'), 'wallet.error.answer'],
  ])('a refusal with %o shows the message for its code', async (refusal, sentence) => {
    const page = await start()
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await page.uri()
    page.library.links[0]?.refuse(refusal)
    await expect(connecting).rejects.toBeDefined()
    expect(page.phase()).toMatchObject({ name: 'failed', problem: { id: sentence } })
  })
})

describe('a wallet that has signed in along with its approval', () => {
  it('a wallet that signed in stays approved while the server verifies, and is disconnected if the person leaves', async () => {
    const waiting = definePlugin({
      id: 'sign-in',
      setup: context =>
        context.contribute(sessionSignInsSlot, {
          id: 'sign-in',
          request: async () => undefined,
          receive: () => new Promise(() => undefined),
        }),
    })
    const page = await start({ plugins: [tally(), waiting] })
    const giveUp = new AbortController()
    const connecting = page.connector()?.connect({}, giveUp.signal)
    connecting?.catch(() => undefined)
    const cacao = {
      h: { t: 'caip122' },
      p: { iss: 'did:pkh:tally:main:t_ada' },
      s: { t: 'eip191', s: '0x' },
    }
    await page.approve({
      ...settled(topicOf('a'), 'tally'),
      signed: [{ text: 'Let me in.', cacao }],
    })
    await expect.poll(() => page.phase().name).toBe('approved')
    giveUp.abort(new TypeError('closed'))
    await expect(connecting).rejects.toThrow('closed')
    await expect.poll(() => page.library.ended).toEqual([topicOf('a')])
    expect(page.kept()).not.toContain(topicOf('a'))
  })
})

describe('a wallet that approves another chain than the requested one', () => {
  it('an approved chain other than the requested one is connected, and a toast names the missing chain', async () => {
    const page = await start({ plugins: [tally(), tally({ namespace: 'abacus' })] })
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await page.approve(settled(topicOf('a'), 'abacus'))
    await expect(connecting).rejects.toMatchObject({ code: 'CHAIN_NOT_APPROVED' })
    expect(page.live().map(({ namespace }) => namespace)).toEqual(['abacus'])
    expect(page.kernel.said).toMatchObject([
      { kind: 'failure', id: 'walletconnect.error.CHAIN_NOT_APPROVED' },
    ])
  })
})

describe('an unused session', () => {
  it('an unused session may belong to another tab, with any expiry: it is ended after one minute', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance'],
      shouldAdvanceTime: true,
    })
    try {
      const page = await start()
      // The wallet sets an expiry of one day.
      page.library.sessions.push({
        ...settled(topicOf('f'), 'tally'),
        expiry: Math.floor(Date.now() / 1_000) + 24 * 3_600,
      })
      const life = new AbortController()
      const connecting = page.connector()?.connect({}, life.signal)
      connecting?.catch(() => undefined)
      await page.uri()
      await vi.advanceTimersByTimeAsync(50_000)
      expect(page.library.ended).toEqual([])
      await vi.advanceTimersByTimeAsync(15_000)
      expect(page.library.ended).toEqual([topicOf('f')])
      life.abort()
    } finally {
      vi.useRealTimers()
    }
  })
})
