import { createRequire } from 'node:module'
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  http,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts, type Hex } from '../accounts.js'
import { type Devnet, startDevnet } from '../devnet.js'
import { marketMaker, swapTokens, uniswap } from './addresses.js'

const abiOf = (path: string): Abi => createRequire(import.meta.url)(path).abi
const routerAbi = abiOf(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
)
const quoterAbi = abiOf('@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json')
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const { wrapped, dollar, bitcoin, dai, oldDollar, toll } = swapTokens

describe('Uniswap v3 on the devnet', () => {
  let devnet: Devnet
  const ada = privateKeyToAccount(devAccounts[1].privateKey)
  const clients = () => {
    const transport = http(devnet.chain(31337).url)
    return {
      wallet: createWalletClient({ account: ada, chain: anvil, transport }),
      node: createPublicClient({ chain: anvil, transport }),
    }
  }
  const balanceOf = (token?: { readonly address: Hex }) =>
    devnet.chain(31337).balanceOf(ada.address, token?.address)
  const send = async (
    to: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
    value = 0n,
  ) => {
    const { wallet, node } = clients()
    const call = { to, value, data: encodeFunctionData({ abi, functionName, args: [...args] }) }
    // The first exchange of a second writes each market's price down. Where the second ends between
    // estimate and block, that costs more than was estimated.
    const gas = ((await node.estimateGas({ account: ada, ...call })) * 3n) / 2n
    const hash = await wallet.sendTransaction({ ...call, gas })
    return node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  const sell = (path: Hex, amount: bigint, minimum: bigint, value = 0n) =>
    send(
      uniswap.router,
      routerAbi,
      'exactInput',
      [{ path, recipient: ada.address, amountIn: amount, amountOutMinimum: minimum }],
      value,
    )

  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31337], uniswap: true })
  })
  afterAll(() => devnet.stop())

  it('has code at each of its published addresses', () => {
    const made = Object.values(uniswap).map((_, nonce) =>
      getContractAddress({ from: marketMaker, nonce: BigInt(nonce) }),
    )
    expect(Object.values(uniswap)).toEqual(made)
  })

  it('Uniswap v3 on the devnet is deployed with its markets in one block, in a fraction of a second', async () => {
    expect(await devnet.chain(31337).request('eth_blockNumber')).toBe('0x2')
    expect(devnet.startedInMs).toBeLessThan(10_000)
  })

  it('sells ether for dollars by its router at the price of its quoter', async () => {
    const { node } = clients()
    const { result } = await node.simulateContract({
      address: uniswap.quoter,
      abi: quoterAbi,
      functionName: 'quoteExactInputSingle',
      args: [
        {
          tokenIn: wrapped.address,
          tokenOut: dollar.address,
          amountIn: parseEther('1'),
          fee: 500,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
    const quoted = (result as readonly [bigint])[0]
    const before = { coin: await balanceOf(), dollar: await balanceOf(dollar) }
    const path = encodePacked(
      ['address', 'uint24', 'address'],
      [wrapped.address, 500, dollar.address],
    )
    const receipt = await sell(path, parseEther('1'), quoted, parseEther('1'))

    expect(receipt.status).toBe('success')
    expect((await balanceOf(dollar)) - before.dollar).toBe(quoted)
    expect(before.coin - (await balanceOf())).toBe(
      parseEther('1') + receipt.gasUsed * receipt.effectiveGasPrice,
    )
    // 3,000 dollars less the fee of the market and what an ether moves it.
    expect(quoted).toBeGreaterThan(2_990_000_000n)
    expect(quoted).toBeLessThan(3_000_000_000n)
  })

  it('sells bitcoin of 8 decimals for dai of 18 over two tokens between', async () => {
    await send(bitcoin.address, tokenAbi, 'approve', [uniswap.router, 10_000_000n])
    const before = { bitcoin: await balanceOf(bitcoin), dai: await balanceOf(dai) }
    const types = [
      'address',
      'uint24',
      'address',
      'uint24',
      'address',
      'uint24',
      'address',
    ] as const
    const path = encodePacked(types, [
      bitcoin.address,
      3_000,
      wrapped.address,
      500,
      dollar.address,
      500,
      dai.address,
    ])

    expect((await sell(path, 10_000_000n, 0n)).status).toBe('success')
    expect(before.bitcoin - (await balanceOf(bitcoin))).toBe(10_000_000n)
    const got = (await balanceOf(dai)) - before.dai
    expect(got).toBeGreaterThan(parseEther('5900'))
    expect(got).toBeLessThan(parseEther('6000'))
  })

  it('Uniswap on the devnet has a dollar that needs its allowance reset, returns nothing, and can still be sold', async () => {
    await send(oldDollar.address, tokenAbi, 'approve', [uniswap.router, 5_000_000n])
    await expect(
      send(oldDollar.address, tokenAbi, 'approve', [uniswap.router, 6_000_000n]),
    ).rejects.toThrow(/revert/)
    await send(oldDollar.address, tokenAbi, 'approve', [uniswap.router, 0n])
    await send(oldDollar.address, tokenAbi, 'approve', [uniswap.router, 6_000_000n])
    const before = { old: await balanceOf(oldDollar), dollar: await balanceOf(dollar) }
    const path = encodePacked(
      ['address', 'uint24', 'address'],
      [oldDollar.address, 500, dollar.address],
    )
    expect((await sell(path, 6_000_000n, 0n)).status).toBe('success')
    expect(before.old - (await balanceOf(oldDollar))).toBe(6_000_000n)
    expect((await balanceOf(dollar)) - before.dollar).toBeGreaterThan(5_990_000n)
  })

  it('Uniswap on the devnet has a token with a transfer fee: the router cannot sell it, and a buyer gets less than was quoted', async () => {
    await send(toll.address, tokenAbi, 'approve', [uniswap.router, parseEther('1')])
    const out = encodePacked(
      ['address', 'uint24', 'address'],
      [toll.address, 10_000, dollar.address],
    )
    await expect(sell(out, parseEther('1'), 0n)).rejects.toThrow(/revert/)

    await send(dollar.address, tokenAbi, 'approve', [uniswap.router, 1_000_000n])
    const into = encodePacked(
      ['address', 'uint24', 'address'],
      [dollar.address, 10_000, toll.address],
    )
    const { result } = await clients().node.simulateContract({
      address: uniswap.quoter,
      abi: quoterAbi,
      functionName: 'quoteExactInput',
      args: [into, 1_000_000n],
    })
    const quoted = (result as readonly [bigint])[0]
    const before = await balanceOf(toll)
    expect((await sell(into, 1_000_000n, quoted)).status).toBe('success')
    expect((await balanceOf(toll)) - before).toBe(quoted - (quoted * 100n) / 10_000n)
  })

  it('the devnet has no Uniswap unless it was requested', async () => {
    const plain = await startDevnet({ chains: [31338] })
    try {
      expect(await plain.chain(31338).request('eth_getCode', [uniswap.router, 'latest'])).toBe('0x')
    } finally {
      await plain.stop()
    }
  })

  it('Uniswap v3 on the devnet is called by selectors of its published interface', () => {
    const periphery = abiOf(
      '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
    )
    const selectors = periphery.flatMap(entry =>
      entry.type === 'function' ? [toFunctionSelector(entry)] : [],
    )
    expect(selectors).toEqual(expect.arrayContaining(['0x13ead562', '0x88316456']))
  })
})
