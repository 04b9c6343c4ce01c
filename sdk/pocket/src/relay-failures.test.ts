import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { ada, ask, devnet, pair, pocket, setUpBench, soon } from '../test/bench.js'

describe('a wallet that pairs by WalletConnect', { timeout: 60_000 }, () => {
  setUpBench()

  describe('with a relay that fails', () => {
    it('a WalletConnect wallet and its session work again after the relay cut every connection', async () => {
      await pair(['eip155'])
      expect(devnet.relay().cut()).toBe(2)
      await soon(() => expect(devnet.relay().holds).toMatchObject({ sockets: 2 }))
      expect(await ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')).toMatch(/^0x/)
    })

    it.each([
      ['request', 'before'],
      ['request', 'after'],
      ['response', 'before'],
      ['response', 'after'],
    ] as const)(
      'a WalletConnect wallet gets one request and answers once when all are cut as the %s arrives, %s it is stored',
      async (phase, when) => {
        await pair(['eip155'])
        const cut = devnet.relay().cutAt(phase, when)
        const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
        await cut
        expect(await signed).toMatch(/^0x/)
        expect(pocket.calls).toHaveLength(1)
      },
    )

    it('answers a request that was sent while the relay was down', async () => {
      await pair(['eip155'])
      devnet.relay().set('down')
      const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
      await soon(() => expect(devnet.relay().holds.sockets).toBe(0))
      devnet.relay().set('ok')
      expect(await signed).toMatch(/^0x/)
    })

    it('answers a request that was sent while it was in the background', async () => {
      await pair(['eip155'])
      await pocket.sleep()
      await soon(() => expect(devnet.relay().holds.sockets).toBe(1))
      const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
      await soon(() => expect(devnet.relay().holds.byPhase.request).toBe(1))
      expect(pocket.calls).toEqual([])
      await pocket.wake()
      expect(await signed).toMatch(/^0x/)
      expect(pocket.calls).toHaveLength(1)
    })

    it.each(['garbage', 'nonsense', 'error', 'stall', 'slow'] as const)(
      'signs once when the relay was in the mode %s for a while',
      async mode => {
        await pair(['eip155'])
        const { length } = devnet.relay().requests
        devnet.relay().set(mode, { delayMs: 1_500 })
        const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
        await soon(() => expect(devnet.relay().requests.length).toBeGreaterThan(length))
        devnet.relay().set('ok')
        expect(await signed).toMatch(/^0x/)
        expect(pocket.calls).toHaveLength(1)
      },
    )

    it.each(['twice', 'shuffle'] as const)(
      'pairs and signs once when the relay is in the mode %s',
      async mode => {
        devnet.relay().set(mode)
        await pair()
        expect(await ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')).toMatch(/^0x/)
        expect([pocket.calls.length, pocket.sessions.length]).toEqual([1, 1])
      },
    )
  })
})
