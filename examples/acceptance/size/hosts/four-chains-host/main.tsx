import { bip122 } from '@portico/plugin-bip122'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { polkadot } from '@portico/plugin-polkadot'
import { solana } from '@portico/plugin-solana'
import { createPortico } from '@portico/sdk'
import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const portico = createPortico({
  plugins: [eip155({ networks: [mainnet, base] }), solana(), bip122(), polkadot()],
})

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <ConnectButton />
      </PorticoProvider>
    </StrictMode>,
  )
