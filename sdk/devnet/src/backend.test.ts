import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, devAccounts, startDevnet } from './index.js'

const [ada, bob] = devAccounts

describe('the backend of the devnet', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1], ledgers: ['solana'], backend: true })
  }, 60_000)
  afterAll(() => devnet.stop())

  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${devnet.backend().url}${path}`)).json()
  const received = async () => {
    await devnet.backend().caughtUp()
    const { data } = (await ask(`/v1/account/${bob.address}/history`)) as {
      data: { transfers: { direction: string; quantity: { numeric: string } }[] }[]
    }
    return data.map(({ transfers }) => transfers[0]?.quantity.numeric)
  }

  it('answers for every chain and ledger that was started, with test prices', async () => {
    expect(await ask('/v1/supported-chains')).toMatchObject({
      http: ['eip155:1', devnet.ledger('solana').id],
    })
    expect(await ask(`/v1/account/${ada.address}/balance?currency=usd`)).toMatchObject({
      balances: [
        { symbol: 'ETH', value: 30_000_000 },
        { symbol: 'PUSD', value: 1_000_000 },
      ],
    })
    expect(devnet.parts.map(({ id }) => id)).toContain('backend')
  })

  it('lists a sent transaction, and drops it when the devnet goes back to a snapshot', async () => {
    const chain = devnet.chain(1)
    const snapshot = await devnet.snapshot()
    await chain.request('anvil_impersonateAccount', [ada.address])
    const hash = await chain.request('eth_sendTransaction', [
      { from: ada.address, to: bob.address, value: '0xde0b6b3a7640000' },
    ])
    while (!(await chain.request('eth_getTransactionReceipt', [hash])))
      // the node answers before the block is there
      await new Promise(resolve => setTimeout(resolve, 10))
    expect(await received()).toEqual(['1', '1000000'])
    await devnet.revert(snapshot)
    await chain.mine()
    expect(await received()).toEqual(['1000000'])
  })

  it('the devnet has no backend unless one was requested', async () => {
    const bare = await startDevnet({ chains: [] })
    expect(() => bare.backend()).toThrow(expect.objectContaining({ code: 'NO_BACKEND' }))
    await bare.stop()
  })
})
