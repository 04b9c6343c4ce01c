/**
 * Puts Uniswap v3 on a chain of the devnet, from the bytecode of its published packages: none of it
 * is copied, their licences are not ours.
 */
import { createRequire } from 'node:module'
import { devAccounts, type Hex } from '../accounts.js'
import {
  oldDollarArtifact,
  playBitcoinArtifact,
  playDaiArtifact,
  tollTokenArtifact,
  wrappedEtherArtifact,
} from '../contracts/artifacts.js'
import { create2Deployer, encode, encodeMint } from '../contracts.js'
import { DevnetError } from '../errors.js'
import { allSucceeded } from '../evm-genesis.js'
import type { Rpc } from '../json-rpc.js'
import { marketMaker, swapTokens, uniswap } from './addresses.js'
import { type Pool, pools } from './pools.js'

const salt = '00'.repeat(32)
const sources = {
  factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  positionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  quoter: '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  router: '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
} as const

// The selectors of the few functions that are called here; the test calls the same contracts by
// their published interfaces.
const createPool = '13ead562' // createAndInitializePoolIfNecessary(address,address,uint24,uint160)
// mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
const mintPosition = '88316456'
const approve = '095ea7b3' // approve(address,uint256)
const farFuture = 1n << 63n
const gasOfAll = 400_000_000n

interface Transaction {
  readonly to?: Hex
  readonly data: Hex
  readonly value?: Hex
}

/**
 * Deploys the factory, the position manager, QuoterV2 and SwapRouter02, the tokens and their
 * markets, all in one block, and gives every dev account some of each token. The clock of the chain
 * moves by one block, not by one for each step.
 *
 * @throws DevnetError NODE_MISSING when Uniswap's packages are not installed, RPC_REFUSED when the
 * node refuses a step or a transaction fails
 */
export async function deployUniswap(rpc: Rpc): Promise<void> {
  const transactions = plan()
  const [latest] = (await rpc.batch([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'anvil_setBalance', params: [marketMaker, quantity(10n ** 24n)] },
    { method: 'anvil_impersonateAccount', params: [marketMaker] },
    { method: 'evm_setAutomine', params: [false] },
    { method: 'evm_setBlockGasLimit', params: [quantity(gasOfAll)] },
  ])) as [{ readonly gasLimit: Hex }]

  const hashes = await rpc.batch(
    transactions.map((transaction, nonce) => ({
      method: 'eth_sendTransaction',
      // The gas is given, since the node cannot estimate a call to a contract that is not there
      // yet.
      params: [
        {
          from: marketMaker,
          nonce: quantity(BigInt(nonce)),
          gas: transaction.to ? '0x5b8d80' : '0x7a1200',
          ...transaction,
        },
      ],
    })),
  )
  await rpc.request('evm_mine')
  await allSucceeded(rpc, hashes)
  await rpc.batch([
    { method: 'evm_setBlockGasLimit', params: [latest.gasLimit] },
    { method: 'evm_setAutomine', params: [true] },
    { method: 'anvil_stopImpersonatingAccount', params: [marketMaker] },
  ])
}

function plan(): readonly Transaction[] {
  const { wrapped, dollar, bitcoin, dai, oldDollar, toll } = swapTokens
  const create = (name: keyof typeof sources, ...args: readonly Hex[]): Transaction => ({
    data: `${bytecodeOf(name)}${encode('', ...args).slice(2)}` as Hex,
  })
  const zero: Hex = '0x0000000000000000000000000000000000000000'
  const made = [
    oldDollarArtifact,
    playBitcoinArtifact,
    playDaiArtifact,
    tollTokenArtifact,
    wrappedEtherArtifact,
  ]
  const minted = [dollar, bitcoin, dai, oldDollar, toll]
  const startingTokens = [bitcoin, dai, oldDollar, toll]

  return [
    // The first four have to stay the first: their addresses come from their places.
    create('factory'),
    create('positionManager', uniswap.factory, wrapped.address, zero),
    create('quoter', uniswap.factory, wrapped.address),
    create('router', zero, uniswap.factory, uniswap.positionManager, wrapped.address),
    ...made.map(({ bytecode }) => ({
      to: create2Deployer,
      data: `0x${salt}${bytecode.slice(2)}` as Hex,
    })),
    { to: wrapped.address, data: '0xd0e30db0', value: quantity(100_000n * 10n ** 18n) },
    ...minted.map(({ address, decimals }) => ({
      to: address,
      data: encodeMint(marketMaker, 10n ** BigInt(decimals + 9)),
    })),
    ...[wrapped, ...minted].map(({ address }) => ({
      to: address,
      data: encode(approve, uniswap.positionManager, (1n << 256n) - 1n),
    })),
    ...pools.flatMap(openMarket),
    { to: toll.address, data: encode(selectorOf('setToll(uint256)'), 100n) },
    ...startingTokens.flatMap(({ address, decimals }) =>
      devAccounts.map(account => ({
        to: address,
        data: encodeMint(account.address, startingAmount(decimals)),
      })),
    ),
  ]
}

const selectorOf = (name: keyof typeof tollTokenArtifact.selectors): string =>
  tollTokenArtifact.selectors[name]
// 10,000 of each; of the bitcoin, which is dear, too.
const startingAmount = (decimals: number): bigint => 10n ** BigInt(decimals + 4)
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

function openMarket({
  token0,
  token1,
  fee,
  amount0,
  amount1,
  sqrtPriceX96,
  lastTick,
}: Pool): readonly Transaction[] {
  const position = [
    token0,
    token1,
    BigInt(fee),
    BigInt.asUintN(256, BigInt(-lastTick)),
    BigInt(lastTick),
    amount0,
    amount1,
    0n,
    0n,
    marketMaker,
    farFuture,
  ]
  return [
    {
      to: uniswap.positionManager,
      data: encode(createPool, token0, token1, BigInt(fee), sqrtPriceX96),
    },
    { to: uniswap.positionManager, data: encode(mintPosition, ...(position as (Hex | bigint)[])) },
  ]
}

function bytecodeOf(name: keyof typeof sources): Hex {
  try {
    return (createRequire(import.meta.url)(sources[name]) as { readonly bytecode: Hex }).bytecode
  } catch (cause) {
    throw new DevnetError(
      'NODE_MISSING',
      'Uniswap is not installed. Hint: npm install --save-dev @uniswap/v3-core @uniswap/v3-periphery @uniswap/swap-router-contracts',
      { cause },
    )
  }
}
