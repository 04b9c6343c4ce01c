import { describe, it } from 'vitest'
import { chainChecks } from './chain-checks.js'
import type { ChainCheck, ChainRig } from './chain-rig.js'

/**
 * Runs the contract of all chain plugins as tests. Skips what the plugin does not offer, and what
 * the rig has no wallet for.
 */
export function testChainPlugin(name: string, rig: () => ChainRig | Promise<ChainRig>): void {
  describe(`${name} keeps the contract of a chain`, () => runChecks(chainChecks, rig))
}

/** Longer than any call may take, so that a failing check reports its own message. */
export const checkMs = 30_000

/** Runs each check as a test, on a rig of its own. */
export function runChecks(
  checks: readonly ChainCheck[],
  rig: () => ChainRig | Promise<ChainRig>,
): void {
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
