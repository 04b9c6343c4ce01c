import type { AnyEndpoint, EndpointRef, Read } from './refs.js'

export interface Handler {
  readonly when?: ((ask: unknown, read: Read) => boolean) | undefined
  readonly run: (ask: unknown, signal: AbortSignal) => Promise<unknown>
  /** Set after a failure: the handler is not called before this time. */
  rest?: { readonly until: number; readonly error: unknown }
}
/** A handler of the host, which replaces those of the plugins. */
export interface EndpointOverride {
  readonly endpoint: AnyEndpoint
  readonly handler: Handler['run']
}
/**
 * Answers an endpoint from the host's backend, or from a stub in a test. The handlers of plugins
 * are then not called.
 */
export function override<Ask, Answer>(
  endpoint: EndpointRef<Ask, Answer>,
  handler: (ask: Ask, signal: AbortSignal) => Promise<Answer>,
): EndpointOverride {
  return { endpoint, handler: handler as Handler['run'] }
}
