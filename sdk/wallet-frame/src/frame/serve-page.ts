/** Answers the requests of the accepted page, each only after all checks. */
import {
  type ErrorPayload,
  maxOpenRequests,
  maxRequests,
  methodRule,
  type OptionalNamespace,
  type Payload,
  plainJsonBytes,
  type RequestMessage,
  type RequestName,
  type Result,
  requestSchema,
  requests,
  rpcParams,
  type SignedMethod,
  waitsForPerson,
} from '@portico/plugin-embedded/protocol'
import * as v from 'valibot'
import { KeyError, type KeyErrorCode } from '../keys/errors.js'
import { FrameRefusal, ResultShapeError } from './errors.js'

/** What a handler knows of a request besides its payload. */
export interface FrameCall {
  /** The origin of the page, as the browser gave it. */
  readonly origin: string
  /** Aborts when the page aborts the request, and when the port is closed. */
  readonly signal: AbortSignal
}
/** A request to sign, whose method is allowed and whose parameters have the method's shape. */
export interface SigningRequest {
  readonly method: SignedMethod
  readonly params: unknown
  /** CAIP-2. Its namespace is that of the method. */
  readonly chainId: string
}

type Answered = Exclude<RequestName, 'RPC_REQUEST' | 'RPC_ABORT'>
/** One function per request. A request without a function is refused as `UNSUPPORTED`. */
export type FrameHandlers = {
  readonly [Name in Answered]?: (payload: Payload<Name>, call: FrameCall) => Promise<Result<Name>>
} & {
  readonly sign?: (request: SigningRequest, call: FrameCall) => Promise<unknown>
}

export interface ServePageOptions {
  readonly port: MessagePort
  readonly origin: string
  readonly handlers: FrameHandlers
  /** The namespaces that the frame's configuration adds to eip155 and solana. */
  readonly optional?: readonly OptionalNamespace[]
  /** Called with what a handler threw by mistake. The page gets `FAILED`. */
  report(error: unknown): void
}
export interface PageService {
  /** How many messages were dropped without an answer. */
  readonly refused: number
  /** Asks the page to show the frame, or to hide it again. */
  showFrame(isShown: boolean): void
  close(): void
}

export function servePage({
  port,
  origin,
  handlers,
  optional = [],
  report,
}: ServePageOptions): PageService {
  const used = new Set<string>()
  const open = new Map<string, { readonly name: RequestName; readonly ending: AbortController }>()
  let refused = 0

  const answer = (
    { type, id }: RequestMessage,
    outcome: { readonly result: unknown } | { readonly error: ErrorPayload },
  ): void =>
    port.postMessage(
      'error' in outcome
        ? { type: `${type}_ERROR`, id, payload: outcome.error }
        : outcome.result === undefined
          ? { type: `${type}_SUCCESS`, id }
          : { type: `${type}_SUCCESS`, id, payload: outcome.result },
    )

  const run = async (message: RequestMessage): Promise<unknown> => {
    const ending = new AbortController()
    // An abort must get through when the page has nothing else left to send.
    if (open.size >= maxOpenRequests && message.type !== 'RPC_ABORT')
      throw new FrameRefusal('FAILED')
    open.set(message.id, { name: message.type, ending })
    try {
      const work = handle(message, { origin, signal: ending.signal })
      return checked(message.type, await unlessAborted(work, ending.signal))
    } finally {
      open.delete(message.id)
    }
  }

  const handle = async (message: RequestMessage, call: FrameCall): Promise<unknown> => {
    const payload = v.safeParse(requests[message.type].payload, message.payload)
    if (!payload.success) throw new FrameRefusal('INVALID')
    if (message.type === 'RPC_ABORT') return abort(payload.output as Payload<'RPC_ABORT'>)
    if (message.type === 'RPC_REQUEST') {
      const request = readSigningRequest(payload.output as Payload<'RPC_REQUEST'>, optional)
      if (!handlers.sign) throw new FrameRefusal('UNSUPPORTED')
      return handlers.sign(request, call)
    }
    // The schema of this name has validated the payload.
    const handler = Object.hasOwn(handlers, message.type)
      ? (handlers[message.type] as ((payload: unknown, call: FrameCall) => unknown) | undefined)
      : undefined
    if (!handler) throw new FrameRefusal('UNSUPPORTED')
    return handler(payload.output, call)
  }

  const abort = ({ id }: Payload<'RPC_ABORT'>): undefined => {
    const request = open.get(id)
    if (request && waitsForPerson(request.name)) request.ending.abort(new FrameRefusal('ABORTED'))
  }

  const receive = ({ data }: { readonly data: unknown }): void => {
    const message =
      plainJsonBytes(data) === undefined ? undefined : v.safeParse(requestSchema, data)
    if (!message?.success || used.has(message.output.id)) {
      refused++
      return
    }
    // A page that used up its port makes the frame anew.
    if (used.size >= maxRequests) {
      close()
      return
    }
    used.add(message.output.id)
    const request = message.output as RequestMessage
    run(request).then(
      result => answer(request, { result }),
      error => {
        if (!(error instanceof FrameRefusal)) report(error)
        answer(request, { error: payloadOf(error) })
      },
    )
  }
  const close = (): void => {
    port.removeEventListener('message', receive)
    port.close()
    for (const { ending } of open.values()) ending.abort(new FrameRefusal('ABORTED'))
  }
  port.addEventListener('message', receive)
  port.start()
  return {
    get refused() {
      return refused
    },
    showFrame: isShown => port.postMessage({ type: 'CONFIRMATION', payload: { open: isShown } }),
    close,
  }
}

