/**
 * The page of `real-page-host` with two buttons: one opens Portico, the other the dialog that is
 * written by hand. `?prefetch=none` is the host's option.
 */
import { PorticoProvider, useModal } from '@portico/sdk/react'
import { type ComponentType, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createRealPage } from '../../size/hosts/real-page-host/portico.js'
import type { ConnectDialogProps } from '../floor/connect-dialog.js'

const { prefetch } = Object.fromEntries(new URLSearchParams(location.search))
const portico = createRealPage(prefetch === 'none' ? { prefetch } : {})

function OwnButton() {
  const { open } = useModal()
  return (
    <button type="button" id="ours" onClick={() => open()}>
      Connect
    </button>
  )
}

function ByHand() {
  const [Panel, setPanel] = useState<ComponentType<ConnectDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    const { ConnectDialog } = await import('../floor/connect-dialog.js')
    setPanel(() => ConnectDialog)
    setOpen(true)
  }
  return (
    <>
      <button type="button" id="by-hand" onClick={open}>
        Connect by hand
      </button>
      {Panel && <Panel open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <OwnButton /> <ByHand />
      </PorticoProvider>
    </StrictMode>,
  )
