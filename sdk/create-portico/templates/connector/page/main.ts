import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { myWallet } from '../src/index.js'
import { scriptedWallet } from '../test/scripted-wallet.js'

const { transport } = scriptedWallet({
  networks: ['eip155:1'],
  methods: ['personal_sign', 'eth_sendTransaction'],
  addresses: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  answer: async method => {
    throw Object.assign(new Error(`The scripted wallet does not answer ${method}.`), { code: 4200 })
  },
})

attach(
  createPortico({
    plugins: [
      eip155({ networks: [mainnet] }),
      myWallet({ chains: ['eip155'], find: () => transport }),
    ],
  }),
)
