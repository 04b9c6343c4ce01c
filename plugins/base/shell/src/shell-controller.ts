/** Decides which view opens, and whether the modal may close. */
import type { AnyView, PatchOf, Read } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import {
  isHeld,
  modalClosedEvent,
  modalOpenedEvent,
  type OpenOptions,
  openingRulesSlot,
  type Shell,
  type ShellState,
  shellSlice,
  trackedEvent,
  viewPaintedEvent,
} from '@portico/kernel/shell'
import type { ShellContext } from './refs.js'

const shakeMs = 500

export function createShell(context: ShellContext, embedded: boolean): Shell {
  const { views, state, items, capability, capabilities } = context
  // Rules and guards are third-party code, so they get read access only.
  const read: Read = { state, items, capability, capabilities }
  const reset = views.reset as (view: AnyView, params?: unknown) => void
  const now = () => state(shellSlice)
  const set = (change: PatchOf<ShellState>) => context.patch(shellSlice, change)
  const decide = (options: OpenOptions) =>
    openingRulesSlot.combine(items(openingRulesSlot), context.report, read, options, views) ?? {
      view: connectView,
      params: undefined,
    }
  /** Returns the name of the view. */
  const show = (options: OpenOptions) => {
    const { view, params } = decide(options)
    reset(view, params)
    return view.id
  }
  const leave = () => {
    if (!now().open) return
    set({ open: false, shaking: false, namespace: undefined })
    views.clear()
    context.emit(trackedEvent, { name: 'MODAL_CLOSE' })
    context.emit(modalClosedEvent)
  }
  set({ embedded })
  const waits = new Set<{ readonly overlaysPage?: boolean }>()
  const showWaits = () =>
    set({
      waiting: waits.size
        ? { overlaysPage: [...waits].some(wait => wait.overlaysPage) }
        : undefined,
    })
  let shaking: ReturnType<typeof setTimeout> | undefined
  context.onDispose(() => clearTimeout(shaking))

  const shell: Shell = {
    open(options = {}) {
      const { open, namespace } = now()
      // The view is set first, because an open modal is never empty.
      const view = show(options)
      set({
        open: true,
        namespace: options.namespace ?? namespace,
        isAtRequestedView: options.view !== undefined,
      })
      if (open) return
      context.emit(trackedEvent, { name: 'MODAL_OPEN' })
      context.emit(modalOpenedEvent, { view })
    },
    close() {
      const refused = isHeld(read, views, context.report)
      if (refused) shell.shake()
      else if (now().embedded) {
        set({ namespace: undefined })
        show({})
      } else leave()
      return !refused
    },
    back() {
      const { current } = views
      // A view that must not be left prevents closing, too.
      if (!views.back() || views.current === current) shell.close()
    },
    shake() {
      clearTimeout(shaking)
      set({ shaking: true })
      shaking = setTimeout(() => set({ shaking: false }), shakeMs)
    },
    wait(options) {
      // A copy, because each wait ends by its own identity.
      const wait = { ...options }
      waits.add(wait)
      showWaits()
      return () => {
        if (waits.delete(wait)) showWaits()
      }
    },
    setEmbedded(embedded) {
      set({ embedded })
      if (!embedded) leave()
      else if (!now().open) shell.open()
    },
    reportPainted: view => context.emit(viewPaintedEvent, { view }),
  }
  // A removed plugin removes its views, and an open modal must not become empty.
  context.watch(
    () => now().open && !views.current,
    empty => {
      if (empty) now().embedded ? shell.open() : leave()
    },
  )
  return shell
}
