import { shellSlice, type Toast, toastsService } from '@portico/kernel/shell'
import { displayText } from '@portico/kernel/text'
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../primitives/icon.js'
import { IconButton } from '../primitives/icon-button.js'
import { Spinner } from '../primitives/spinner.js'
import { useService, useSlice } from '../react/registry-hooks.js'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import { closeMessage } from './header.js'
import styles from './toasts.css?inline'

/** Characters of a sentence: names and amounts in it may be untrusted. */
const maxLength = 240
/**
 * Characters of the detail of an alert, which may have three addresses and two exact amounts that
 * must not be cut.
 */
const maxDetailLength = 1_000
/** The space above and below a toast. */
const marginPx = 16

/**
 * Shows a toast above the panel. In the host's container, or without room above, the toast replaces
 * the title.
 */
export function ToastStrip() {
  useStyles(styles)
  const toast = useSlice(shellSlice, state => state.toast)
  return toast && <ToastText key={toast.id} {...toast} />
}

function ToastText({ kind, message }: Toast) {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  const [isInside, setInside] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    const panel = current?.closest('.p-panel')
    // The toast itself: its container is higher when the toast is inside the panel.
    const toast = current?.querySelector<HTMLElement>('.p-toast')
    if (!toast || !panel) return
    const settle = () =>
      setInside(
        panel.matches('.p-inline') ||
          panel.getBoundingClientRect().top < toast.getBoundingClientRect().height + marginPx,
      )
    settle()
    const watch = new ResizeObserver(settle)
    // Another text or another window height may need another position.
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
        <span>{displayText(t(message), maxLength)}</span>
      </div>
    </div>
  )
}

/** Shows an alert until the person closes it. */
export function AlertStrip() {
  useStyles(styles)
  const alert = useSlice(shellSlice, state => state.alert)
  const { dismissAlert } = useService(toastsService)
  const t = useTranslate()
  return (
    alert && (
      <div className={`p-alert p-alert-${alert.kind}`}>
        <Icon name="warn" />
        <div>
          <strong>{displayText(t(alert.title), maxLength)}</strong>
          {alert.detail && <p>{displayText(t(alert.detail), maxDetailLength)}</p>}
        </div>
        <IconButton icon="close" label={t(closeMessage)} onClick={dismissAlert} />
      </div>
    )
  )
}
