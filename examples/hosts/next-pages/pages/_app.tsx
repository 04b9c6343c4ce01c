import '@portico/sdk/button.css'
import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { PorticoProvider } from '@portico/sdk/react'
import { withSnapshot } from '@portico/sdk/snapshot'
import type { AppProps } from 'next/app'
import { useState } from 'react'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })

export default function App({ Component, pageProps }: AppProps) {
  const [shown] = useState(() => withSnapshot(portico, pageProps.snapshot))
  return (
    <PorticoProvider portico={shown}>
      <Component {...pageProps} />
    </PorticoProvider>
  )
}
