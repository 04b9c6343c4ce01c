import { getAddress } from 'viem'
import { usdc } from 'viem/tokens'
import { describe, expect, it } from 'vitest'
import { uniswapDeployments } from './evm-quotes.js'

describe('the deployments of Uniswap', () => {
  it.each(Object.entries(uniswapDeployments))(
    'the deployment on %s has checksummed addresses, and its first stablecoin is the USDC issued there',
    (id, deployment) => {
      const { router, quoter, factory, wrapped, stables } = deployment
      for (const address of [router, quoter, factory, wrapped, ...stables])
        expect(getAddress(address)).toBe(address)
      const chain = Number(id.slice('eip155:'.length))
      const issued = Object.entries(usdc.addresses).flatMap(([key, address]) =>
        Number(key) === chain ? [address] : [],
      )
      expect(stables.slice(0, 1)).toEqual(issued)
    },
  )
})
