/** The history of views. Does not touch the page's address or browser history. */
import { isEqual } from './equal.js'
import { refusal } from './error.js'
import type { CurrentView, ViewEntry, Views } from './plugin.js'
import type { AnyView, Read } from './refs.js'
import { placeOf, type Registry } from './registry.js'
import { guard, type Report, type Store } from './store.js'

type History = readonly CurrentView[]

export type ViewHistory = ReturnType<typeof createViews>
export function createViews(store: Store, registry: Registry, read: Read, report: Report) {
  let history: History = []

  const known = (id = '') => registry.at(placeOf('view', { id }))[0]
  const entryOf = (id?: string) => known(id)?.value as ViewEntry | undefined
  /**
   * Runs a rule of the current view. A rule that throws is ignored, so that the person can always
   * leave the view.
   */
  const ask = (rule: 'canLeave' | 'onLeave', id: string | undefined) => {
    let answer: unknown
    guard(
      () => {
        answer = entryOf(id)?.[rule]?.(read)
      },
      error => report(error, known(id)?.plugin ?? ''),
    )
    return answer
  }
  const isHeld = () => ask('canLeave', history.at(-1)?.id) === false
  const go = (next: History) => {
    const left = history.at(-1)?.id
    history = Object.freeze(next)
    store.batch(() => {
      store.touch()
      if (left !== next.at(-1)?.id) ask('onLeave', left)
    })
  }

  return {
    /** Removes the views of a disposed plugin from the history. */
    drop(id: string) {
      const rest = history.filter(view => view.id !== id)
      if (rest.length < history.length) go(rest)
    },
    /**
     * Returns the views API of one plugin (or of the host), which does nothing once the signal is
     * aborted.
     */
    viewsOf(plugin: string | undefined, signal: AbortSignal): Views {
      const to =
        (how: (next: CurrentView) => History) =>
        (ref: AnyView, params?: unknown): void => {
          if (signal.aborted) return
          const { id, from } = ref
          if (!entryOf(id)) throw refusal('VIEW_UNKNOWN', plugin, [id, from])
          const current = history.at(-1)
          const isSame = current?.id === id
          const next = how(
            isSame && isEqual(current.params, params) ? current : Object.freeze({ id, params }),
          )
          const isMove = next.length !== history.length || next.at(-1) !== current
          if (isMove && (isSame || !isHeld())) go(next)
        }
      return Object.freeze({
        get current() {
          return history.at(-1)
        },
        get history() {
          return history
        },
        has: ({ id }: AnyView) => !!entryOf(id),
        entry: entryOf,
        push: to(next => (next === history.at(-1) ? history : [...history, next])),
        replace: to(next => [...history.slice(0, -1), next]),
        reset: to(next => [next]),
        back() {
          if (signal.aborted) return false
          if (isHeld()) return true
          const isOver = history.length < 2 || history.some(({ id }) => entryOf(id)?.backCloses)
          if (!isOver) go(history.slice(0, -1))
          return !isOver
        },
        clear() {
          if (history.length && !signal.aborted) go([])
        },
      })
    },
  }
}
