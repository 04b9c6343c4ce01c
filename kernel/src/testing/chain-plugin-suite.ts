import { describe, it } from 'vitest'
import { chainChecks } from './chain-checks.js'
import type { ChainCheck, ChainRig } from './chain-rig.js'

/**
 * The contract that every chain plugin keeps, as tests. What the plugin does not offer, and what the rig gives no wallet
 * for, is reported as skipped.
 */
export function testChainPlugin(name: string, rig: () => ChainRig | Promise<ChainRig>): void {
  describe(`${name} keeps the contract of a chain`, () => runChecks(chainChecks, rig))
}

/** Longer than any one call has to answer, so that the sentence of the check comes first. */
export const checkMs = 30_000

/** One test for each check, each on a rig of its own. */
export function runChecks(checks: readonly ChainCheck[], rig: () => ChainRig | Promise<ChainRig>): void {
  for (const { id, name, run } of checks) {
    it(
      `${id} · ${name}`,
      async context => {
        const one = await rig()
        try {
          if ((await run(one)) === 'unsupported') context.skip('not offered')
        } finally {
          await one.wallet?.dispose?.()
        }
      },
      checkMs,
    )
  }
}
