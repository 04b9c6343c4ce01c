import type { Hex } from '../accounts.js'
import {
  oldDollarArtifact,
  playBitcoinArtifact,
  playDaiArtifact,
  porticoDollarArtifact,
  tollTokenArtifact,
  wrappedEtherArtifact,
} from '../contracts/artifacts.js'

/** Deploys Uniswap and provides its liquidity. Its key is unknown: the node signs for it. */
export const marketMaker: Hex = '0x0000000000000000000000000000000000Ec5A9e'

/**
 * Where Uniswap v3 is on every chain of the devnet that was started with it. What the market maker
 * creates first, second, … stands at these places.
 */
export const uniswap = {
  factory: '0x2F28E99094b9D10B9926fD54d9860215e8C755Fc',
  positionManager: '0xBF51a6F929eAE2be8bBc00D57dD4DE84C9967dBE',
  quoter: '0x9EEc8679FF842AFb7B79BC2E799a6b0d326E5237',
  router: '0x2342D66F6942Bf038Cf3554d3eE10c314c60187F',
} as const satisfies Record<string, Hex>

/** The tokens that can be swapped, each with an open `mint`, at the same address on all chains. */
export const swapTokens = {
  /** With EIP-2612 permit; the dollar of every devnet. */
  dollar: {
    address: porticoDollarArtifact.create2Address,
    abi: porticoDollarArtifact.abi,
    name: 'Portico Dollar',
    symbol: 'PUSD',
    decimals: 6,
  },
  bitcoin: {
    address: playBitcoinArtifact.create2Address,
    abi: playBitcoinArtifact.abi,
    name: 'Portico Bitcoin',
    symbol: 'PBTC',
    decimals: 8,
  },
  dai: {
    address: playDaiArtifact.create2Address,
    abi: playDaiArtifact.abi,
    name: 'Portico Dai',
    symbol: 'PDAI',
    decimals: 18,
  },
  /** Answers nothing, wants its allowance reset to zero, and has `setPaused`. */
  oldDollar: {
    address: oldDollarArtifact.create2Address,
    abi: oldDollarArtifact.abi,
    name: 'Portico Old Dollar',
    symbol: 'PUSDT',
    decimals: 6,
  },
  /** Keeps 1 % of what is sent. */
  toll: {
    address: tollTokenArtifact.create2Address,
    abi: tollTokenArtifact.abi,
    name: 'Portico Toll',
    symbol: 'PTOLL',
    decimals: 18,
  },
  /** The native coin as an ERC-20: `deposit` and `withdraw`. */
  wrapped: {
    address: wrappedEtherArtifact.create2Address,
    abi: wrappedEtherArtifact.abi,
    name: 'Wrapped Ether',
    symbol: 'WETH',
    decimals: 18,
  },
} as const
