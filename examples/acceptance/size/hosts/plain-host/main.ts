import '@portico/sdk/element'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'

createPortico({ plugins: [eip155({ networks: [mainnet, base] })] })
