/** Sends requests to the frame over its port, and matches the answers by their ids. */
import * as v from 'valibot'
import { EmbeddedError } from '../errors.js'
import { createId, frameMessageSchema, maxOpenRequests } from '../protocol/envelope.js'
import { methodRule, type OptionalNamespace } from '../protocol/methods.js'
import { plainJsonBytes } from '../protocol/plain-json.js'
import {
  type Payload,
  type RequestName,
  type Result,
  requests,
  waitsForPerson,
} from '../protocol/requests.js'

/** What the frame says without a request. */
export type FrameEvent =
  | { readonly type: 'SESSION_UPDATE'; readonly payload: { readonly token: string } }
  | { readonly type: 'CONFIRMATION'; readonly payload: { readonly open: boolean } }

export interface PortClient {
  /**
   * Resolves with the validated result. Throws an EmbeddedError: the frame's own code, `TIMEOUT`,
   * `ABORTED` (an RPC request) or `STOPPED` (any other) when `signal` aborts, `INVALID` for a
   * payload that the frame would refuse.
   */
  request<Name extends RequestName>(
    name: Name,
    payload: Payload<Name>,
    signal?: AbortSignal,
  ): Promise<Result<Name>>
  /** Aborts the open requests that wait for the person's approval (S9.45). */
  abortUnsafe(): void
  /** Rejects all open requests, and closes the port. */
  end(error: EmbeddedError): void
  /** How many messages of the frame were dropped because they fit no open request. */
  readonly dropped: number
}

interface Open {
  readonly name: RequestName
  readonly isUnsafe: boolean
  resolve(result: unknown): void
  reject(error: EmbeddedError): void
}

/** `optional`: the namespaces that the host added to eip155 and solana. */
export function createPortClient(
  port: MessagePort,
  onEvent: (event: FrameEvent) => void,
  optional: readonly OptionalNamespace[] = [],
): PortClient {
  const open = new Map<string, Open>()
  let dropped = 0
  let ended: EmbeddedError | undefined

  const settle = (id: string, finish: (request: Open) => void): void => {
    const request = open.get(id)
    if (!request) return
    open.delete(id)
    finish(request)
  }
  const receive = ({ data }: { readonly data: unknown }): void => {
    const message =
      plainJsonBytes(data) === undefined ? undefined : v.safeParse(frameMessageSchema, data)
    if (!message?.success) {
      dropped++
      return
    }
    const { output } = message
    if (!('id' in output)) {
      onEvent(output)
      return
    }
    const request = open.get(output.id)
    if (!request || !output.type.startsWith(`${request.name}_`)) dropped++
    else if (isError(output))
      settle(output.id, ({ reject }) =>
        reject(new EmbeddedError(output.payload.code, output.payload)),
      )
    else {
      const result = v.safeParse(requests[request.name].result, output.payload)
      if (result.success) settle(output.id, ({ resolve }) => resolve(result.output))
      else {
        dropped++
        settle(output.id, ({ reject }) => reject(new EmbeddedError('FAILED')))
      }
    }
  }
  port.addEventListener('message', receive)
  port.start()

  const post = (name: RequestName, id: string, payload: unknown): void =>
    port.postMessage(payload === undefined ? { type: name, id } : { type: name, id, payload })

  const abort = (id: string): void =>
    settle(id, ({ name, reject }) => {
      if (waitsForPerson(name) && !ended) post('RPC_ABORT', createId(), { id })
      reject(new EmbeddedError(name === 'RPC_REQUEST' ? 'ABORTED' : 'STOPPED'))
    })

  return {
    get dropped() {
      return dropped
    },
    request(name, given, signal) {
      const id = createId()
      const payload = withoutBigInts(given)
      const problem = ended ?? refusalOf(name, payload, open.size, optional)
      if (problem) return Promise.reject(problem)
      const { timeoutMs } = requests[name]
      return new Promise<never>((resolve, reject) => {
        const leave = () => abort(id)
        const timer =
          timeoutMs === undefined
            ? undefined
            : setTimeout(
                () => settle(id, one => one.reject(new EmbeddedError('TIMEOUT'))),
                timeoutMs,
              )
        const release = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
        }
        open.set(id, {
          name,
          isUnsafe: waitsForPerson(name),
          // The schema of this name has validated the result.
          resolve: result => {
            release()
            resolve(result as never)
          },
          reject: error => {
            release()
            reject(error)
          },
        })
        if (signal?.aborted) return leave()
        signal?.addEventListener('abort', leave)
        post(name, id, payload)
      })
    },
    abortUnsafe() {
      for (const [id, { isUnsafe }] of [...open]) if (isUnsafe) abort(id)
    },
    end(error) {
      if (ended) return
      ended = error
      port.removeEventListener('message', receive)
      port.close()
      for (const id of [...open.keys()]) settle(id, ({ reject }) => reject(error))
    },
  }
}

/** The error of a request that must not leave the page, if there is one. */
function refusalOf(
  name: RequestName,
  payload: unknown,
  openRequests: number,
  optional: readonly OptionalNamespace[],
): EmbeddedError | undefined {
  if (openRequests >= maxOpenRequests) return new EmbeddedError('BUSY')
  const { success, output } = v.safeParse(requests[name].payload, payload)
  if (!success || (payload !== undefined && plainJsonBytes(payload) === undefined))
    return new EmbeddedError('INVALID')
  if (name !== 'RPC_REQUEST') return undefined
  const { method } = Object(output) as { readonly method?: unknown }
  return methodRule(method, optional)?.class === 'unsafe'
    ? undefined
    : new EmbeddedError('NOT_ALLOWED')
}

const isError = (
  message: v.InferOutput<typeof frameMessageSchema>,
): message is Extract<typeof message, { payload: { code: unknown } }> =>
  message.type.endsWith('_ERROR')

/** Returns the value as plain JSON; a bigint becomes a hex text. */
function withoutBigInts(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (_key, part: unknown) =>
          typeof part === 'bigint' ? `0x${part.toString(16)}` : part,
        ),
      )
}
