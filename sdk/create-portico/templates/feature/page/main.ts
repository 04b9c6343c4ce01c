import { mockEvmWallet } from '@portico/mock-wallets'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { myFeature } from '../src/index.js'

// The key is public, so it must never hold money.
mockEvmWallet({
  name: 'Scripted wallet',
  rdns: 'test.scripted',
  accounts: ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
  chains: { 1: 'https://ethereum-rpc.publicnode.com' },
})

attach(createPortico({ plugins: [eip155({ networks: [mainnet] }), myFeature()] }))
