import { message } from '@portico/kernel/text'
import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './pill.css?inline'

export const suspiciousMessage = /* @__PURE__ */ message('ui.suspicious', 'Suspicious')
export const unverifiedMessage = /* @__PURE__ */ message('ui.unverified', 'Unverified')

export interface PillProps {
  /** 22 px. */
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly onClick?: (() => void) | undefined
  /** What a click does, where the content does not say it. */
  readonly label?: string
  readonly preload?: (() => void) | undefined
}
/** A small rounded label or button with a name, such as a network or a token. */
export function Pill({ icon, children, onClick, label, preload }: PillProps) {
  useStyles(styles)
  const content = (
    <>
      {icon}
      <span className="p-cut" dir="auto">
        {children}
      </span>
    </>
  )
  if (!onClick) return <span className="p-pill">{content}</span>
  return (
    <button
      type="button"
      className="p-pill"
      aria-label={label}
      onClick={onClick}
      onPointerEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {content}
    </button>
  )
}
