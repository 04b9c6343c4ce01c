/** The page's side of the embedded wallet: one frame, made when the first request needs it. */
import { once, unlessAborted } from '@portico/kernel'
import { EmbeddedError } from '../errors.js'
import type { OptionalNamespace } from '../protocol/methods.js'
import type { Payload, RequestName, Result } from '../protocol/requests.js'
import { type FrameElement, openFrame } from './frame-element.js'
import { createPortClient, type FrameEvent, type PortClient } from './port-client.js'

export interface FrameClientOptions {
  /** A checked address (`readFrameUrl`). */
  readonly url: URL
  readonly page: Window
  readonly title: string
  readonly optional?: readonly OptionalNamespace[]
  /** Called with events of the frame. Confirmations are handled here. */
  onEvent?(event: FrameEvent): void
  /** Called with each frame that was made; the signal aborts when it is gone. */
  onOpen?(client: PortClient, signal: AbortSignal): void
  readonly signal: AbortSignal
}
export interface FrameClient {
  /**
   * Sends a request, after it made sure that the frame is the one that answered. Throws an
   * EmbeddedError; `UNLOADED` where the frame does not load, `FAILED` where it was lost meanwhile.
   */
  request<Name extends RequestName>(
    name: Name,
    payload: Payload<Name>,
    signal?: AbortSignal,
  ): Promise<Result<Name>>
  /** Aborts the open requests that wait for the person's approval. */
  abortUnsafe(): void
  /** True after `close`, and after a rebuilt frame was lost, too. */
  readonly isClosed: boolean
  /** Removes the frame, and rejects the open requests with `STOPPED`. */
  close(): void
}

interface Connection {
  readonly element: FrameElement
  readonly client: PortClient
  readonly ending: AbortController
}

export function createFrameClient(options: FrameClientOptions): FrameClient {
  const { url, page, title, optional, signal } = options
  const closing = new AbortController()
  let current: Connection | undefined
  /** True from the loss of a frame until the next one has answered a request. */
  let isRebuilt = false
  let closedBy: EmbeddedError | undefined

  const end = (error: EmbeddedError): void => {
    const connection = current
    current = undefined
    opening = once(open)
    connection?.ending.abort()
    connection?.element.remove()
    connection?.client.end(error)
  }
  const closeWith = (error: EmbeddedError): void => {
    closedBy ??= error
    closing.abort()
    end(error)
  }
  const close = () => closeWith(new EmbeddedError('STOPPED'))
  /** Rebuilds a lost frame once. Closes if the new one is lost before it was of use. */
  const lose = (): void => {
    if (isRebuilt) {
      closeWith(new EmbeddedError('UNLOADED'))
      return
    }
    isRebuilt = true
    end(new EmbeddedError('FAILED'))
    // A failure is the answer of the next request.
    void opening().catch(() => undefined)
  }

  async function open(): Promise<Connection> {
    const element = await openFrame({
      url,
      page,
      title,
      onLost: lose,
      onCancel: () => current?.client.abortUnsafe(),
      signal: closing.signal,
    })
    const client = createPortClient(
      element.port,
      event => {
        if (event.type === 'CONFIRMATION') element.show(event.payload.open)
        options.onEvent?.(event)
      },
      optional,
    )
    const ending = new AbortController()
    current = { element, client, ending }
    options.onOpen?.(client, ending.signal)
    return current
  }
  let opening = once(open)
  signal.addEventListener('abort', close, { once: true })

  return {
    get isClosed() {
      return closedBy !== undefined
    },
    async request(name, payload, cancelled) {
      if (current && !current.element.isIntact()) lose()
      if (closedBy) throw closedBy
      const { client } = await (cancelled ? unlessAborted(opening(), cancelled) : opening()).catch(
        error => {
          throw error instanceof EmbeddedError ? error : new EmbeddedError('STOPPED')
        },
      )
      const result = await client.request(name, payload, cancelled)
      isRebuilt = false
      return result
    },
    abortUnsafe: () => current?.client.abortUnsafe(),
    close,
  }
}
