import { Icon, useKernel, useStyles, WalletIcon } from '@portico/ui'
import { useEffect, useState } from 'react'
import type { QrDrawing } from '../lazy/qr.js'
import { pairingStyles } from './pairing.styles.js'

export interface QrCodeProps {
  /** Undefined: its place is kept. */
  readonly qr: QrDrawing | undefined
  /** What is in its place then. */
  readonly instead: 'waiting' | 'failed' | 'done'
  /** For those who do not see it. */
  readonly label: string
  /** Stands in the middle. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string } | undefined
}
const marks = { waiting: 'scan', failed: 'warn', done: 'check' } as const

/** Black on white in both modes, with its quiet zone, so that every phone reads it. */
export function QrCode({ qr, instead, label, wallet }: QrCodeProps) {
  useStyles(pairingStyles)
  return (
    <div className={qr ? 'wc-code' : `wc-code wc-code-${instead}`}>
      {!qr && <Icon name={marks[instead]} />}
      {qr && (
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label}>
          <path d={qr.path} />
          {qr.eyes.map(([x, y]) => (
            <g key={`${x} ${y}`}>
              <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.7" />
              <rect className="wc-pupil" x={x + 2} y={y + 2} width="3" height="3" rx="0.9" />
            </g>
          ))}
        </svg>
      )}
      {qr && wallet && (
        <span className="wc-middle">
          <WalletIcon name={wallet.name} src={wallet.imageUrl} size={36} />
        </span>
      )}
    </div>
  )
}

export type LoadQr = () => Promise<typeof import('../lazy/qr.js')>
const loadQr: LoadQr = () => import('../lazy/qr.js')

/** The drawing of a text, as soon as there are both; `missing`: what draws it did not arrive, which is reported. `covered`: something stands in its middle. */
export function useQr(text: string | undefined, covered: boolean, load: LoadQr = loadQr): QrDrawing | 'missing' | undefined {
  const kernel = useKernel()
  const [drawn, setDrawn] = useState<{ readonly of: string | undefined; readonly qr: QrDrawing | 'missing' }>()
  useEffect(() => {
    let isCurrent = true
    // Fetched beside the link, so that it is there when that comes.
    load().then(
      code => isCurrent && text && setDrawn({ of: text, qr: code.drawQr(text, covered) }),
      error => {
        if (!isCurrent) return
        kernel.report(error, 'connector/walletconnect')
        setDrawn({ of: text, qr: 'missing' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [text, covered, load, kernel])
  return text !== undefined && drawn?.of === text ? drawn.qr : undefined
}
