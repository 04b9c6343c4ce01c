import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { myChain } from '../src/index.js'
import { scriptedWallet } from '../test/scripted-wallet.js'

scriptedWallet(window)

attach(createPortico({ plugins: [myChain({ balanceOf: async () => 100n })] }))
