/**
 * Sends requests to the page that frames this one.
 * The protocol is that of the Safe Apps SDK, version 9: one message for a request, one for its
 * answer.
 */
import { ChainError } from '@portico/kernel/chain'
import * as v from 'valibot'
import { SafeRefusal } from './errors.js'

const version = '9.1.0'
/** The shape of any answer. Earlier major versions use another protocol. */
const answer = v.union([
  v.object({
    success: v.literal(true),
    version: v.pipe(v.string(), v.regex(/^[1-9]\d*\./)),
    data: v.unknown(),
  }),
  v.object({
    success: v.literal(false),
    version: v.pipe(v.string(), v.regex(/^[1-9]\d*\./)),
    error: v.pipe(v.string(), v.maxLength(4_096)),
  }),
])

export interface Parent {
  /**
   * Sends a request, and waits until `signal` aborts.
   * Throws a SafeRefusal where the Safe refuses, a ChainError `WALLET_ANSWER` where its answer is
   * invalid. Messages of other windows and other origins are ignored. Until the origin of the frame
   * is known, only `getSafeInfo` is sent, which reveals nothing.
   */
  ask<Schema extends v.GenericSchema>(
    method: string,
    params: unknown,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>>
}

/**
 * `origins`: the trusted ones. Undefined when the browser says that another origin frames the page.
 */
export function createParent(page: Window, origins: readonly string[]): Parent | undefined {
  const ancestor = page.location.ancestorOrigins?.[0]
  if (ancestor !== undefined && !origins.includes(ancestor)) return undefined
  let origin = ancestor

  return {
    ask(method, params, schema, signal) {
      const id = [...crypto.getRandomValues(new Uint8Array(16))]
        .map(byte => byte.toString(16).padStart(2, '0'))
        .join('')
      return new Promise((resolve, reject) => {
        const end = () => {
          page.removeEventListener('message', hear)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          end()
          reject(signal.reason)
        }
        const hear = ({ source, origin: from, data }: MessageEvent) => {
          if (
            source !== page.parent ||
            !(origin ? from === origin : origins.includes(from)) ||
            Object(data).id !== id
          )
            return
          end()
          origin = from
          try {
            resolve(read(data, schema))
          } catch (error) {
            reject(error)
          }
        }
        if (signal.aborted) return giveUp()
        if (origin === undefined && method !== 'getSafeInfo')
          return reject(new ChainError('WALLET_UNSUPPORTED'))
        page.addEventListener('message', hear)
        signal.addEventListener('abort', giveUp)
        page.parent.postMessage({ id, method, params, env: { sdkVersion: version } }, origin ?? '*')
      })
    },
  }
}

/** Returns the data of an answer. Throws like `ask`. */
function read<Schema extends v.GenericSchema>(
  data: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const found = v.safeParse(answer, data)
  if (found.success && !found.output.success) throw new SafeRefusal(found.output.error)
  const result = v.safeParse(
    schema,
    found.success && found.output.success ? found.output.data : Number.NaN,
  )
  if (!found.success || !result.success) throw new ChainError('WALLET_ANSWER')
  return result.output
}
