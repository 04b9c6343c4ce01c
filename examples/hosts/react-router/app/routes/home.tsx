import { ConnectButton, PorticoProvider } from '@portico/sdk/react'
import { readSnapshot, withSnapshot } from '@portico/sdk/snapshot'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { portico } from '../portico'
import { Sign } from '../sign'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  snapshot: readSnapshot(request.headers.get('cookie')),
})

export default function Home() {
  const { snapshot } = useLoaderData<typeof loader>()
  const [shown] = useState(() => withSnapshot(portico, snapshot))
  return (
    <PorticoProvider portico={shown}>
      <ConnectButton />
      <Sign />
    </PorticoProvider>
  )
}
