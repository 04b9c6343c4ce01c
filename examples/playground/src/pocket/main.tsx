/**
 * Pocket: a phone's wallet as a page. Its address may say `uri` (a link to pair with),
 * `relay`, `policy` and `chains` (more of them, to sign on).
 */
import { type ChainId, createPocket, type Pocket } from '@portico/pocket'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { world } from '../world.js'
import { NoPocket, PocketPage } from './pocket-page.js'
import { policyChoices } from './policies.js'
import { remember, remembered } from './remembered.js'

declare global {
  interface Window {
    /** The wallet's remote control, for tests and for the console. */
    pocket?: Pocket
  }
}

const query = new URLSearchParams(location.search)
const root = createRoot(document.getElementById('pocket') as HTMLElement)

const { genesis, ledgers } = world
const chains: Record<ChainId, string> = Object.fromEntries([
  ...world.chains.map(({ id, url }) => [`eip155:${id}`, url]),
  ...(genesis.solana && ledgers.solana
    ? [[`solana:${genesis.solana.slice(0, 32)}`, ledgers.solana.http]]
    : []),
  ...(genesis.polkadot && ledgers.polkadot
    ? [[`polkadot:${genesis.polkadot.slice(2, 34)}`, ledgers.polkadot.http]]
    : []),
  ...(ledgers.bip122 ? [['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', ledgers.bip122.http]] : []),
  ...(query.get('chains')?.split(',') ?? []).map(chain => [chain, '']),
])

/**
 * The first accounts belong to tests that count their money, the next to the wallets of the
 * playground.
 */
const keys = {
  eip155: world.keys.slice(6, 9),
  solana: world.seeds.solana?.slice(2, 5) ?? [],
  polkadot: world.seeds.polkadot?.slice(2, 4) ?? [],
  bip122: world.seeds.bip122?.slice(2, 5) ?? [],
}

async function start(): Promise<void> {
  const relayUrl = query.get('relay') ?? world.relay
  if (!relayUrl || Object.keys(chains).length === 0) return root.render(<NoPocket />)
  const choice = policyChoices.find(({ name }) => name === query.get('policy')) ?? policyChoices[0]
  const pocket = await createPocket({
    relayUrl,
    chains,
    keys,
    policy: choice.policy,
    storage: 'page',
    ...remembered(localStorage),
  })
  remember(pocket, Object.keys(keys), localStorage)
  window.pocket = pocket
  root.render(
    <StrictMode>
      <PocketPage pocket={pocket} uri={query.get('uri') ?? ''} />
    </StrictMode>,
  )
}
start().catch(error => root.render(<NoPocket reason={error} />))
