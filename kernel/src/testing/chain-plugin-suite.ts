import { describe, it } from 'vitest'
import { type ChainRig, chainChecks } from './chain-checks.js'

/**
 * The contract that every chain plugin keeps, as tests. What the plugin does not offer, and what the rig gives no wallet
 * for, is reported as skipped.
 */
export function testChainPlugin(name: string, rig: () => ChainRig | Promise<ChainRig>): void {
  describe(`${name} keeps the contract of a chain`, () => {
    for (const { name: title, run } of chainChecks) {
      it(title, async context => {
        const one = await rig()
        try {
          if ((await run(one)) === 'unsupported') context.skip('not offered')
        } finally {
          await one.wallet?.dispose?.()
        }
      })
    }
  })
}
