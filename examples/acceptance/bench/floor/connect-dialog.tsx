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
// A visitor without a wallet is shown known ones, as in Portico's.
if (wallets.length === 0)
  for (const [at, name] of 'Ash Birch Cedar Elm Fir Hazel Larch'.split(' ').entries())
    wallets.push({
      uuid: name,
      name,
      icon: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="hsl(${at * 50} 60% 50%)"/><circle cx="48" cy="48" r="24"/></svg>`)}`,
    })

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
