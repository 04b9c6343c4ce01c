import { analytics } from '@portico/plugin-analytics'
import { balances } from '@portico/plugin-balances'
import { bip122 } from '@portico/plugin-bip122'
import { directory } from '@portico/plugin-directory'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { history } from '@portico/plugin-history'
import { nfts } from '@portico/plugin-nfts'
import { polkadot } from '@portico/plugin-polkadot'
import { receive } from '@portico/plugin-receive'
import { send } from '@portico/plugin-send'
import { siwx } from '@portico/plugin-siwx'
import { solana } from '@portico/plugin-solana'
import { swap } from '@portico/plugin-swap'
import { evmQuotes } from '@portico/plugin-swap/evm'
import { transactions } from '@portico/plugin-transactions'
import { walletconnect } from '@portico/plugin-walletconnect'
import { createPortico, type PorticoOptions } from '@portico/sdk'

/** A page as large apps have it: four chains, the directory, WalletConnect and every feature. */
export const createRealPage = (options: Omit<PorticoOptions, 'plugins'> = {}) =>
  createPortico({
    ...options,
    plugins: [
      eip155({ networks: [mainnet, base] }),
      solana(),
      bip122(),
      polkadot(),
      balances(),
      history(),
      nfts(),
      receive(),
      transactions(),
      send(),
      swap(),
      evmQuotes(),
      analytics(),
      siwx({ statement: 'Sign in to the example.' }),
      directory(),
      walletconnect({ relayUrl: 'wss://relay.example', projectId: 'example' }),
    ],
  })
