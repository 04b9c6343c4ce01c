import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import styles from './qr-code.css?inline'
import type { QrDrawing } from './qr-drawing.js'

export interface QrCodeProps {
  /** Without a drawing the box shows an icon in the same size. */
  readonly qr: QrDrawing | undefined
  /** Which icon is shown without a drawing. */
  readonly instead: 'waiting' | 'failed' | 'done'
  /** The text for screen readers. */
  readonly label: string
  /** An icon of 36 px in the middle. */
  readonly children?: ReactNode
}
const marks = { waiting: 'scan', failed: 'warn', done: 'check' } as const

/**
 * A QR code, black on white in both modes and with its quiet zone, so that every phone reads it.
 */
export function QrCode({ qr, instead, label, children }: QrCodeProps) {
  useStyles(styles)
  return (
    <div className={qr ? 'p-qr' : `p-qr p-qr-${instead}`}>
      {!qr && <Icon name={marks[instead]} />}
      {qr && (
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label}>
          <path d={qr.path} />
          {qr.eyes.map(([x, y]) => (
            <g key={`${x} ${y}`}>
              <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.7" />
              <rect className="p-qr-pupil" x={x + 2} y={y + 2} width="3" height="3" rx="0.9" />
            </g>
          ))}
        </svg>
      )}
      {qr && children && <span className="p-qr-middle">{children}</span>}
    </div>
  )
}

/** Loads the code that draws. */
export type LoadQr = () => Promise<typeof import('./qr-drawing.js')>
export const loadQr: LoadQr = () => import('./qr-drawing.js')

export interface UseQrOptions {
  /** True if an icon covers the middle. */
  readonly covered?: boolean
  /** The id of the plugin that errors are reported under. */
  readonly plugin: string
  readonly load?: LoadQr | undefined
}
/**
 * Returns the drawing of a text once both are loaded. `missing`: the drawing code did not load, or
 * the text is too long for a QR code; both are reported.
 */
export function useQr(
  text: string | undefined,
  { covered = false, plugin, load = loadQr }: UseQrOptions,
): QrDrawing | 'missing' | undefined {
  const kernel = useKernel()
  const [code, setCode] = useState<Awaited<ReturnType<LoadQr>> | 'missing'>()
  // Loads in parallel with the text, and again for another text if the first load failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text tries again.
  useEffect(() => {
    if (typeof code === 'object') return
    let isCurrent = true
    load().then(
      loaded => isCurrent && setCode(loaded),
      error => {
        if (!isCurrent) return
        kernel.report(error, plugin)
        setCode('missing')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [text, plugin, load, kernel])
  // Drawn while rendering, so that another text never shows an empty box.
  const drawn = useMemo((): { readonly qr?: QrDrawing | 'missing'; readonly error?: unknown } => {
    if (text === undefined || code === undefined) return {}
    if (code === 'missing') return { qr: code }
    try {
      return { qr: code.drawQr(text, covered) }
    } catch (error) {
      return { qr: 'missing', error }
    }
  }, [code, text, covered])
  useEffect(() => {
    if (drawn.error) kernel.report(drawn.error, plugin)
  }, [drawn, kernel, plugin])
  return drawn.qr
}
