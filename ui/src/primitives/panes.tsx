import { whenIdle } from '@portico/kernel/shell'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { LoadComponent } from '../react/use-loaded.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './panes.css?inline'
import { LazyComponent } from './slot-outlet.js'

export interface PanesProps {
  readonly children: ReactNode
  /**
   * The component of the second pane, loaded when the view was painted and the page is idle. Not
   * loaded without room for it.
   */
  readonly beside: LoadComponent
}
/**
 * Two panes of the usual width, in a modal that is twice as wide: where the window has at least 720
 * px when the view opens, and the host has not set the width of the modal (decision 77). A window
 * that becomes narrower hides the second one.
 */
export function Panes({ children, beside }: PanesProps) {
  useStyles(styles)
  const [isWide, setWide] = useState(false)
  const [isIdle, setIdle] = useState(false)
  const wide = useRef<Element>(undefined)
  // Before the first paint, so that nothing is shown in another width. Not an effect, which React
  // 18 complains of on a server.
  const widen = useCallback((panes: Element | null) => {
    wide.current?.toggleAttribute('data-wide', false)
    wide.current = panes ? panelWithRoom(panes) : undefined
    wide.current?.toggleAttribute('data-wide', true)
    if (wide.current) setWide(true)
  }, [])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <div className={isWide ? 'p-panes' : undefined} ref={widen}>
      <div>{children}</div>
      {isWide && <div className="p-pane-beside">{isIdle && <LazyComponent load={beside} />}</div>}
    </div>
  )
}

function panelWithRoom(panes: Element): Element | undefined {
  const panel = panes.closest('.p-panel')
  const { host } = (panel?.getRootNode() ?? {}) as ShadowRoot
  const hasRoom =
    host &&
    globalThis.matchMedia?.('(min-width: 720px)').matches &&
    !getComputedStyle(host).getPropertyValue('--portico-width')
  return (hasRoom && panel) || undefined
}
