import { PorticoProvider, useModal } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createRealPage } from './portico.js'

const portico = createRealPage()

/** The button of the host itself, which has nothing of ours. */
function OwnButton() {
  const { open } = useModal()
  return (
    <button type="button" onClick={() => open()}>
      Connect
    </button>
  )
}

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <OwnButton />
      </PorticoProvider>
    </StrictMode>,
  )
