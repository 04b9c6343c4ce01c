import type { NoWalletPartProps } from '@portico/kernel/connect-page'
import { Panes } from '@portico/ui/panes'
import type { ReactNode } from 'react'

const loadPane = () => import('./pairing-pane.js')

/** The ways to connect, beside a code to scan. */
export default function PairingFrame({ children }: NoWalletPartProps) {
  return <Panes beside={loadPane}>{children as ReactNode}</Panes>
}
