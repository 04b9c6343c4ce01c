import type { ChainCheck, ChainRig, CheckResult } from './chain-rig.js'
import { TestingError } from './errors.js'

/** Runs one check after the other. A check that needs one that failed is not run. */
export type CheckRun = (check: ChainCheck) => Promise<CheckResult | `not run: ${string}`>

const needsOf = ({ id, needs }: ChainCheck): readonly string[] =>
  [
    'rig',
    'setup',
    ...(needs ? ['discover'] : []),
    ...(needs === 'connection' ? ['connect'] : []),
  ].filter(one => one !== id)

/**
 * Gives each check a fresh rig. Stops at the first cause: a plugin that throws in `setup`, a
 * missing connector and a rig that throws are one failure each; what depends on them is not run.
 */
export function createCheckRun(rig: () => ChainRig | Promise<ChainRig>): CheckRun {
  const failed = new Set<string>()
  return async check => {
    const cause = needsOf(check).find(one => failed.has(one))
    if (cause) return `not run: ${cause} failed`
    const one = await freshRig(rig).catch(error => {
      failed.add('rig')
      throw error
    })
    try {
      return await check.run(one)
    } catch (error) {
      failed.add(check.id)
      throw error
    } finally {
      await one.wallet?.dispose?.()
    }
  }
}

async function freshRig(rig: () => ChainRig | Promise<ChainRig>): Promise<ChainRig> {
  try {
    return await rig()
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    throw Object.assign(new TestingError('RIG_FAILED', `The rig of the suite failed: ${said}`), {
      cause,
    })
  }
}
