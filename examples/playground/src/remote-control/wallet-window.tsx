import { shellSlice } from '@portico/kernel/shell'
import { useSlice } from '@portico/sdk/react'
import { createPortal } from 'react-dom'
import { useIsNarrow } from '../parts/use-mode.js'
import type { RemoteWallet } from '../wallets.js'
import { PendingRequests, WalletMark } from './remote-control.js'
import { useWallet } from './use-wallet.js'

/**
 * The wallet's own window, as extensions open one: open while a request is pending and the remote
 * control is out of reach, because the modal or another part of the page covers it.
 * It is drawn in the page as some wallets do, and the modal steps below it: both can be used, so a
 * waiting person can also stop waiting. Closing it declines, as with extensions.
 */
export function WalletWindow({ wallet, icon }: RemoteWallet) {
  useWallet(wallet)
  const { open, embedded, waiting } = useSlice(shellSlice)
  const isNarrow = useIsNarrow()
  const isOutOfReach = open && !embedded ? waiting !== undefined : isNarrow
  if (wallet.pending.length === 0 || !isOutOfReach) return null
  const decline = () => {
    for (const { id } of wallet.pending) wallet.reject(id)
  }
  return createPortal(
    <div className="wallet-layer">
      <div
        role="dialog"
        aria-label={`${wallet.name} asks`}
        className="wallet-window"
        onKeyDown={event => event.key === 'Escape' && decline()}
      >
        <header className="wallet-head">
          <WalletMark name={wallet.name} icon={icon} />
          <div>
            <h2>{wallet.name}</h2>
            <p className="quiet">asks you</p>
          </div>
        </header>
        <PendingRequests wallet={wallet} />
      </div>
    </div>,
    document.body,
  )
}