/**
 * Checks a request to sign against the frame's own lists. Throws a FrameRefusal: `NOT_ALLOWED` for
 * a method outside of them, and for one that only reads, which the page answers by itself;
 * `UNSUPPORTED` for one that this frame does not know how to show; `INVALID` for other parameters
 * or a network of another namespace.
 */
function readSigningRequest(
  { method, params, chainId }: Payload<'RPC_REQUEST'>,
  optional: readonly OptionalNamespace[],
): SigningRequest {
  const rule = methodRule(method, optional)
  if (rule?.class !== 'unsafe') throw new FrameRefusal('NOT_ALLOWED')
  if (!isSigned(method)) throw new FrameRefusal('UNSUPPORTED')
  const found = v.safeParse(rpcParams[method], params)
  if (!found.success || !chainId.startsWith(`${rule.namespace}:`)) throw new FrameRefusal('INVALID')
  return { method, params: found.output, chainId }
}
const isSigned = (method: unknown): method is SignedMethod =>
  typeof method === 'string' && Object.hasOwn(rpcParams, method)

/** Returns the result if it has the shape that the page expects. */
function checked(name: RequestName, result: unknown): unknown {
  const found = v.safeParse(requests[name].result, result)
  if (!found.success || (result !== undefined && plainJsonBytes(result) === undefined))
    throw new ResultShapeError(name)
  return found.output
}

/** What the page is told of the errors of the keys, where a person can do something about them. */
export const codeOfKeys: Partial<Record<KeyErrorCode, ErrorPayload['code']>> = {
  STORAGE_BLOCKED: 'STORAGE_BLOCKED',
  BROWSER_TOO_OLD: 'BROWSER_TOO_OLD',
  DEVICE_SHARE_MISSING: 'WALLET_ELSEWHERE',
  DEVICE_SHARE_UNREADABLE: 'WALLET_ELSEWHERE',
  SHARE_OUTDATED: 'WALLET_ELSEWHERE',
  SHARE_FOREIGN: 'WALLET_MISMATCH',
  SHARE_WRONG: 'WALLET_MISMATCH',
  KEYS_LOCKED: 'SESSION_EXPIRED',
  LOGIN_KEY_MISSING: 'SESSION_EXPIRED',
  SEAL_WRONG: 'SESSION_EXPIRED',
}

const payloadOf = (error: unknown): ErrorPayload => {
  if (error instanceof KeyError) return { code: codeOfKeys[error.code] ?? 'FAILED' }
  if (!(error instanceof FrameRefusal)) return { code: 'FAILED' }
  const { code, seconds } = error
  return seconds === undefined ? { code } : { code, seconds }
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
