/** Two of three shares make the wallet: `shamir-secret-sharing` with the checks it leaves out. */
import { combine, split } from 'shamir-secret-sharing'
import { type Bytes, isEqual } from './bytes.js'
import { KeyError } from './errors.js'
import { walletIdOf } from './seed.js'
import type { Share, SharePosition } from './share.js'

export type ThreeShares = Readonly<Record<SharePosition, Share>>

/** New shares, which do not combine with those of any earlier split. */
export async function splitEntropy(entropy: Bytes, version: number): Promise<ThreeShares> {
  const walletId = await walletIdOf(entropy)
  const points = await split(entropy, 3, 2)
  const share = (position: SharePosition, index: number): Share => ({
    position,
    version,
    walletId,
    point: Uint8Array.from(points[index] ?? []),
  })
  return { device: share('device', 0), server: share('server', 1), recovery: share('recovery', 2) }
}

/**
 * The entropy of two shares of the wallet `walletId`.
 *
 * Throws SHARE_FOREIGN for a share of another wallet, SHARE_OUTDATED for shares of two versions,
 * and SHARE_WRONG when the result is not that wallet.
 */
export async function combineShares(one: Share, other: Share, walletId: Bytes): Promise<Bytes> {
  if (!isEqual(one.walletId, walletId) || !isEqual(other.walletId, walletId))
    throw new KeyError('SHARE_FOREIGN', 'A share belongs to another wallet.')
  if (one.version !== other.version)
    throw new KeyError(
      'SHARE_OUTDATED',
      `The ${one.position} share has version ${one.version}, the ${other.position} share ${other.version}.`,
    )
  const entropy = await interpolate(one.point, other.point)
  if (isEqual(await walletIdOf(entropy), walletId)) return entropy
  entropy.fill(0)
  throw new KeyError('SHARE_WRONG', 'A share was changed: together they are not this wallet.')
}

/**
 * The third share of two that belong together, at `place`, the last byte of its point. So a new
 * recovery method needs no new split, which would end the methods that exist.
 */
export async function thirdPoint(one: Share, other: Share, place: number): Promise<Bytes> {
  // combine() reads the line at 0; moved by `place` (addition is xor), 0 is where the third one is.
  const moved = ({ point }: Share) => {
    const copy = Uint8Array.from(point)
    copy[copy.length - 1] = placeOf(copy) ^ place
    return copy
  }
  const value = await interpolate(moved(one), moved(other))
  const point = new Uint8Array(value.length + 1)
  point.set(value)
  point[value.length] = place
  value.fill(0)
  return point
}

/** Where a share is on the line: its last byte, never 0. */
export const placeOf = (point: Uint8Array): number => point[point.length - 1] ?? 0

async function interpolate(one: Bytes, other: Bytes): Promise<Bytes> {
  try {
    return Uint8Array.from(await combine([one, other]))
  } catch (error) {
    throw new KeyError('SHARE_WRONG', 'The two shares do not fit together.', error)
  }
}
