import { useStyles, WalletIcon } from '@portico/ui'
import { useEffect, useState } from 'react'
import type { QrDrawing } from '../lazy/qr.js'
import { pairingStyles } from './pairing.styles.js'

export interface QrCodeProps {
  /** Undefined: its place is kept. */
  readonly text: string | undefined
  /** For those who do not see it. */
  readonly label: string
  /** It can no longer be used. */
  readonly isOver?: boolean
  /** Stands in the middle. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string } | undefined
}
const load = () => import('../lazy/qr.js')

/** Black on white in both modes, with its quiet zone, so that every phone reads it. */
export function QrCode({ text, label, isOver = false, wallet }: QrCodeProps) {
  useStyles(pairingStyles)
  const isCovered = wallet !== undefined
  const [drawing, setDrawing] = useState<{ readonly of: string; readonly qr: QrDrawing }>()
  useEffect(() => {
    let isCurrent = true
    // Fetched beside the link, so that it is there when that comes.
    load().then(
      code => isCurrent && text && setDrawing({ of: text, qr: code.drawQr(text, isCovered) }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text, isCovered])
  const qr = text !== undefined && drawing?.of === text ? drawing.qr : undefined
  return (
    <div className={qr ? 'wc-code' : 'wc-code wc-code-empty'}>
      {qr && (
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} className={isOver ? 'wc-code-over' : undefined}>
          <path d={qr.path} />
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
