import { type ReactNode, useCallback, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { StyleRootContext, useStyles } from '../theme/use-styles.js'
import styles from './panes.css?inline'

/** The width of a window that has room for two panes (decision 77). */
const roomQuery = '(min-width: 720px)'

/** True where the window has room for two panes, and the host has not set the width of the modal. */
export function useHasRoom(): boolean {
  const root = useContext(StyleRootContext)
  const host = root && 'host' in root ? root.host : undefined
  const page = host?.ownerDocument.defaultView
  const subscribe = useCallback(
    (changed: () => void) => {
      const room = page?.matchMedia?.(roomQuery)
      room?.addEventListener('change', changed)
      return () => room?.removeEventListener('change', changed)
    },
    [page],
  )
  return useSyncExternalStore(
    subscribe,
    () => page?.matchMedia?.(roomQuery).matches === true && host !== undefined && page.getComputedStyle(host).getPropertyValue('--portico-width') === '',
    () => false,
  )
}

export interface PanesProps {
  readonly children: ReactNode
  /** The second pane, at the end. */
  readonly beside: ReactNode
}
/** Two panes of the usual width, in a modal that is twice as wide. */
export function Panes({ children, beside }: PanesProps) {
  useStyles(styles)
  const panes = useRef<HTMLDivElement>(null)
  // Before the first paint, so that nothing is shown in another width.
  useLayoutEffect(() => {
    const panel = panes.current?.closest('.p-panel')
    panel?.toggleAttribute('data-wide', true)
    return () => void panel?.toggleAttribute('data-wide', false)
  }, [])
  return (
    <div className="p-panes" ref={panes}>
      <div>{children}</div>
      <div className="p-pane-beside">{beside}</div>
    </div>
  )
}
