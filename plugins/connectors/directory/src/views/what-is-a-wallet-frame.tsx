import type { NoWalletPartProps } from '@portico/kernel/connect-page'
import { Panes } from '@portico/ui/panes'
import type { ReactNode } from 'react'

const loadPane = () =>
  import('./what-is-a-wallet-view.js').then(({ WhatIsAWalletPane }) => ({
    default: WhatIsAWalletPane,
  }))

/** The ways to connect, beside what a wallet is. */
export default function WhatIsAWalletFrame({ children }: NoWalletPartProps) {
  return <Panes beside={loadPane}>{children as ReactNode}</Panes>
}
