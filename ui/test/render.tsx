import {
  createKernel,
  definePlugin,
  defineService,
  defineSlice,
  type Kernel,
  type Plugin,
} from '@portico/kernel'
import {
  type OpenOptions,
  shellService,
  shellSlice,
  type Toast,
  toastsService,
  viewPaintedEvent,
} from '@portico/kernel/shell'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { KernelProvider } from '../src/index.js'

// React asks for it by this name.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

export interface Count {
  readonly count: number
  readonly other: number
  readonly list: readonly string[]
}
export const countSlice = /* @__PURE__ */ defineSlice<Count>({
  id: 'count',
  initial: () => ({ count: 0, other: 0, list: ['a'] }),
})
export interface Counter {
  set(change: Partial<Count>): void
}
export const counter = /* @__PURE__ */ defineService<Counter>('counter')
export const counting = definePlugin({
  id: 'test/counter',
  owns: [countSlice],
  provides: [counter],
  setup: context =>
    void context.provide(counter, {
      set: change => context.update(countSlice, state => void Object.assign(state, change)),
    }),
})

/**
 * The smallest shell that opens, closes and says something; the real one is looked at in a browser
 * (examples/acceptance/e2e).
 */
export const smallShell = (): Plugin =>
  definePlugin({
    id: 'test/shell',
    owns: [shellSlice],
    provides: [shellService, toastsService],
    setup(context) {
      const set = (change: object) =>
        context.update(shellSlice, state => void Object.assign(state, change))
      const open = ({ view, params }: OpenOptions = {}) => {
        if (view) (context.views.reset as (ref: typeof view, params: unknown) => void)(view, params)
        set({ open: true })
      }
      const close = () => {
        context.views.clear()
        set({ open: false })
        return true
      }
      context.provide(shellService, {
        open,
        close,
        back: () => void (context.views.back() || close()),
        shake: () => set({ shaking: true }),
        wait: ({ overlaysPage = false } = {}) => {
          set({ waiting: { overlaysPage } })
          return () => set({ waiting: undefined })
        },
        setEmbedded: embedded => set({ embedded, open: embedded }),
        reportPainted: view => context.emit(viewPaintedEvent, { view }),
      })
      const show = (kind: Toast['kind']) => (message: Toast['message']) =>
        set({ toast: { id: 1, kind, message } })
      context.provide(toastsService, {
        success: show('success'),
        progress: show('progress'),
        fail: () => undefined,
        dismiss: () => set({ toast: undefined }),
        alert: alert => set({ alert }),
        dismissAlert: () => set({ alert: undefined }),
      })
    },
  })

export interface Reported {
  readonly error: unknown
  readonly plugin: string
}
/** A kernel whose reports are kept. */
export function kernelWith(...plugins: readonly Plugin[]): {
  readonly kernel: Kernel
  readonly reports: Reported[]
} {
  const reports: Reported[] = []
  return {
    kernel: createKernel({
      plugins,
      onError: (error, plugin) => void reports.push({ error, plugin }),
    }),
    reports,
  }
}

const roots: Root[] = []
/**
 * Takes everything away that was rendered. Happens by itself after a test, for one that has to go
 * before its kernel does.
 */
export async function unmount(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  if (typeof document !== 'undefined') document.body.replaceChildren()
}
/** Renders below a provider; answers the place in the page. */
export async function render(kernel: Kernel, node: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  onTestFinished(unmount)
  await act(async () => root.render(<KernelProvider kernel={kernel}>{node}</KernelProvider>))
  return place
}
/**
 * Runs a callback outside of `act`, like a change that no test made. React reports no missing
 * `act` until the callback has ended.
 */
export async function outsideAct<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  react.IS_REACT_ACT_ENVIRONMENT = false
  try {
    return await run()
  } finally {
    react.IS_REACT_ACT_ENVIRONMENT = true
  }
}
/** Waits for what comes by itself; what is on the page instead is said where it does not. */
export const eventually = (holds: () => unknown): Promise<void> =>
  outsideAct(() =>
    vi.waitFor(
      () =>
        expect([!!holds(), document.body.textContent]).toEqual([true, document.body.textContent]),
      { timeout: 20_000, interval: 5 },
    ),
  )
