'use client'
import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { PorticoProvider } from '@portico/sdk/react'
import { type Snapshot, withSnapshot } from '@portico/sdk/snapshot'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })

export function Providers(props: { snapshot: Snapshot | undefined; children: React.ReactNode }) {
  const shown = withSnapshot(portico, props.snapshot)
  return <PorticoProvider portico={shown}>{props.children}</PorticoProvider>
}
