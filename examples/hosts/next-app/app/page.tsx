import { ConnectButton } from '@portico/sdk/react'
import { Sign } from './sign'

export default function Page() {
  return (
    <main>
      <ConnectButton />
      <Sign />
    </main>
  )
}
