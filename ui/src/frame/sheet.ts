import type { Dispose } from '@portico/kernel'

/** As far as a finger must draw a sheet down to close it, or as fast. */
const farPx = 96
const fastPxPerMs = 0.6

/**
 * The panel as a sheet on a phone: it follows a finger that draws its head down, and goes when that was far or fast enough (unless `leave` refuses);
 * it stands above the keyboard.
 */
export function behaveAsSheet(panel: HTMLElement, leave: () => boolean): Dispose {
  const listening = new AbortController()
  const { signal } = listening
  let from: { readonly y: number; readonly at: number } | undefined
  const move = (px: number) => panel.style.setProperty('translate', px ? `0 ${px}px` : '')
  const end = (y: number, at: number) => {
    if (!from) return
    const far = y - from.y
    const fast = far / Math.max(1, at - from.at)
    from = undefined
    move(0)
    if (far > farPx || (far > 24 && fast > fastPxPerMs)) leave()
  }
  panel.addEventListener(
    'pointerdown',
    event => {
      const target = event.target as Element
      if (!event.isPrimary || !target.closest('.p-head,.p-grabber') || target.closest('button')) return
      from = { y: event.clientY, at: event.timeStamp }
      panel.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  panel.addEventListener('pointermove', event => from && move(Math.max(0, event.clientY - from.y)), { signal })
  panel.addEventListener('pointerup', event => end(event.clientY, event.timeStamp), { signal })
  panel.addEventListener('pointercancel', () => end(0, 0), { signal })
  const window = panel.ownerDocument.defaultView
  const viewport = window?.visualViewport
  const rise = () => {
    // Times the scale: what two fingers zoomed in to is as much smaller, and no keyboard.
    const covered = window && viewport ? window.innerHeight - viewport.height * viewport.scale - viewport.offsetTop : 0
    panel.style.setProperty('--p-keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  rise()
  viewport?.addEventListener('resize', rise, { signal })
  return () => {
    listening.abort()
    // The panel may come again, and then without a keyboard or a finger.
    for (const name of ['--p-keyboard', 'translate']) panel.style.removeProperty(name)
  }
}
