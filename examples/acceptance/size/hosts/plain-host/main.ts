import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'

attach(createPortico({ plugins: [eip155({ networks: [mainnet, base] })] }))
