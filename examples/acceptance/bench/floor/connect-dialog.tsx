import { useLayoutEffect, useRef } from 'react'

interface Wallet {
  readonly uuid: string
  readonly name: string
  readonly icon: string
}
// Wallets answer at once, so that they are all here before the first render.
const wallets: Wallet[] = []
addEventListener('eip6963:announceProvider', event => {
  const { info } = (event as CustomEvent<{ readonly info: Wallet }>).detail
  if (!wallets.some(({ uuid }) => uuid === info.uuid)) wallets.push(info)
})
dispatchEvent(new Event('eip6963:requestProvider'))

export interface ConnectDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}
export function ConnectDialog({ open, onClose }: ConnectDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-label="Connect wallet"
      onClose={onClose}
      style={{ width: 360, border: 0, borderRadius: 24, padding: 16 }}
    >
      {open && (
        <>
          <h2>Connect wallet</h2>
          <form method="dialog">
            <button type="submit">Close</button>
          </form>
          <ul style={{ display: 'grid', gap: 8, padding: 0, listStyle: 'none' }}>
            {wallets.map(({ uuid, name, icon }) => (
              <li key={uuid}>
                <button
                  type="button"
                  style={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 12,
                    width: '100%',
                    height: 56,
                  }}
                >
                  <img src={icon} alt="" width={36} height={36} />
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </dialog>
  )
}
