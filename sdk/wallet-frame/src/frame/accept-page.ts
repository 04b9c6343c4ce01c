/** Accepts the one page that this frame serves. */
import { bootstrapSchema, protocolVersion } from '@portico/plugin-embedded/protocol'
import * as v from 'valibot'

export interface AcceptPageOptions {
  /** The frame's own window. */
  readonly window: Window
  /** The exact origins that may embed the frame. */
  readonly origins: readonly string[]
  /** Called once. `origin` is what the browser said, not the page. */
  onPage(port: MessagePort, origin: string): void
}
export interface PageAcceptance {
  /** How many messages of other senders, or of other kinds, were dropped. */
  readonly refused: number
}

/**
 * Waits for the bootstrap message. Call it before the frame's `load` event, because the page posts
 * the message then.
 *
 * The first valid message of the parent counts, and no other ever again. Everything is decided in
 * the task of the message: nothing is awaited before the flag is set. Nothing is answered to other
 * windows and other origins.
 */
export function acceptPage({ window, origins, onPage }: AcceptPageOptions): PageAcceptance {
  const allowed: ReadonlySet<string> = new Set(origins)
  let isAccepted = false
  let refused = 0
  window.addEventListener('message', ({ source, origin, data, ports }: MessageEvent) => {
    const [port] = ports
    const isFromPage =
      !isAccepted &&
      window.parent !== window &&
      source === window.parent &&
      allowed.has(origin) &&
      isFramedBy(window, origin)
    const message = isFromPage ? v.safeParse(bootstrapSchema, data) : undefined
    if (!message?.success || !port || ports.length !== 1) {
      refused++
      return
    }
    isAccepted = true
    onPage(port, origin)
    const ready = {
      type: 'portico-embedded/READY',
      version: protocolVersion,
      id: message.output.id,
    }
    window.parent.postMessage(ready, origin)
  })
  return {
    get refused() {
      return refused
    },
  }
}

/** Where the browser names the framing page, its word has to agree with the message's. */
function isFramedBy({ location }: Window, origin: string): boolean {
  const [parent] = location.ancestorOrigins ?? []
  return parent === undefined || parent === origin
}
