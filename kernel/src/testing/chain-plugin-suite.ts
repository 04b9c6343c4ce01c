import { afterAll, describe, it } from 'vitest'
import { chainChecks } from './chain-checks.js'
import { type ChainCheck, type ChainRig, skippedKinds } from './chain-rig.js'
import { createCheckRun } from './check-run.js'

/**
 * Runs the contract of all chain plugins as tests. Skips what the plugin does not offer, what its
 * wallets cannot do, what the rig cannot check, and what depends on a check that failed; lists the
 * first three at the end.
 */
export function testChainPlugin(name: string, rig: () => ChainRig | Promise<ChainRig>): void {
  describe(`${name} keeps the contract of a chain`, () => runChecks(name, chainChecks, rig))
}

/** Longer than any call may take, so that a failing check reports its own message. */
export const checkMs = 30_000

/** Runs each check as a test, on a rig of its own. */
export function runChecks(
  who: string,
  checks: readonly ChainCheck[],
  rig: () => ChainRig | Promise<ChainRig>,
): void {
  const run = createCheckRun(rig)
  const skipped: string[] = []
  for (const check of checks) {
    it(
      `${check.id} · ${check.name}`,
      async context => {
        const result = await run(check)
        if (result === 'pass') return
        if (!result.startsWith('not run')) skipped.push(`${result} (${check.id})`)
        context.skip(result)
      },
      checkMs,
    )
  }
  afterAll(() => {
    // biome-ignore lint/suspicious/noConsole: the author of the plugin reads it after the run.
    for (const line of summaryOf(who, skipped)) console.info(line)
  })
}

/** One line for each kind of what was skipped. */
function summaryOf(who: string, skipped: readonly string[]): readonly string[] {
  return skippedKinds.flatMap(kind => {
    const own = skipped.filter(line => line.startsWith(kind))
    return own.length
      ? `${who}, ${kind}: ${own.map(line => line.slice(kind.length + 2)).join('; ')}`
      : []
  })
}
