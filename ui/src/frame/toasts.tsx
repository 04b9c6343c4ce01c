import { displayText, shellSlice, type Toast, toasts } from '@portico/kernel/contracts'
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../primitives/icon.js'
import { IconButton } from '../primitives/icon-button.js'
import { Spinner } from '../primitives/spinner.js'
import { useService } from '../react/use-service.js'
import { useSlice } from '../react/use-slice.js'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import { closeMessage } from './header.js'
import styles from './toasts.css?inline'

/** Characters of a sentence: names and amounts in it may be a stranger's. */
const longest = 240
/** Characters of an alert's detail: it may name three addresses and two exact amounts, none of which may be cut. */
const longestDetail = 1_000
/** What is free above and below a toast. */
const airPx = 16

/** One sentence above the panel, where it covers nothing. In a host's own page, and where no room is left above, it takes the place of the title. */
export function ToastStrip() {
  useStyles(styles)
  const toast = useSlice(shellSlice, state => state.toast)
  return toast && <Said key={toast.id} {...toast} />
}

function Said({ kind, message }: Toast) {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  const [isInside, setInside] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    const panel = current?.closest('.p-panel')
    // Itself, not its place: that is higher where it stands inside.
    const toast = current?.querySelector<HTMLElement>('.p-toast')
    if (!toast || !panel) return
    const settle = () => setInside(panel.matches('.p-inline') || panel.getBoundingClientRect().top < toast.getBoundingClientRect().height + airPx)
    settle()
    const watch = new ResizeObserver(settle)
    // Other words may need more room, and a window of another height has another one.
    for (const part of [panel, toast]) watch.observe(part)
    const { defaultView } = panel.ownerDocument
    defaultView?.addEventListener('resize', settle)
    return () => {
      watch.disconnect()
      defaultView?.removeEventListener('resize', settle)
    }
  }, [])
  return (
    <div ref={place} className={isInside ? 'p-toasts p-inside' : 'p-toasts'}>
      <div className={`p-toast p-toast-${kind}`}>
        {kind === 'progress' ? <Spinner /> : <Icon name={kind === 'success' ? 'check' : 'warn'} />}
        <span>{displayText(t(message), longest)}</span>
      </div>
    </div>
  )
}

/** A strip that stays until it is closed. */
export function AlertStrip() {
  useStyles(styles)
  const alert = useSlice(shellSlice, state => state.alert)
  const { dismissAlert } = useService(toasts)
  const t = useTranslate()
  return (
    alert && (
      <div className={`p-alert p-alert-${alert.kind}`}>
        <Icon name="warn" />
        <div>
          <strong>{displayText(t(alert.title), longest)}</strong>
          {alert.detail && <p>{displayText(t(alert.detail), longestDetail)}</p>}
        </div>
        <IconButton icon="close" label={t(closeMessage)} onClick={dismissAlert} />
      </div>
    )
  )
}
