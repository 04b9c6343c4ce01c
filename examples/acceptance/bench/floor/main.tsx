// What anybody could write by hand: a React page whose native dialog arrives by one dynamic import. Nothing that opens on a click is faster.
import { type ComponentType, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Page() {
  const [Panel, setPanel] = useState<ComponentType>()
  const open = async () => {
    const { ConnectDialog } = await import('./connect-dialog.js')
    setPanel(() => ConnectDialog)
  }
  return (
    <>
      <button type="button" onClick={open}>
        Connect
      </button>
      {Panel && <Panel />}
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
