/** A page with five thousand wallets, and an input that triggers nothing. */
import { directory } from '@portico/plugin-directory'
import { eip155 } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const custom = Array.from({ length: 5_000 }, (_, at) => ({
  id: `wallet-${at}`,
  name: `Wallet ${at + 1}`,
  namespaces: ['eip155'],
  homepage: `https://wallet-${at}.example/`,
}))
const portico = createPortico({
  plugins: [eip155(), directory({ custom, include: custom.map(({ id }) => id) })],
})

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <ConnectButton />
        <input aria-label="By hand" />
      </PorticoProvider>
    </StrictMode>,
  )
