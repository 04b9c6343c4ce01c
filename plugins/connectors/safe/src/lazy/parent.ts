/** Speaks to the page that frames this one, in the words of the Safe Apps SDK, version 9: one message for a question, one for its answer. */
import { ChainError } from '@portico/kernel/contracts'
import * as v from 'valibot'
import { SafeRefusal } from '../errors.js'

const version = '9.1.0'
/** What any answer looks like. A page of an earlier major version speaks another language. */
const answer = v.union([
  v.object({ success: v.literal(true), version: v.pipe(v.string(), v.regex(/^[1-9]\d*\./)), data: v.unknown() }),
  v.object({ success: v.literal(false), version: v.pipe(v.string(), v.regex(/^[1-9]\d*\./)), error: v.pipe(v.string(), v.maxLength(4_096)) }),
])

export interface Parent {
  /**
   * Asks, and waits as long as `signal` lets it. Throws a SafeRefusal where the Safe refuses, a ChainError `WALLET_ANSWER` where its answer makes no sense.
   * What other windows and other origins say is not heard. Nothing but `getSafeInfo`, which says nothing, leaves before it is known who frames the page.
   */
  ask<Schema extends v.GenericSchema>(method: string, params: unknown, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema>>
}

/** `origins`: those that are believed. Undefined: the browser says that another one frames the page. */
export function createParent(page: Window, origins: readonly string[]): Parent | undefined {
  const told = page.location.ancestorOrigins?.[0]
  if (told !== undefined && !origins.includes(told)) return undefined
  let origin = told

  return {
    ask(method, params, schema, signal) {
      const id = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
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
          if (source !== page.parent || !(origin ? from === origin : origins.includes(from)) || Object(data).id !== id) return
          end()
          origin = from
          try {
            resolve(read(data, schema))
          } catch (error) {
            reject(error)
          }
        }
        if (signal.aborted) return giveUp()
        if (origin === undefined && method !== 'getSafeInfo') return reject(new ChainError('WALLET_UNSUPPORTED'))
        page.addEventListener('message', hear)
        signal.addEventListener('abort', giveUp)
        page.parent.postMessage({ id, method, params, env: { sdkVersion: version } }, origin ?? '*')
      })
    },
  }
}

/** What came with an answer. Throws as `ask` does. */
function read<Schema extends v.GenericSchema>(data: unknown, schema: Schema): v.InferOutput<Schema> {
  const found = v.safeParse(answer, data)
  if (found.success && !found.output.success) throw new SafeRefusal(found.output.error)
  const result = v.safeParse(schema, found.success && found.output.success ? found.output.data : Number.NaN)
  if (!found.success || !result.success) throw new ChainError('WALLET_ANSWER')
  return result.output
}
