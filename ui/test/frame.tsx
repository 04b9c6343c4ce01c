import { definePlugin, defineView, view } from '@portico/kernel'
import { headerActionsSlot, shellService } from '@portico/kernel/shell'
import { act, type ReactNode } from 'react'
import { modal, useTitle } from '../src/index.js'
import { kernelWith, smallShell } from './render.js'

// happy-dom has no layout to animate, and its computed styles do not end where a property of the
// host is named in its own default.
Object.assign(Element.prototype, { animate: undefined })

export const firstView = /* @__PURE__ */ defineView('First')
const secondView = /* @__PURE__ */ defineView('Second')
const helpView = /* @__PURE__ */ defineView('Help')

function Second() {
  useTitle('Second by name')
  return <p>Second view</p>
}
interface FrameOptions {
  readonly first?: () => ReactNode
  readonly load?: () => Promise<{ readonly default: () => ReactNode }>
  readonly container?: Element
  /** Going back from the first view closes. */
  readonly backCloses?: boolean
}
/** The modal of a small kernel, open at its first view. */
export async function openFrame({
  first = () => <p>First view</p>,
  load,
  container,
  backCloses = false,
}: FrameOptions = {}) {
  const plugin = definePlugin({
    id: 'test/frame',
    views: [
      view(firstView, load ?? (async () => ({ default: first })), {
        title: { id: 'first', en: 'First' },
        backCloses,
      }),
      view(secondView, async () => ({ default: Second }), {
        title: { id: 'second', en: 'Second' },
      }),
      view(helpView, async () => ({ default: () => <p>Help view</p> }), {
        title: { id: 'help', en: 'Help' },
      }),
    ],
    setup: context =>
      void context.contribute(headerActionsSlot, {
        id: 'help',
        view: 'First',
        label: { id: 'help', en: 'Help' },
        icon: 'help',
        target: helpView,
      }),
  })
  const { kernel, reports } = kernelWith(smallShell(), plugin)
  let dispose: () => void = () => undefined
  await act(async () => {
    dispose = modal.mount(kernel, container ? { container } : {})
    kernel.use(shellService).open({ view: firstView })
  })
  const host = () => document.querySelector('portico-root')
  const root = () => host()?.shadowRoot
  return {
    kernel,
    reports,
    dispose,
    host,
    root,
    dialog: () => root()?.querySelector('dialog'),
    text: () => root()?.textContent ?? '',
    button: (label: string) =>
      [...(root()?.querySelectorAll('button') ?? [])].find(
        button => button.getAttribute('aria-label') === label || button.textContent === label,
      ),
    push: () => kernel.views.push(secondView),
    close: () => kernel.use(shellService).close(),
  }
}
