import { inspect } from 'node:util'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { tally } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { chainOffering, endedIn, id, main, startPage } from './bench.js'
import { codesOf, open, relay, setUpPairing, sign, soon, wallet } from './pairing-bench.js'

setUpPairing()

describe('a pairing that ends without a wallet', () => {
  it('a pairing fails with a message where the code of no chain loads', async () => {
    const lost = chainOffering(usual => ({
      ...usual,
      scope: () => Promise.reject(new TypeError('not loaded')),
    }))
    const page = await open({ plugins: [lost] })
    await expect(page.connections.connect(id)).rejects.toThrow()
    expect(page.phase().name).toBe('failed')
  })

  it('[S4.10] [S34] a pairing that is given up leaves nothing of its link behind', async () => {
    const page = await open()
    const giveUp = new AbortController()
    const connecting = page.kernel
      .items(connectorsSlot)
      .find(one => one.id === id)
      ?.connect({}, giveUp.signal)
    const uri = await page.uri()
    giveUp.abort(new TypeError('closed'))
    await expect(connecting).rejects.toThrow('closed')
    expect(page.phase()).toEqual({ name: 'idle' })
    const secret = /symKey=([0-9a-f]+)/.exec(uri)?.[1] ?? uri
    await expect.poll(() => JSON.stringify([...page.store.map]).includes(secret), soon).toBe(false)
    await wallet.pair(uri)
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(page.live()).toEqual([])
  })

  it('[S34] a pairing never writes its link or a key to the console, to reports, or to analytics', async () => {
    const said: unknown[] = []
    const mouths = (['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map(name =>
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(words)),
    )
    try {
      const page = await open()
      page.kernel.on(trackedEvent, one => void said.push(one))
      const secrets: string[] = []
      const pair = async () => {
        const connecting = page.connections.connect(id)
        const uri = await page.uri()
        secrets.push(uri, /symKey=([0-9a-f]+)/.exec(uri)?.[1] ?? '')
        await wallet.pair(uri)
        return connecting
      }
      wallet.policy = 'reject'
      await expect(pair()).rejects.toMatchObject({ code: 5000 })
      wallet.policy = {
        session_proposal: {
          answer: {
            tally: { accounts: ['tally:main:<b>'], methods: [], events: [], chains: [main] },
          },
        },
      }
      await expect(pair()).rejects.toMatchObject({ code: 'SESSION_ACCOUNT' })
      wallet.policy = 'approve'
      const account = await pair()
      relay.cut()
      await sign(page, account)
      const [own] = wallet.sessions
      await wallet.update(own?.topic ?? '', () => ({
        tally: { accounts: ['tally:else:t_eve'], methods: ['tally_sign'], events: [] },
      }))
      await expect.poll(() => codesOf(page), soon).toContain('SESSION_EMPTY')
      // The keys of the library's pairings and of its session.
      const keychain = [...page.store.map].find(([key]) => key.endsWith('//keychain'))?.[1]
      secrets.push(...Object.values(keychain as Record<string, string>))
      await page.connections.disconnect()

      const output = inspect([said, page.kernel.reported, page.kernel.state(sessionSlice)], {
        depth: 20,
        maxStringLength: null,
        maxArrayLength: null,
      })
      expect(output).toContain('SESSION_EMPTY')
      expect(secrets.length).toBeGreaterThan(8)
      expect(secrets.filter(secret => secret === '' || output.includes(secret))).toEqual([])
    } finally {
      for (const mouth of mouths) mouth.mockRestore()
    }
  })

  it('a pairing with a wallet that approves another chain than the requested one connects that chain, and names the missing one', async () => {
    const page = await open({ plugins: [tally(), tally({ namespace: 'abacus' })] })
    wallet.offer(['abacus:main'])
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await wallet.pair(await page.uri())
    await expect(connecting).rejects.toMatchObject({ code: 'CHAIN_NOT_APPROVED' })
    expect(page.live().map(one => one.namespace)).toEqual(['abacus'])
  })

  it('[S35] a pairing with a malformed approval fails with a named error, notifies the wallet, and leaves other connections alone', async () => {
    const page = await open({ plugins: [tally(), tally({ namespace: 'abacus' })] })
    wallet.offer(['abacus:main'])
    const first = page.connections.connect('abacus:walletConnect')
    await wallet.pair(await page.uri())
    await first
    const nonsense = {
      tally: {
        accounts: ['tally:main:<b>'],
        methods: ['tally_sign'],
        events: [],
        chains: ['tally:main'],
      },
    }
    wallet.policy = { session_proposal: { answer: nonsense } }
    const connecting = page.connections.connect(id)
    connecting.catch(() => undefined)
    await wallet.pair(await page.uri())
    await expect(connecting).rejects.toMatchObject({ code: 'SESSION_ACCOUNT' })
    expect(page.phase().name).toBe('failed')
    expect(page.live().map(one => one.namespace)).toEqual(['abacus'])
    await expect.poll(() => endedIn(wallet).length, soon).toBe(1)
  })

  it('a pairing without any chain to request fails with a message', async () => {
    const page = await open({ plugins: [] })
    expect(page.kernel.items(connectorsSlot)).toEqual([])
  })
})

describe('a plugin without a relay', () => {
  it('a plugin without a relay lists nothing, and reports why, once', async () => {
    const page = await startPage({})
    expect(page.kernel.items(connectorsSlot)).toEqual([])
    await expect.poll(() => codesOf(page), soon).toEqual(['UNCONFIGURED'])
  })
})
