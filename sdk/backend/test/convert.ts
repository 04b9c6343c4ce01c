import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import {
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../src/index.js'
import type { Hex } from './code.js'
import type { Databases } from './databases.js'
import { json } from './world.js'

type TokenName = keyof typeof swapTokens
type Ask = (url: string, route: string, path: string, body?: unknown) => Promise<unknown>
interface Transaction {
  readonly from: string
  readonly to: string
  readonly data: Hex
  readonly amount: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
}

const chain = 'eip155:31337'
const { wrapped, dollar, dai } = swapTokens
const native = `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const person = privateKeyToAccount(devAccounts[7].privateKey)
const user = `${chain}:${person.address}`
const idOf = (asset: TokenName | 'native') =>
  asset === 'native' ? native : `${chain}:${swapTokens[asset].address}`

/**
 * What is exchanged, on a local chain with Uniswap's published contracts: what these routes say is
 * what the ledger shows.
 */
export function describeConvert(databases: Databases, ask: Ask): void {
  describe('exchanging tokens', () => {
    let devnet: Devnet
    let backend: Backend
    const transport = () => http(devnet.chain(31337).url)
    const node = () =>
      createPublicClient({ chain: anvil, transport: transport(), pollingInterval: 20 })
    const wallet = () =>
      createWalletClient({ account: person, chain: anvil, transport: transport() })
    const balanceOf = (asset: TokenName | 'native') =>
      devnet
        .chain(31337)
        .balanceOf(person.address, asset === 'native' ? undefined : swapTokens[asset].address)
    const send = async (to: Hex, data: Hex, value = 0n) => {
      // The first exchange of a second writes each market's price down. Where the second ends
      // between estimate and block, that costs more than was estimated.
      const gas = ((await node().estimateGas({ account: person, to, data, value })) * 3n) / 2n
      const { status, gasUsed, effectiveGasPrice } = await node().waitForTransactionReceipt({
        hash: await wallet().sendTransaction({ to, data, value, gas }),
      })
      expect(status).toBe('success')
      return gasUsed * effectiveGasPrice
    }

    const quote = async (from: string, to: string, amount: bigint) => {
      const query = new URLSearchParams({
        projectId: 'any',
        userAddress: user,
        from,
        to,
        gasPrice: '1',
        amount: String(amount),
      })
      const { quotes } = (await ask(
        backend.url,
        'GET /v1/convert/quotes',
        `/v1/convert/quotes?${query}`,
      )) as { quotes: { toAmount: string }[] }
      return quotes
    }
    const allowance = async (token: string) => {
      const query = new URLSearchParams({
        projectId: 'any',
        tokenAddress: token,
        userAddress: user,
      })
      return (
        (await ask(backend.url, 'GET /v1/convert/allowance', `/v1/convert/allowance?${query}`)) as {
          allowance: string
        }
      ).allowance
    }
    const approve = async (from: string, more: Record<string, string> = {}) => {
      const query = new URLSearchParams({
        projectId: 'any',
        userAddress: user,
        from,
        to: native,
        ...more,
      })
      return (
        (await ask(
          backend.url,
          'GET /v1/convert/build-approve',
          `/v1/convert/build-approve?${query}`,
        )) as { tx: Transaction & { value: string } }
      ).tx
    }
    const letTake = async (name: TokenName, amount: bigint) => {
      const id = idOf(name)
      expect(await allowance(id)).toBe('0')
      const { to, data, value, from, eip155 } = await approve(id, { amount: String(amount) })
      expect([from, to.toLowerCase(), value]).toEqual([id, id.toLowerCase(), '0'])
      expect(BigInt(eip155.gasPrice)).toBeGreaterThan(0n)
      await send(swapTokens[name].address, data)
      expect(await allowance(id)).toBe(String(amount))
    }
    const order = (from: string, to: string, amount: bigint, more: object = {}) => ({
      projectId: 'any',
      amount: String(amount),
      from,
      to,
      userAddress: user,
      eip155: { slippage: 1 },
      disableEstimate: true,
      ...more,
    })
    const build = async (from: string, to: string, amount: bigint) =>
      (
        (await ask(
          backend.url,
          'POST /v1/convert/build-transaction',
          '/v1/convert/build-transaction',
          order(from, to, amount),
        )) as { tx: Transaction }
      ).tx
    const refusal = async (path: string, body?: unknown) => {
      const { status, body: said } = await json(
        `${backend.url}${path}`,
        body === undefined ? undefined : { method: 'POST', body: JSON.stringify(body) },
      )
      const [reason] = (said as { reasons: { field: string; description: string }[] }).reasons
      return { status, field: reason?.field, words: reason?.description }
    }

    beforeAll(async () => {
      devnet = await startDevnet({ chains: [31337], uniswap: true })
      const tokens = [dollar, dai].map(({ address, name, symbol, decimals }) => ({
        address,
        name,
        symbol,
        decimals,
      }))
      const { router, quoter, factory } = uniswap
      backend = await startBackend({
        port: 0,
        database: await databases.create(),
        chains: [
          {
            id: chain,
            rpc: [devnet.chain(31337).url],
            index: false,
            tokens,
            uniswap: {
              router,
              quoter,
              factory,
              wrapped: wrapped.address,
              stables: [dollar.address],
            },
          },
        ],
        rateLimit: false,
      })
    }, 60_000)
    afterAll(async () => {
      await backend?.stop()
      await devnet?.stop()
    })

    it.each<[from: TokenName | 'native', to: TokenName | 'native', amount: bigint]>([
      ['native', 'dollar', parseEther('1')],
      ['dollar', 'dai', 5_000_000n],
      ['dai', 'native', parseEther('600')],
      ['bitcoin', 'dai', 1_000_000n],
      ['native', 'wrapped', parseEther('1')],
      ['wrapped', 'native', parseEther('0.5')],
    ])(
      '[S7.17] [S7.18] [S7.19] [S7.20] quote, allowance, approval and transaction match the ledger: %s for %s',
      async (from, to, amount) => {
        const [id, target] = [idOf(from), idOf(to)]
        const quotes = await quote(id, target, amount)
        const toAmount = quotes[0]?.toAmount ?? ''
        expect(quotes).toEqual([
          { id: null, fromAmount: String(amount), fromAccount: id, toAmount, toAccount: target },
        ])

        if (from !== 'native' && from !== 'wrapped') await letTake(from, amount)
        const {
          to: router,
          data,
          amount: bought,
          from: sender,
          eip155,
        } = await build(id, target, amount)
        expect([sender, bought]).toEqual([user, toAmount])
        for (const figure of [eip155.gas, eip155.gasPrice])
          expect(Number.parseInt(figure, 10)).toBeGreaterThan(0)
        const [sold, got] = [await balanceOf(from), await balanceOf(to)]
        const cost = await send(
          router.slice(router.lastIndexOf(':') + 1) as Hex,
          data,
          from === 'native' ? amount : 0n,
        )
        expect(sold - (await balanceOf(from))).toBe(amount + (from === 'native' ? cost : 0n))
        expect((await balanceOf(to)) - got).toBe(BigInt(toAmount) - (to === 'native' ? cost : 0n))
      },
    )

    it('[S7.19] an approval without an amount, as clients of a hosted service send it, is unlimited', async () => {
      const { data } = await approve(idOf('dai'))
      expect(decodeFunctionData({ abi: erc20Abi, data }).args).toEqual([uniswap.router, maxUint256])
    })

    it('a refused exchange names the wrong field', async () => {
      const path = (more: Record<string, string>) =>
        `/v1/convert/quotes?${new URLSearchParams({ userAddress: user, from: native, to: idOf('dollar'), amount: '1000000', ...more })}`
      expect(await refusal(path({ to: `${chain}:${person.address}` }))).toEqual({
        status: 400,
        field: 'amount',
        words: expect.stringContaining('insufficient liquidity'),
      })
      expect(await refusal(path({ to: native }))).toEqual({
        status: 400,
        field: 'amount',
        words: expect.stringContaining('insufficient liquidity'),
      })
      for (const amount of ['0', '-1', '1.5', '1e18', '0x10', String(maxUint256 + 1n)])
        expect(await refusal(path({ amount }))).toMatchObject({ status: 400, field: 'amount' })
      expect(await refusal(path({ to: `eip155:1:${dollar.address}` }))).toMatchObject({
        status: 400,
        field: 'chainId',
      })
      expect(await refusal(path({ from: '<b>' }))).toMatchObject({ status: 400, field: 'address' })
      expect(await refusal(path({ from: `${chain}:0x12` }))).toMatchObject({
        status: 400,
        field: 'address',
      })
      expect(
        await refusal(`/v1/convert/allowance?tokenAddress=${native}&userAddress=${user}`),
      ).toMatchObject({ status: 400, field: 'address' })
      expect(
        await refusal(`/v1/convert/allowance?tokenAddress=${user}&userAddress=${user}`),
      ).toMatchObject({ status: 400, field: 'address' })
      expect(
        await refusal(
          `/v1/convert/allowance?tokenAddress=${idOf('dai')}&userAddress=eip155:1:${person.address}`,
        ),
      ).toMatchObject({
        status: 400,
        field: 'userAddress',
      })
      const built = (more: object) =>
        refusal('/v1/convert/build-transaction', order(native, idOf('dollar'), 1_000_000n, more))
      for (const slippage of [0.5, -1, 51, '1', null])
        expect(await built({ eip155: { slippage } })).toMatchObject({ status: 422, field: 'body' })
      expect(await built({ amount: 1 })).toMatchObject({ status: 422, field: 'body' })
      expect(await built({ userAddress: person.address })).toMatchObject({
        status: 400,
        field: 'address',
      })
    })

    it('a chain without Uniswap offers no exchange, and a chain that is down is named as down', async () => {
      const other = await startBackend({
        port: 0,
        database: await databases.create(),
        chains: [
          { id: chain, rpc: [devnet.chain(31337).url], index: false },
          { id: 'eip155:10', rpc: ['http://127.0.0.1:9'], index: false },
        ],
      })
      const status = async (id: string) =>
        (
          await json(
            `${other.url}/v1/convert/quotes?amount=1&from=${id}:${dollar.address}&to=${id}:${dai.address}&userAddress=${id}:${person.address}`,
          )
        ).status
      expect([await status(chain), await status('eip155:10')]).toEqual([400, 503])
      await other.stop()
    })
  })
}
