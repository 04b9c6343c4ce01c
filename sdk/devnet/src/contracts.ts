import type { Hex } from './accounts.js'
import {
  batchAccountArtifact,
  multicall3Artifact,
  porticoDollarArtifact,
} from './contracts/artifacts.js'

/**
 * The proxy that every Anvil has from its genesis on: it deploys what it is sent, at an address
 * that depends on the code alone.
 */
export const create2Deployer: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * The contracts that every EVM chain of the devnet has, each at the same address on all of them.
 */
export const contracts = {
  /** At the address that it has on every public chain. */
  multicall3: {
    address: '0xcA11bde05977b3631167028862bE2a173976CA11',
    abi: multicall3Artifact.abi,
  },
  /**
   * ERC-20 with EIP-2612 permit (domain: name, version '1', chain id, address), 6 decimals, open
   * `mint`.
   */
  porticoDollar: {
    address: porticoDollarArtifact.create2Address,
    abi: porticoDollarArtifact.abi,
    name: 'Portico Dollar',
    symbol: 'PUSD',
    decimals: 6,
  },
  /** The contract that an account may delegate to by EIP-7702, to run several calls as one. */
  batchAccount: { address: batchAccountArtifact.create2Address, abi: batchAccountArtifact.abi },
} as const

/**
 * The balance of each dev account at the start, in base units of 6 decimals: 1,000,000 PUSD.
 */
export const startingDollars = 1_000_000_000_000n

/** The call data of `mint(to, value)` of the dollar. */
export const encodeMint = (to: Hex, value: bigint): Hex =>
  encode(porticoDollarArtifact.selectors['mint(address,uint256)'], to, value)

/** The call data of `balanceOf(owner)` of any ERC-20. */
export const encodeBalanceOf = (owner: Hex): Hex =>
  encode(porticoDollarArtifact.selectors['balanceOf(address)'], owner)

/** A selector and its arguments as 32-byte words: all that an address and a number need. */
export function encode(selector: string, ...words: readonly (Hex | bigint)[]): Hex {
  const padded = words.map(word =>
    (typeof word === 'bigint' ? word.toString(16) : word.slice(2).toLowerCase()).padStart(64, '0'),
  )
  return `0x${selector}${padded.join('')}`
}
