/** Validates the public token-list schema (tokenlists.org). */
import * as v from 'valibot'
import type { TokenList } from '../options.js'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const uri = v.pipe(v.string(), v.regex(/^[a-z][a-z\d+.-]*:\S+$/i))
const tag = v.pipe(v.string(), v.regex(/^\w{1,10}$/))
const extensionName = v.pipe(v.string(), v.regex(/^\w{1,40}$/))
const primitive = v.union([
  v.pipe(v.string(), v.minLength(1), v.maxLength(42)),
  v.boolean(),
  v.number(),
  v.null(),
])
const few = <Value>(most: number) =>
  v.check<Record<string, Value>, string>(map => Object.keys(map).length <= most, 'too many')
const inner = v.union([primitive, v.pipe(v.record(extensionName, primitive), few(10))])
const extensions = v.pipe(
  v.record(extensionName, v.union([primitive, v.pipe(v.record(extensionName, inner), few(10))])),
  few(10),
)

const token = v.strictObject({
  chainId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  address: v.pipe(v.string(), v.regex(/^(0x[a-fA-F0-9]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)),
  decimals: v.pipe(whole, v.maxValue(255)),
  name: v.pipe(v.string(), v.maxLength(60), v.regex(/^[ \S+]*$/)),
  symbol: v.pipe(v.string(), v.maxLength(20), v.regex(/^\S*$/)),
  logoURI: v.exactOptional(uri),
  tags: v.exactOptional(v.pipe(v.array(tag), v.maxLength(10))),
  extensions: v.exactOptional(extensions),
})
const list = v.object({
  name: v.pipe(v.string(), v.maxLength(30), v.regex(/^[\w ]+$/)),
  timestamp: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i),
    v.check(at => !Number.isNaN(Date.parse(at))),
  ),
  version: v.strictObject({ major: whole, minor: whole, patch: whole }),
  tokens: v.pipe(v.array(token), v.minLength(1), v.maxLength(10_000)),
  keywords: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w ]{1,20}$/))),
      v.maxLength(20),
      v.check(words => new Set(words).size === words.length),
    ),
  ),
  tags: v.exactOptional(
    v.pipe(
      v.record(
        tag,
        v.strictObject({
          name: v.pipe(v.string(), v.regex(/^[ \w]{1,20}$/)),
          description: v.pipe(v.string(), v.regex(/^[ \w.,:]{1,200}$/)),
        }),
      ),
      few(20),
    ),
  ),
  logoURI: v.exactOptional(uri),
})

/** Throws a ValiError for an invalid token list. */
export const readTokenList = (body: unknown): TokenList => v.parse(list, body)
