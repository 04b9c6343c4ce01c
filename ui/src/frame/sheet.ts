import type { Dispose } from '@portico/kernel'

/** A drag of this distance, or of this speed, closes the sheet. */
const closingPx = 96
const closingPxPerMs = 0.6

/**
 * Makes the panel a sheet on a phone: it follows a finger that drags its header down, closes after
 * a long or fast drag (unless `leave` refuses), and stays above the on-screen keyboard.
 */
export function behaveAsSheet(panel: HTMLElement, leave: () => boolean): Dispose {
  const listening = new AbortController()
  const { signal } = listening
  let from: { readonly y: number; readonly at: number } | undefined
  const move = (px: number) => panel.style.setProperty('translate', px ? `0 ${px}px` : '')
  const end = (y: number, at: number) => {
    if (!from) return
    const distance = y - from.y
    const speed = distance / Math.max(1, at - from.at)
    from = undefined
    move(0)
    if (distance > closingPx || (distance > 24 && speed > closingPxPerMs)) leave()
  }
  panel.addEventListener(
    'pointerdown',
    event => {
      const target = event.target as Element
      if (!event.isPrimary || !target.closest('.p-head,.p-grabber') || target.closest('button'))
        return
      from = { y: event.clientY, at: event.timeStamp }
      panel.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  panel.addEventListener(
    'pointermove',
    event => from && move(Math.max(0, event.clientY - from.y)),
    { signal },
  )
  panel.addEventListener('pointerup', event => end(event.clientY, event.timeStamp), { signal })
  panel.addEventListener('pointercancel', () => end(0, 0), { signal })
  const window = panel.ownerDocument.defaultView
  const viewport = window?.visualViewport
  const rise = () => {
    // Times the scale: a pinch zoom makes the visual viewport smaller without a keyboard. A page
    // that overflows sideways makes the window wider and higher than the screen.
    const covered =
      window && viewport
        ? (window.innerHeight * viewport.width * viewport.scale) / window.innerWidth -
          viewport.height * viewport.scale -
          viewport.offsetTop
        : 0
    // Less is no keyboard: sizes of the window are rounded.
    panel.style.setProperty('--p-keyboard', `${covered < 4 ? 0 : Math.round(covered)}px`)
  }
  rise()
  viewport?.addEventListener('resize', rise, { signal })
  return () => {
    listening.abort()
    // The panel may open again without a keyboard or a drag.
    for (const name of ['--p-keyboard', 'translate']) panel.style.removeProperty(name)
  }
}
