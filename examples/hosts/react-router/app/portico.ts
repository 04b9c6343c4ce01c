import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'

export const portico = createPortico({
  plugins: [eip155({ networks: [mainnet] }), directory()],
})
