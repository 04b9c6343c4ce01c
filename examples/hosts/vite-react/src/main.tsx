import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { createRoot } from 'react-dom/client'
import { Sign } from './sign'

export const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })
void portico.start() // A returning visitor sees "Connecting…" in the first paint.

createRoot(document.getElementById('app') as HTMLElement).render(
  <PorticoProvider portico={portico}>
    <ConnectButton />
    <Sign />
  </PorticoProvider>,
)
