/**
 * Requests that a wallet was asked and that nobody has seen an answer to: what it says yes to happens, whoever waits. They stand beside what was sent, so that
 * neither a reload nor another account or network makes anybody forget them.
 */
import type { Read } from '@portico/kernel'
import { type SwapContext, swapLogSlice } from './refs.js'

export interface Asked {
  /** Tells it apart from what was sent. */
  readonly kind: typeof kind
  readonly asked: string
  /** Milliseconds since the epoch. */
  readonly at: number
}
// No wallet is known to keep a request for longer.
const keptForMs = 60 * 60_000
const most = 8
const kind = 'asked' as const

/** Those of the last hour. */
export function readAsked({ state }: Read): readonly Asked[] {
  const { found } = state(swapLogSlice)
  const since = Date.now() - keptForMs
  return Array.isArray(found)
    ? found.flatMap(one => (typeof one?.asked === 'string' && one.at > since ? [{ kind, asked: one.asked.slice(0, 40), at: one.at }] : []))
    : []
}
/** How many requests a wallet may still show, from here or from a page before this one. */
export const openRequests = (read: Read): number => readAsked(read).length

// By context: two kernels in one page share nothing.
const ours = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>()
const oursOf = ({ signal }: SwapContext): Set<string> => {
  const own = ours.get(signal) ?? new Set()
  ours.set(signal, own)
  return own
}

/** Before a wallet is asked; what it answers is to be called once it has answered. */
export function askedNow(context: SwapContext): () => void {
  const asked = String(crypto.getRandomValues(new Uint32Array(2)))
  oursOf(context).add(asked)
  write(context, [{ kind, asked, at: Date.now() }, ...readAsked(context)].slice(0, most))
  return () => {
    if (oursOf(context).delete(asked) && !context.signal.aborted)
      write(
        context,
        readAsked(context).filter(one => one.asked !== asked),
      )
  }
}
/** Those of pages that are gone: nobody will hear an answer, and the person has said that they know. */
export function forgetEarlier(context: SwapContext): void {
  const own = oursOf(context)
  const all = readAsked(context)
  if (!all.every(({ asked }) => own.has(asked)))
    write(
      context,
      all.filter(({ asked }) => own.has(asked)),
    )
}
function write(context: SwapContext, asked: readonly Asked[]): void {
  const { found } = context.state(swapLogSlice)
  const others = Array.isArray(found) ? found.filter(one => one?.asked === undefined) : []
  context.update(swapLogSlice, state => void Object.assign(state, { found: [...asked, ...others] }))
}
