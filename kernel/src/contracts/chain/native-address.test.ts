import { describe, expect, it } from 'vitest'
import { createKernel } from '../../kernel.js'
import { definePlugin } from '../../plugin.js'
import { tally } from '../../testing/index.js'
import { type Balances, balancesCapability, nativeAddress } from '../capabilities/balances.js'

describe('the address of the native coin in requests to an API', () => {
  it('[S9.26] nativeAddress is "0x" for a chain that names no address for its coin, and for a chain without a plugin', () => {
    const kernel = createKernel({ plugins: [tally()] })
    expect(kernel.capability(balancesCapability, 'tally:main')).toBeDefined()
    expect(nativeAddress(kernel, 'tally:main')).toBe('0x')
    expect(nativeAddress(kernel, 'bip122:000000000019d6689c085ae165831e93')).toBe('0x')
  })

  it('nativeAddress is the address that the chain names for its native coin', () => {
    const own: Balances = {
      nativeAddress: '0xnative',
      native: () => Promise.reject(new TypeError('not called')),
    }
    const kernel = createKernel({
      plugins: [
        definePlugin({
          id: 'chain/own',
          setup: context => context.offer(balancesCapability, 'own', own),
        }),
      ],
    })
    expect(nativeAddress(kernel, 'own:main')).toBe('0xnative')
  })
})
