/**
 * The addresses that may be paid, compared with what others publish: none of these tables was made
 * from ours.
 */
import { describe, expect, it } from 'vitest'
import { convertRouters } from './api/api-quotes.js'
import { kyberPlaces } from './kyber/kyber-quotes.js'
import { uniswapDeployments } from './uniswap/evm-quotes.js'

// https://unpkg.com/@uniswap/sdk-core@7.19.4/dist/esm/src/addresses.js: v3CoreFactoryAddress and
// swapRouter02Address, where it has none the default of SWAP_ROUTER_02_ADDRESSES.
const factory = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const uniswap = {
  1: { factory, router },
  10: { factory, router },
  56: {
    factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
  },
  137: { factory, router },
  8453: {
    factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
  },
  42161: { factory, router },
  43114: {
    factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
  },
}
// The specification, section 9. AggregationRouterV6:
// https://github.com/rotki/rotki/blob/develop/rotkehlchen/chain/evm/decoding/oneinch/constants.py
const oneInch = '0x111111125421cA6dc452d289314280a0f8842A65'
// https://github.com/1inch/limit-order-protocol: its README names the address on ZKsync Era.
const oneInchOnZksync = '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF'
const convertChainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
// https://docs.kyberswap.com/developer-guide/aggregator-api/contracts
const kyber = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'

describe('[S9.22] [S20] the routers that may be paid', () => {
  it.each(Object.entries(uniswap))(
    'Uniswap on eip155:%s has the SwapRouter02 and the factory that it publishes',
    (chainId, published) => {
      expect(uniswapDeployments[`eip155:${chainId}`]).toMatchObject(published)
      expect(convertRouters[`eip155:${chainId}`]?.uniswap?.router).toBe(published.router)
    },
  )
  it('Uniswap has a router on no other network than those that it publishes', () => {
    expect(Object.keys(uniswapDeployments).sort()).toEqual(
      Object.keys(uniswap)
        .map(chainId => `eip155:${chainId}`)
        .sort(),
    )
  })
  it('1inch has the AggregationRouterV6 on the networks of the specification, and its own router on ZKsync', () => {
    expect(Object.keys(convertRouters).sort()).toEqual(
      convertChainIds.map(chainId => `eip155:${chainId}`).sort(),
    )
    for (const chainId of convertChainIds) {
      const found = convertRouters[`eip155:${chainId}`]?.oneInch
      expect(found, String(chainId)).toBe(chainId === 324 ? oneInchOnZksync : oneInch)
    }
  })
  it('KyberSwap has the MetaAggregationRouterV2 on each of its networks', () => {
    for (const place of Object.values(kyberPlaces)) expect(place.router).toBe(kyber)
  })
})
