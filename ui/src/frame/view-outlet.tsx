import type { CurrentView, Dispose } from '@portico/kernel'
import { message, shell } from '@portico/kernel/contracts'
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { Broken } from '../primitives/broken.js'
import { ErrorBoundary, pluginOf } from '../primitives/error-boundary.js'
import { Skeleton } from '../primitives/skeleton.js'
import { useKernel } from '../react/kernel-provider.js'
import { useService } from '../react/use-service.js'
import { useTranslate } from '../react/use-translate.js'
import { useViews } from '../react/use-views.js'
import { focusStart } from './dialog-layer.js'
import type { ShownView } from './use-shown-view.js'

/** Height of a view that nobody has seen yet. Pixels. */
const usualHeight = 280

/** The view on screen. Forward comes from the end, back from the start; the height follows. */
export function ViewOutlet({ shown }: { readonly shown: ShownView }) {
  const kernel = useKernel()
  const { back, reportPainted } = useService(shell)
  const history = useViews()
  const outlet = useRef<HTMLDivElement>(null)
  const before = useRef<{ readonly history: readonly CurrentView[]; readonly key: number }>(undefined)
  const height = useRef(0)
  const { view, key, Face, error, retry, isWhole } = shown
  const isReady = Face !== undefined || error !== undefined

  useLayoutEffect(() => {
    const element = outlet.current
    const Observer = element?.ownerDocument.defaultView?.ResizeObserver
    if (!element || !Observer) return
    const observer = new Observer(() => {
      height.current = element.offsetHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view that becomes ready is a change of its own.
  useLayoutEffect(() => {
    const element = outlet.current
    const was = before.current
    before.current = { history, key }
    if (!element || !was) return
    const isBack = was.key !== key && was.history.includes(view)
    moveIn(element, height.current, was.key === key ? 0 : isBack ? -12 : 12)
    const panel = element.closest<HTMLElement>('.p-panel')
    if (!panel) return
    const focused = (panel.getRootNode() as ShadowRoot).activeElement
    const { activeElement, body } = panel.ownerDocument
    // It went with the old view, or the new one asks for it; never from somebody who is elsewhere in the page, or in a wallet's window.
    if (focused ? focused === panel || element.querySelector('[data-autofocus]') : (activeElement ?? body) === body) focusStart(panel)
  }, [key, isReady])
  useEffect(() => {
    if (error !== undefined) kernel.report(error, pluginOf(kernel, kernel.views.entry(view.id)))
  }, [error, kernel, view])

  const isComplete = Face !== undefined && isWhole
  useEffect(() => (isComplete ? afterPaint(() => reportPainted(view.id)) : undefined), [isComplete, reportPainted, view])

  return (
    <div className="p-outlet" ref={outlet}>
      <div className="p-view" key={`${key}${isReady}`}>
        {Face ? (
          <ErrorBoundary kernel={kernel} plugin={pluginOf(kernel, kernel.views.entry(view.id))} fallback={<Broken back={back} />}>
            <Face params={view.params} />
          </ErrorBoundary>
        ) : error !== undefined ? (
          <Broken error={error} retry={retry} back={back} />
        ) : (
          <Pending height={height.current || usualHeight} />
        )}
      </div>
    </div>
  )
}

/** Calls `run` after the next frame was painted, unless that is taken back before. */
function afterPaint(run: () => void): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Rows that are not there yet, in the height of what was there before. */
function Pending({ height }: { readonly height: number }) {
  const t = useTranslate()
  return (
    <div className="p-pending" style={{ '--high': `${height - 20}px` } as CSSProperties} role="status">
      <span className="p-hidden">{t(message('ui.loading', 'Loading'))}</span>
      <Skeleton rows={Math.ceil(height / 64)} />
    </div>
  )
}

/** Slides the view in by so many pixels and lets the height follow. Nothing moves where motion is reduced. */
function moveIn(outlet: HTMLElement, from: number, slide: number): void {
  const view = outlet.firstElementChild
  if (!view?.animate) return
  const style = outlet.ownerDocument.defaultView?.getComputedStyle(outlet)
  const speed = style?.getPropertyValue('--portico-speed').trim() ?? ''
  const duration = Number.parseFloat(speed) * (speed.endsWith('ms') ? 1 : 1_000)
  if (!(duration > 0)) return
  const timing = { duration, easing: style?.getPropertyValue('--portico-ease').trim() || 'ease-out' }
  const to = outlet.offsetHeight
  if (from && from !== to)
    outlet.animate(
      [from, to].map(height => ({ height: `${height}px`, overflow: 'hidden' })),
      timing,
    )
  if (slide) view.animate({ opacity: [0, 1], translate: [`${style?.direction === 'rtl' ? -slide : slide}px`, '0'] }, timing)
}
