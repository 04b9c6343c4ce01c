import { directory } from '@portico/plugin-directory'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { ConnectButton, PorticoProvider, useAccount } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet, base] }), directory()] })
void portico.start()

function Greeting() {
  const { address } = useAccount()
  return <p>{address ? `Hello, ${address}` : 'No wallet is connected yet.'}</p>
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <PorticoProvider portico={portico}>
      <ConnectButton />
      <Greeting />
    </PorticoProvider>
  </StrictMode>,
)
