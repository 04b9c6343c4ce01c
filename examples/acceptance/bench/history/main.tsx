/**
 * A page whose button opens an account with ten thousand transactions, once its wallet is
 * connected.
 */
import { override } from '@portico/kernel'
import { historyPageEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { eip155 } from '@portico/plugin-eip155'
import { history } from '@portico/plugin-history'
import { createPortico } from '@portico/sdk'
import { PorticoProvider } from '@portico/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const answers: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: [own],
  eth_accounts: [own],
  eth_chainId: '0x1',
}
const provider = {
  request: async ({ method }: { readonly method: string }) => answers[method] ?? null,
  on: () => undefined,
  removeListener: () => undefined,
}
const info = {
  uuid: '5f0c8e4a-1b2c-4d3e-8f4a-0000000000aa',
  name: 'Bench Wallet',
  icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  rdns: 'test.bench',
}
addEventListener('eip6963:requestProvider', () => {
  dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  )
})

const entries = Array.from({ length: 10_000 }, (_, at): ActivityEntry => {
  const isIncoming = at % 3 === 0
  const other = `0x${(at * 7919).toString(16).padStart(40, 'ab')}`
  return {
    id: `t${at}`,
    metadata: {
      minedAt: new Date(Date.UTC(2026, 10, 20) - at * 5_400_000).toISOString(),
      chain: 'eip155:1',
      operationType: isIncoming ? 'receive' : 'send',
      status: 'confirmed',
      sentFrom: isIncoming ? other : own,
      sentTo: isIncoming ? own : other,
      hash: `0x${at.toString(16).padStart(64, '0')}`,
    },
    transfers: [
      {
        direction: isIncoming ? 'in' : 'out',
        fungible_info: { name: 'Ether', symbol: 'ETH' },
        quantity: { numeric: `${at}.123456` },
      },
    ],
  }
})
const portico = createPortico({
  plugins: [eip155(), history()],
  afterConnect: 'account',
  endpoints: [override(historyPageEndpoint, async () => ({ entries }))],
})

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <PorticoProvider portico={portico}>
        <button type="button" onClick={() => portico.open()}>
          Account
        </button>
      </PorticoProvider>
    </StrictMode>,
  )
