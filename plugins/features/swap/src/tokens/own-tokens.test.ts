import { definePlugin, memoryStorage } from '@portico/kernel'
import type { Holding } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { ChainError, type Token } from '@portico/kernel/chain'
import { describe, expect, it, vi } from 'vitest'
import { earlierKey, gold, hold, marks, network, quoted, salt, start } from '../../test/market.js'
import { readLog } from '../execution/sent-swaps.js'
import { swapSlice } from '../refs.js'

/** A chain that says of every token what there is of it, as far as it knows any. */
function chainWith(of: Readonly<Record<string, bigint>>, found: readonly Token[] = []) {
  const requested: string[] = []
  const plugin = definePlugin({
    id: 'test/balances',
    setup(context) {
      context.offer(balancesCapability, network, {
        native: async () => hold(marks, 100n),
        async tokens(_, __, known): Promise<readonly Holding[]> {
          requested.push(known.map(({ symbol }) => symbol).join())
          return known.flatMap(token =>
            of[token.asset] === undefined ? [] : [hold(token, of[token.asset] as bigint)],
          )
        },
        async token(address) {
          const token = found.find(({ asset }) => asset.endsWith(`:${address}`))
          if (!token) throw new ChainError('CHAIN_REFUSED')
          return token
        },
      })
    },
  })
  return { plugin, requested }
}
const sugar: Token = {
  asset: `${network}/coin:sugar`,
  network,
  name: 'Sugar',
  symbol: 'SGR',
  decimals: 1,
}
const bought = (token: Token, owner = 't_ada', status = 'confirmed') => ({
  hash: `h-${token.symbol}-${owner}`,
  network,
  kind: 'swap',
  sold: '1 MRK',
  bought: '1 of it',
  at: 1,
  status,
  got: { owner, token: token.asset },
})
/** What the account has, the coin aside, by symbol. */
const ownIn = ({ state }: { readonly state: () => { readonly balances: readonly Holding[] } }) =>
  state()
    .balances.filter(({ token }) => token.asset !== 'native')
    .map(({ token, amount }) => `${amount} ${token.symbol}`)
const onlyCoin = [hold(marks, 100n)]

describe('tokens that the list of balances lacks', () => {
  it('the balance of a chosen token comes from the chain, which is queried only for the missing one', async () => {
    const { plugin, requested } = chainWith({ [gold.asset]: 700n, [salt.asset]: 0n })
    const form = await quoted({ balances: onlyCoin, plugins: [plugin] })
    await vi.waitFor(() => expect(ownIn(form)).toEqual(['700 GLD']))
    await form.form.selectSource(salt)
    await vi.waitFor(() => expect(ownIn(form)).toEqual(['700 GLD', '0 SLT']))
    expect(requested.at(-1)).toBe('SLT')
  })

  it('a token with a known balance is not requested from the chain', async () => {
    const { plugin, requested } = chainWith({ [gold.asset]: 700n })
    const form = await quoted({ plugins: [plugin] })
    await form.form.refresh()
    expect(ownIn(form)).toEqual(['10000 GLD'])
    expect(requested).toEqual([])
  })

  it('a token that this account bought has a balance from the chain, listed or not, unless the swap failed', async () => {
    const { plugin } = chainWith({ [gold.asset]: 700n, [salt.asset]: 8n, [sugar.asset]: 9n }, [
      sugar,
    ])
    const storage = memoryStorage()
    const found = [
      bought(gold),
      bought(sugar),
      bought(salt, 't_bob'),
      bought(salt, 't_ada', 'failed'),
      { ...bought(salt), got: { owner: 't_ada', token: 'salt' } },
    ]
    await storage.set(earlierKey, JSON.stringify({ version: 1, saved: found }))
    const form = await start({ balances: onlyCoin, plugins: [plugin], storage })
    await form.form.initialize()
    await vi.waitFor(() => expect(ownIn(form)).toEqual(['700 GLD', '9 SGR']))
    expect(form.state().tokens.map(({ symbol }) => symbol)).toContain('SGR')
  })

  it('a swap is stored with the token that it bought', async () => {
    const { form, kernel } = await quoted()
    await form.confirm()
    await vi.waitFor(() => expect(readLog(kernel)).toMatchObject([{ got: { token: gold.asset } }]))
    expect(kernel.state(swapSlice).source).toBeUndefined()
  })

  it('a chain that gives no balances does not prevent the quote', async () => {
    const silent = definePlugin({
      id: 'test/silent',
      setup(context) {
        const refuse = () => Promise.reject(new ChainError('CHAIN_REFUSED'))
        context.offer(balancesCapability, network, {
          native: refuse,
          tokens: refuse,
          token: refuse,
        })
      },
    })
    const form = await quoted({ balances: onlyCoin, plugins: [silent] })
    expect(form.phase().name).toBe('quoted')
    expect(ownIn(form)).toEqual([])
  })
})
