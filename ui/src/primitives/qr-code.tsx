import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useStyles } from '../theme/use-styles.js'
import { Icon } from './icon.js'
import styles from './qr-code.css?inline'
import type { QrDrawing } from './qr-drawing.js'

export interface QrCodeProps {
  /** Undefined: its place is kept. */
  readonly qr: QrDrawing | undefined
  /** What is in its place then. */
  readonly instead: 'waiting' | 'failed' | 'done'
  /** For those who do not see it. */
  readonly label: string
  /** An icon of 36 px, in the middle. */
  readonly children?: ReactNode
}
const marks = { waiting: 'scan', failed: 'warn', done: 'check' } as const

/** Black on white in both modes, with its quiet zone, so that every phone reads it. */
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

/** Brings what draws the code. */
export type LoadQr = () => Promise<typeof import('./qr-drawing.js')>
export const loadQr: LoadQr = () => import('./qr-drawing.js')

export interface UseQrOptions {
  /** Something stands in its middle. */
  readonly covered?: boolean
  /** Whose code it is: what fails is reported under this name. */
  readonly plugin: string
  readonly load?: LoadQr | undefined
}
/** The drawing of a text, as soon as there are both; `missing`: what draws it did not arrive, or the text is too long for any code, which is reported. */
export function useQr(text: string | undefined, { covered = false, plugin, load = loadQr }: UseQrOptions): QrDrawing | 'missing' | undefined {
  const kernel = useKernel()
  const [code, setCode] = useState<Awaited<ReturnType<LoadQr>> | 'missing'>()
  // Fetched beside the text, so that it is there when the text comes, and once more for another text if it did not arrive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another try.
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
  // Drawn at once: another text never leaves the place empty for a moment.
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
