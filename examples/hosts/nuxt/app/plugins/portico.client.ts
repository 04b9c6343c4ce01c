import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'

// Runs in the browser alone.
export default defineNuxtPlugin(() => {
  const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })
  attach(portico)
  return { provide: { portico } }
})
