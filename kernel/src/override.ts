import type { AnyEndpoint, EndpointRef, Read } from './refs.js'

export interface Handler {
  readonly when?: ((ask: unknown, read: Read) => boolean) | undefined
  readonly run: (ask: unknown, signal: AbortSignal) => Promise<unknown>
  /** Set when it failed: not to be asked before then. */
  rest?: { readonly until: number; readonly error: unknown }
}
/** A handler of the host's own: it replaces those of the plugins. */
export interface EndpointOverride {
  readonly endpoint: AnyEndpoint
  readonly handler: Handler['run']
}
/** Answers an endpoint from the host's own backend (or a stub in a test). The plugins' handlers are then not asked. */
export function override<Ask, Answer>(endpoint: EndpointRef<Ask, Answer>, handler: (ask: Ask, signal: AbortSignal) => Promise<Answer>): EndpointOverride {
  return { endpoint, handler: handler as Handler['run'] }
}
