import fc from 'fast-check'
import { combine } from 'shamir-secret-sharing'
import { describe, expect, it } from 'vitest'
import { newEntropy } from './seed.js'
import { readShare, type Share, type SharePosition, writeShare } from './share.js'
import { combineShares, placeOf, splitEntropy, type ThreeShares, thirdPoint } from './shares.js'

const pairs: readonly (readonly [SharePosition, SharePosition])[] = [
  ['device', 'server'],
  ['server', 'recovery'],
  ['recovery', 'device'],
]
const positions = ['device', 'server', 'recovery'] as const
const entropy = fc
  .constantFrom(16, 32)
  .chain(length => fc.uint8Array({ minLength: length, maxLength: length }))
  .map(bytes => Uint8Array.from(bytes))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
const combineTwo = (shares: ThreeShares, one: SharePosition, other: SharePosition) =>
  combineShares(shares[one], shares[other], shares.server.walletId)

describe('three shares of a wallet', () => {
  it('any two of three shares make the wallet again, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        entropy,
        fc.constantFrom(...pairs),
        fc.boolean(),
        async (bytes, pair, turn) => {
          const shares = await splitEntropy(bytes, 1)
          const [one, other] = turn ? [pair[1], pair[0]] : pair
          expect(await combineTwo(shares, one, other)).toEqual(bytes)
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each(positions)(
    'a wrong %s share is detected, whichever byte of it was changed',
    async position => {
      await fc.assert(
        fc.asyncProperty(
          entropy,
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          fc.boolean(),
          async (bytes, at, change, isFirst) => {
            const shares = await splitEntropy(bytes, 1)
            const point = Uint8Array.from(shares[position].point)
            const index = at % point.length
            point[index] = (point[index] ?? 0) ^ change
            const wrong = { ...shares, [position]: { ...shares[position], point } }
            const others = positions.filter(each => each !== position)
            const other = (isFirst ? others[0] : others[1]) ?? 'server'
            expect(await codeOf(combineTwo(wrong, position, other))).toBe('SHARE_WRONG')
          },
        ),
        { numRuns: 40 },
      )
    },
  )

  it.each(pairs)(
    'a %s share of an older split does not open with the newer %s share',
    async (one, other) => {
      const bytes = newEntropy(12)
      const [older, newer] = [await splitEntropy(bytes, 1), await splitEntropy(bytes, 2)]
      const { walletId } = newer.server
      expect(await codeOf(combineShares(older[one], newer[other], walletId))).toBe('SHARE_OUTDATED')
      const relabelled: Share = { ...older[one], version: 2 }
      expect(await codeOf(combineShares(relabelled, newer[other], walletId))).toBe('SHARE_WRONG')
    },
  )

  it.each(positions)(
    "another wallet's %s share is refused, even under this wallet's name",
    async position => {
      const [own, foreign] = [
        await splitEntropy(newEntropy(12), 1),
        await splitEntropy(newEntropy(12), 1),
      ]
      const other = position === 'server' ? 'device' : 'server'
      const { walletId } = own[other]
      const stolen = foreign[position]
      expect(await codeOf(combineShares(stolen, own[other], walletId))).toBe('SHARE_FOREIGN')
      expect(await codeOf(combineShares({ ...stolen, walletId }, own[other], walletId))).toBe(
        'SHARE_WRONG',
      )
    },
  )

  it('the server share fits every entropy equally well, so it says nothing about the real one', async () => {
    await fc.assert(
      fc.asyncProperty(entropy, fc.nat(), async (real, seed) => {
        const { device, server } = await splitEntropy(real, 1)
        const other = real.map((byte, at) => byte ^ ((seed >> (at % 24)) & 0xff))
        // The line through the server share and another entropy (at 0) has a device point, too.
        const start: Share = { ...device, point: Uint8Array.of(...other, 0) }
        const point = await thirdPoint(start, server, placeOf(device.point))
        expect(await combine([point, server.point])).toEqual(other)
      }),
      { numRuns: 30 },
    )
  })

  it('200 guessed device shares open nothing with the server share', async () => {
    const shares = await splitEntropy(newEntropy(12), 1)
    const attempts = Array.from({ length: 200 }, () => {
      const point = crypto.getRandomValues(new Uint8Array(17))
      return codeOf(
        combineShares(shares.server, { ...shares.device, point }, shares.server.walletId),
      )
    })
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['SHARE_WRONG']))
  })

  it('the third share is computed from the other two, so a new recovery method needs no new split', async () => {
    await fc.assert(
      fc.asyncProperty(entropy, async bytes => {
        const { device, server, recovery } = await splitEntropy(bytes, 3)
        expect(await thirdPoint(device, server, placeOf(recovery.point))).toEqual(recovery.point)
        expect(await thirdPoint(server, recovery, placeOf(device.point))).toEqual(device.point)
      }),
      { numRuns: 20 },
    )
  })

  it('a written share is read as the same share, and only at its own position', async () => {
    for (const words of [12, 24] as const) {
      const shares = await splitEntropy(newEntropy(words), 4_000_000_000)
      for (const position of positions) {
        const bytes = writeShare(shares[position])
        expect(bytes.length).toBe(words === 12 ? 39 : 55)
        expect(readShare(bytes, position)).toEqual(shares[position])
        for (const other of positions.filter(each => each !== position))
          expect(() => readShare(bytes, other)).toThrow(
            expect.objectContaining({ code: 'SHARE_MALFORMED' }),
          )
      }
    }
  })

  it('bytes of any other length or format are no share', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), bytes => {
        fc.pre(bytes[0] !== 1)
        expect(() => readShare(bytes, 'server')).toThrow(
          expect.objectContaining({ code: 'SHARE_MALFORMED' }),
        )
      }),
    )
    for (const length of [0, 1, 21, 22, 38, 40, 54, 56])
      expect(() => readShare(new Uint8Array(length).fill(1), 'device')).toThrow(
        expect.objectContaining({ code: 'SHARE_MALFORMED' }),
      )
  })
})
