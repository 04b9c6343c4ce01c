import type { CurrentView, Dispose } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { ErrorBoundary, pluginOf } from '../primitives/error-boundary.js'
import { FailedPart } from '../primitives/failed-part.js'
import { Skeleton } from '../primitives/skeleton.js'
import { useKernel } from '../react/kernel-provider.js'
import { useService } from '../react/registry-hooks.js'
import { useTranslate } from '../react/use-translate.js'
import { useViews } from '../react/use-views.js'
import { focusStart } from './dialog-layer.js'
import type { ShownView } from './use-shown-view.js'

/** Height of the skeleton of the first view. Pixels. */
const usualHeight = 280

/**
 * Renders the current view. A next view slides in from the end, a previous one from the start; the
 * height is animated.
 */
export function ViewOutlet({ shown }: { readonly shown: ShownView }) {
  const kernel = useKernel()
  const { back, reportPainted } = useService(shellService)
  const history = useViews()
  const outlet = useRef<HTMLDivElement>(null)
  const before = useRef<{ readonly history: readonly CurrentView[]; readonly key: number }>(
    undefined,
  )
  const height = useRef(0)
  const { view, key, Component, error, retry, isWhole } = shown
  const isReady = Component !== undefined || error !== undefined

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the view becomes ready.
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
    // The previous view had the focus, or the new view has a first field. Never takes the focus
    // from the page or from the window of a wallet.
    if (
      focused
        ? focused === panel || element.querySelector('[data-autofocus]')
        : (activeElement ?? body) === body
    )
      focusStart(panel)
  }, [key, isReady])
  useEffect(() => {
    if (error !== undefined) kernel.report(error, pluginOf(kernel, kernel.views.entry(view.id)))
  }, [error, kernel, view])

  const isComplete = Component !== undefined && isWhole
  useEffect(
    () => (isComplete ? afterPaint(() => reportPainted(view.id)) : undefined),
    [isComplete, reportPainted, view],
  )

  return (
    <div className="p-outlet" ref={outlet}>
      <div className="p-view" key={`${key}${isReady}`}>
        {Component ? (
          <ErrorBoundary
            kernel={kernel}
            plugin={pluginOf(kernel, kernel.views.entry(view.id))}
            fallback={<FailedPart back={back} />}
          >
            <Component params={view.params} />
          </ErrorBoundary>
        ) : error !== undefined ? (
          <FailedPart error={error} retry={retry} back={back} />
        ) : (
          <Pending height={height.current || usualHeight} />
        )}
      </div>
    </div>
  )
}

/** Calls `run` after the next frame was painted. Returns a function that cancels the call. */
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

/** A skeleton with the height of the previous view. */
function Pending({ height }: { readonly height: number }) {
  const t = useTranslate()
  return (
    <div
      className="p-pending"
      style={{ '--high': `${height - 20}px` } as CSSProperties}
      role="status"
    >
      <span className="p-hidden">{t(message('ui.loading', 'Loading'))}</span>
      <Skeleton rows={Math.ceil(height / 64)} />
    </div>
  )
}

/**
 * Slides the view in by `slide` pixels and animates the height. Does nothing with reduced motion.
 */
function moveIn(outlet: HTMLElement, from: number, slide: number): void {
  const view = outlet.firstElementChild
  if (!view?.animate) return
  const style = outlet.ownerDocument.defaultView?.getComputedStyle(outlet)
  const speed = style?.getPropertyValue('--portico-speed').trim() ?? ''
  const duration = Number.parseFloat(speed) * (speed.endsWith('ms') ? 1 : 1_000)
  if (!(duration > 0)) return
  const timing = {
    duration,
    easing: style?.getPropertyValue('--portico-ease').trim() || 'ease-out',
  }
  const to = outlet.offsetHeight
  if (from && from !== to)
    outlet.animate(
      [from, to].map(height => ({ height: `${height}px`, overflow: 'hidden' })),
      timing,
    )
  if (slide)
    view.animate(
      { opacity: [0, 1], translate: [`${style?.direction === 'rtl' ? -slide : slide}px`, '0'] },
      timing,
    )
}
