import { definePlugin } from '@portico/kernel'
import { addressesCapability, balancesCapability } from '@portico/kernel/capabilities'
import { AddressError, ChainError, type Token } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { describe, expect, it, vi } from 'vitest'
import { gold, hold, marks, network, salt, start } from '../test/market.js'
import type { SwapParams } from './index.js'

const pearl: Token = {
  asset: `${network}/coin:pearl`,
  network,
  name: 'Pearl',
  symbol: 'PRL',
  decimals: 3,
}
/** A chain that knows one token which no list has. */
const chain = definePlugin({
  id: 'test/pearl',
  setup(context) {
    context.offer(addressesCapability, network, {
      looksLike: () => true,
      async parse(text) {
        if (!/^[a-z]+$/i.test(text)) throw new AddressError('ADDRESS_MALFORMED')
        return { address: text.toLowerCase() }
      },
      shorten: address => address,
    })
    context.offer(balancesCapability, network, {
      tokenNamespace: 'coin',
      native: async () => hold(marks, 1n),
      async token(address) {
        if (address !== 'pearl') throw new ChainError('CHAIN_UNAVAILABLE')
        return pearl
      },
      tokens: async () => [hold(pearl, 5n)],
    })
  },
})
const opened = async (params: unknown) => {
  const all = await start({ plugins: [chain] })
  await all.form.begin(params as SwapParams)
  const { source, target, sourceAmount } = all.state()
  return { ...all, shown: [source?.symbol, target?.symbol, sourceAmount] }
}

describe('a swap that a host opens', () => {
  it.each<[params: SwapParams | undefined, shown: (string | undefined)[]]>([
    [undefined, ['MRK', undefined, '1']],
    [{}, ['MRK', undefined, '1']],
    [{ target: gold.asset }, ['MRK', 'GLD', '1']],
    [{ source: gold.asset, target: 'native', amount: '0.5' }, ['GLD', 'MRK', '0.5']],
    [{ target: 'native' }, [undefined, 'MRK', '1']],
    [{ source: pearl.asset, target: salt.asset }, ['PRL', 'SLT', '1']],
    [{ source: `${network}/coin:PEARL`, target: `${network}/coin:GOLD` }, ['PRL', 'GLD', '1']],
  ])('%j opens the form with %j', async (params, shown) => {
    expect((await opened(params)).shown).toEqual(shown)
  })

  it('a swap that is opened with tokens and an amount has its quote', async () => {
    const { phase, one } = await opened({ source: gold.asset, target: salt.asset, amount: '2.5' })
    expect(phase().name).toBe('quoted')
    expect(one.asks).toMatchObject([{ from: gold.asset, to: salt.asset, amount: 250n }])
  })

  it.each([
    ['params', 'Swap'],
    ['params', 7],
    ['to', { to: gold.asset }],
    ['source', { source: gold }],
    ['source', { source: 'GLD' }],
    ['target', { target: '0x0000000000000000000000000000000000000000' }],
    ['target', { source: gold.asset, target: gold.asset }],
    ['amount', { amount: 1 }],
    ['amount', { amount: '1,5' }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: '' }],
  ])(
    'a wrong value of %s is an error that names it, and the form stays usable: %j',
    async (param, params) => {
      const { shown, kernel, phase } = await opened(params)
      expect(shown).toEqual(['MRK', undefined, '1'])
      expect(phase()).toEqual({ name: 'editing' })
      expect(kernel.said).toMatchObject([{ id: 'swap.error.params' }])
      expect(kernel.reported.map(({ error }) => error)).toMatchObject([
        { code: 'SWAP_PARAMS', userMessage: { values: { param } } },
      ])
    },
  )

  it.each([
    ['of another network', 'tally:side/coin:gold'],
    ['of another kind', `${network}/nft:pearl`],
    ['that is no address', `${network}/coin:no-1`],
    ['that the chain does not know', `${network}/coin:stone`],
  ])('a token %s is an error that names the network', async (_, target) => {
    const { shown, kernel } = await opened({ source: gold.asset, target })
    expect(shown).toEqual(['MRK', undefined, '1'])
    expect(kernel.said).toMatchObject([{ id: 'swap.error.tokenUnknown' }])
    expect(kernel.reported).toMatchObject([
      { error: { code: 'SWAP_TOKEN_UNKNOWN', userMessage: { values: { network: 'Tally main' } } } },
    ])
  })

  it('what a swap was opened with counts once, until the modal was closed', async () => {
    const { kernel, form, state } = await start()
    const params: SwapParams = { target: gold.asset, amount: '5' }
    await form.begin(params)
    await form.setAmount('7')
    await form.begin(params)
    expect(state().sourceAmount).toBe('7')
    await form.begin({ amount: '8' })
    expect(state()).toMatchObject({ sourceAmount: '8', target: gold })
    kernel.use(shellService).open()
    kernel.use(shellService).close()
    await form.begin(params)
    expect(state().sourceAmount).toBe('5')
  })

  it('a swap that is under way is not changed by opening another one', async () => {
    const { form, wallet, state } = await opened({ target: gold.asset, amount: '5' })
    wallet.policy = 'ask'
    void form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    await form.begin({ source: gold.asset, target: salt.asset, amount: '1' })
    expect(state()).toMatchObject({ source: marks, target: gold, sourceAmount: '5' })
    await form.stop()
  })
})
