/** Random messages that no honest page or frame sends, the same ones for the same seed. */
import { createId, requests } from '../src/protocol/index.js'

/** A small generator of numbers below 1 (mulberry32), so that a failing run can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const names = Object.keys(requests)
const keys = [
  'type',
  'id',
  'payload',
  'method',
  'params',
  'email',
  'otp',
  '__proto__',
  'constructor',
]
const texts = [
  '',
  '*',
  'eth_sign',
  'personal_sign',
  'VERIFY_OTP',
  '0x',
  'ada@example.org',
  '\u0000',
]

/**
 * Creates messages with at least one fault each: envelope, type, id, payload or a value that is
 * not JSON. Texts of the protocol occur in all places, so that the checks are reached.
 */
export function createRandomMessage(next: () => number): () => unknown {
  const pick = <Value>(list: readonly Value[]): Value =>
    list[Math.floor(next() * list.length)] as Value
  const leaf = (): unknown =>
    pick([null, true, 7, Number.NaN, pick(texts), pick(names), createId(), undefined, new Date(0)])
  const value = (depth: number): unknown => {
    const kind = next()
    if (depth === 0 || kind < 0.4) return leaf()
    if (kind < 0.6) return [value(depth - 1), value(depth - 1)]
    const object: Record<string, unknown> = {}
    for (let count = Math.floor(next() * 4); count > 0; count--)
      Object.defineProperty(object, pick(keys), {
        value: value(depth - 1),
        enumerable: true,
        configurable: true,
      })
    return object
  }
  const broken: readonly (() => unknown)[] = [
    () => value(3),
    () => ({ type: pick(texts), id: createId(), payload: value(3) }),
    () => ({ type: pick(names), id: pick(texts), payload: value(3) }),
    () => ({ type: pick(names), id: createId(), payload: value(3), more: leaf() }),
    () => ({ type: `${pick(names)}_SUCCESS`, id: createId(), payload: value(3) }),
    () => ({ type: `${pick(names)}_ERROR`, id: createId(), payload: value(2) }),
    () => ({
      type: 'RPC_REQUEST',
      id: createId(),
      payload: { method: pick(texts), ...Object(value(1)) },
    }),
    () => ({ type: pick(['CONNECT_EMAIL', 'CONNECT_OTP']), id: createId(), payload: [value(2)] }),
  ]
  return () => pick(broken)()
}
