import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { waitingStyles } from './waiting.styles.js'

export interface WaitingProps {
  /** The ring runs, is broken in red, or is whole. Say in words beside it what that means. */
  readonly state: 'waiting' | 'failed' | 'done'
  /** The icon of what is waited for: `<WalletIcon size={88} … />`. */
  readonly children: ReactNode
}
/** A thin ring around an icon of 88 px. */
export function Waiting({ state, children }: WaitingProps) {
  useStyles(waitingStyles)
  return (
    <div className={`p-waiting p-waiting-${state}`}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <rect x="6" y="6" width="108" height="108" rx="34" pathLength="100" />
      </svg>
      {children}
    </div>
  )
}
