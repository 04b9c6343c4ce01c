import { PorticoProvider } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { portico } from './doorway.js'
import { Page } from './page.js'

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <PorticoProvider portico={portico}>
      <Page />
    </PorticoProvider>
  </StrictMode>,
)
