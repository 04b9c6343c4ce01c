/**
 * A hand-written minimum to compare with: a React page whose native dialog arrives by one dynamic
 * import and lists the wallets of the page with their icons. Nothing that opens on a click is
 * faster.
 */
import { type ComponentType, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ConnectDialogProps } from './connect-dialog.js'

function Page() {
  const [Panel, setPanel] = useState<ComponentType<ConnectDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    const { ConnectDialog } = await import('./connect-dialog.js')
    setPanel(() => ConnectDialog)
    setOpen(true)
  }
  return (
    <>
      <button type="button" onClick={open}>
        Connect
      </button>
      {Panel && <Panel open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
