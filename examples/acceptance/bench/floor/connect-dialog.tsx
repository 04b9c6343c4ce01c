import { useLayoutEffect, useRef } from 'react'

export function ConnectDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} aria-label="Connect">
      <h2>Connect a wallet</h2>
      <ul>
        <li>
          <button type="button">Wallet</button>
        </li>
      </ul>
    </dialog>
  )
}
