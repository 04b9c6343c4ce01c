import type { Dispose } from '@portico/kernel'

/** As far as a finger must draw a sheet down to close it, or as fast. */
const farPx = 96
const fastPxPerMs = 0.6

/** On a phone: the panel follows a finger that draws its head down, and goes when that was far or fast enough. `leave` answers false when it may not. */
export function dragSheet(panel: HTMLElement, leave: () => boolean): Dispose {
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
  return () => listening.abort()
}
