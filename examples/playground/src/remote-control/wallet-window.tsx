import { shellSlice } from '@portico/kernel/contracts'
import { useSlice } from '@portico/sdk/react'
import { useEffect, useRef } from 'react'
import { useIsNarrow } from '../parts/use-mode.js'
import type { RemoteWallet } from '../wallets.js'
import { PendingRequests, WalletMark } from './remote-control.js'
import { useWallet } from './use-wallet.js'

/**
 * The wallet's own window, as extensions open one: there while it is asked and its remote control is out of reach, because the modal makes the
 * page inert or another part of the page is on screen. A dialog in the top layer, above the modal. Closing it declines, as with extensions.
 */
export function WalletWindow({ wallet, icon }: RemoteWallet) {
  useWallet(wallet)
  const { open, embedded } = useSlice(shellSlice)
  const isNarrow = useIsNarrow()
  const frame = useRef<HTMLDialogElement>(null)
  const isWanted = wallet.pending.length > 0 && ((open && !embedded) || isNarrow)
  useEffect(() => {
    const { current } = frame
    if (isWanted && current && !current.open) current.showModal()
    if (!isWanted && current?.open) current.close()
  }, [isWanted])
  return (
    <dialog
      ref={frame}
      className="wallet-window"
      aria-label={`${wallet.name} asks`}
      onCancel={event => {
        event.preventDefault()
        for (const { id } of wallet.pending) wallet.reject(id)
      }}
    >
      <header className="wallet-head">
        <WalletMark name={wallet.name} icon={icon} />
        <div>
          <h2>{wallet.name}</h2>
          <p className="quiet">asks you</p>
        </div>
      </header>
      <PendingRequests wallet={wallet} />
    </dialog>
  )
}
