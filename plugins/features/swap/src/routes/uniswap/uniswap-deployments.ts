import type { Hex } from '@portico/kernel/chain'

/**
 * Where Uniswap v3 is on a network. All addresses are checked against what is signed: nothing is
 * ever paid to another.
 */
export interface UniswapDeployment {
  /** SwapRouter02. */
  readonly router: Hex
  /** QuoterV2. */
  readonly quoter: Hex
  readonly factory: Hex
  /** The native coin as a token. */
  readonly wrapped: Hex
  /**
   * Tokens that most others can be exchanged for, to pass through where there is no direct market.
   */
  readonly stables: readonly Hex[]
}

const mainPlaces = {
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
} as const

/**
 * `router`, `quoter`, `factory` and `wrapped` as Uniswap publishes them, a page for each network:
 * https://docs.uniswap.org/contracts/v3/reference/deployments (BNB Chain on the page of that name,
 * Polygon's coin as WMATIC). `stables`: USDC by `usdc.addresses` of `viem/tokens`, USDT by
 * `USDT_MAINNET` of `@uniswap/smart-order-router`. Tokens without an official publisher are left
 * out.
 */
export const uniswapDeployments: Readonly<Record<string, UniswapDeployment>> = {
  'eip155:1': {
    ...mainPlaces,
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    stables: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    ],
  },
  'eip155:10': {
    ...mainPlaces,
    wrapped: '0x4200000000000000000000000000000000000006',
    stables: ['0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  },
  'eip155:137': {
    ...mainPlaces,
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    stables: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  },
  'eip155:42161': {
    ...mainPlaces,
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    stables: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  },
  'eip155:8453': {
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    wrapped: '0x4200000000000000000000000000000000000006',
    stables: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  },
  'eip155:56': {
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    stables: [],
  },
  'eip155:43114': {
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
    factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    wrapped: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    stables: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
  },
}
