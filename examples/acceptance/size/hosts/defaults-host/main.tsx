import { createPortico } from '@portico/sdk'
import { defaultPlugins } from '@portico/sdk/defaults'
import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const portico = createPortico({ plugins: defaultPlugins() })

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <ConnectButton />
      </PorticoProvider>
    </StrictMode>,
  )
