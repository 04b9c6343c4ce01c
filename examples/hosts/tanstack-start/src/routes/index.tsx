import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { readSnapshot, withSnapshot } from '@portico/sdk/snapshot'
import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { useState } from 'react'
import { portico } from '../portico'
import { Sign } from '../sign'

const snapshotOfRequest = createServerFn().handler(
  () => readSnapshot(getRequestHeader('cookie')) ?? null,
)

function Home() {
  const snapshot = Route.useLoaderData()
  const [shown] = useState(() => withSnapshot(portico, snapshot))
  return (
    <PorticoProvider portico={shown}>
      <ConnectButton />
      <Sign />
    </PorticoProvider>
  )
}

export const Route = createFileRoute('/')({ loader: () => snapshotOfRequest(), component: Home })
