import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { sui } from '../src/plugin.js'
import { scriptedWallet } from '../test/scripted-wallet.js'

// Who has no wallet of Sui tries the page with a scripted one: /?wallet
if (new URLSearchParams(location.search).has('wallet'))
  scriptedWallet(window, () => {
    throw new Error('The scripted wallet of this page does not send.')
  }, ['sui:mainnet'])

attach(createPortico({ plugins: [sui()] }))
