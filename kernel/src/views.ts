/** The registry of views and the history of those on screen. The page's address and its browser history are never touched. */
import { isEqual } from './equal.js'
import { KernelError } from './error.js'
import type { CurrentView, ViewEntry, Views } from './plugin.js'
import type { AnyView, Dispose, Read } from './refs.js'
import { guard, type Report, type Store } from './store.js'

export type ViewRegistry = ReturnType<typeof createViews>
export function createViews(store: Store, read: Read, report: Report) {
  const entries = new Map<string, { readonly entry: ViewEntry; readonly plugin: string }>()
  let history: readonly CurrentView[] = []

  const go = (next: readonly CurrentView[]) => {
    const left = history.at(-1)
    history = next
    store.batch(() => {
      store.touch()
      const known = left && left.id !== next.at(-1)?.id ? entries.get(left.id) : undefined
      if (known?.entry.onLeave) guard(known.entry.onLeave, known.plugin, report)
    })
  }
  /** A rule that throws lets go: a view without a way out is worse. */
  const held = () => {
    const known = entries.get(history.at(-1)?.id ?? '')
    try {
      return known?.entry.canLeave?.(read) === false
    } catch (error) {
      report(error, known?.plugin ?? '')
      return false
    }
  }

  return {
    add(entry: ViewEntry, plugin: string): Dispose {
      const { id } = entry.ref
      const other = entries.get(id)
      if (other) throw new KernelError('TWO_VIEWS', `"${plugin}" and "${other.plugin}" both bring the view "${id}".`, plugin)
      entries.set(id, { entry, plugin })
      store.touch()
      return () => {
        const rest = history.filter(view => view.id !== id)
        if (rest.length !== history.length) go(rest)
        entries.delete(id)
        store.touch()
      }
    },
    ids: (plugin: string) => [...entries].filter(([, known]) => known.plugin === plugin).map(([id]) => id),
    /** The face for one plugin (or the host); silent once the signal is aborted. */
    face(plugin: string | undefined, signal: AbortSignal): Views {
      const to =
        (how: (history: readonly CurrentView[], next: CurrentView) => readonly CurrentView[]) =>
        (ref: AnyView, params?: unknown): void => {
          if (signal.aborted) return
          const { id, from } = ref
          if (!entries.has(id))
            throw new KernelError(
              'VIEW_UNKNOWN',
              `No running plugin brings the view "${id}".`,
              plugin,
              from ? `include ${from}.` : 'include the plugin that does, or ask views.has() first.',
            )
          const current = history.at(-1)
          const same = current?.id === id
          const next = how(history, same && isEqual(current.params, params) ? current : Object.freeze({ id, params }))
          if (next.length === history.length && next.at(-1) === current) return
          if (same || !held()) go(next)
        }
      return Object.freeze({
        get current() {
          return history.at(-1)
        },
        get history() {
          return history
        },
        has: (ref: AnyView) => entries.has(ref.id),
        entry: (id: string) => entries.get(id)?.entry,
        push: to((history, next) => (next === history.at(-1) ? history : [...history, next])),
        replace: to((history, next) => [...history.slice(0, -1), next]),
        reset: to((_, next) => [next]),
        back() {
          if (signal.aborted) return false
          if (held()) return true
          if (history.length < 2 || history.some(({ id }) => entries.get(id)?.entry.backCloses)) return false
          go(history.slice(0, -1))
          return true
        },
        clear() {
          if (history.length && !signal.aborted) go([])
        },
      })
    },
  }
}
