import { activeAccount, connection, messages, type NetworkId } from '@portico/sdk'
import { useAccount, useConnections, useNetwork, usePortico } from '@portico/sdk/react'
import { useState } from 'react'

type Signing =
  | { readonly name: 'idle' }
  | { readonly name: 'waiting' }
  | { readonly name: 'signed'; readonly signature: string }
  | { readonly name: 'failed'; readonly why: string }

/** What an app sees of the person who connected, and two things that it may ask for. */
export function AccountCard() {
  const { address, status, phase, disconnect } = useAccount()
  const { caipNetwork, requestedCaipNetworks, switchNetwork } = useNetwork()
  const connections = useConnections()
  const { kernel } = usePortico()
  const [signing, setSigning] = useState<Signing>({ name: 'idle' })

  const sign = async () => {
    const account = activeAccount(kernel)
    const offer = account && caipNetwork && kernel.capability(messages, caipNetwork.caipNetworkId)
    if (!account || !offer) return
    setSigning({ name: 'waiting' })
    try {
      const { signature } = await offer.sign(
        kernel.use(connection).require(account),
        account,
        'Hello from the Portico playground',
        AbortSignal.timeout(120_000),
      )
      setSigning({ name: 'signed', signature })
    } catch (error) {
      setSigning({ name: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  const change = (network: string) => void switchNetwork(network as NetworkId).catch((error: unknown) => setSigning({ name: 'failed', why: String(error) }))

  return (
    <article className="card">
      <dl>
        <dt>Status</dt>
        <dd data-testid="status">{phase}</dd>
        <dt>Address</dt>
        <dd data-testid="address">{address ?? 'nobody is connected'}</dd>
        <dt>Network</dt>
        <dd data-testid="network">{caipNetwork?.name ?? 'not listed by this app'}</dd>
        <dt>Connections</dt>
        <dd data-testid="connections">{connections.map(one => one.wallet.name).join(', ') || 'none'}</dd>
      </dl>
      <div className="buttons">
        <button type="button" disabled={status !== 'connected' || signing.name === 'waiting'} onClick={sign}>
          {signing.name === 'waiting' ? 'Waiting for the wallet …' : 'Sign a message'}
        </button>
        <select aria-label="Network" value={caipNetwork?.caipNetworkId ?? ''} onChange={event => change(event.target.value)}>
          {!caipNetwork && <option value="">not listed</option>}
          {requestedCaipNetworks.map(network => (
            <option key={network.caipNetworkId} value={network.caipNetworkId}>
              {network.name}
            </option>
          ))}
        </select>
        <button type="button" disabled={status !== 'connected'} onClick={() => void disconnect()}>
          Disconnect all
        </button>
      </div>
      <p role="status" className="quiet" data-testid="signature">
        {signing.name === 'signed' && `Signature ${signing.signature.slice(0, 18)}…`}
        {signing.name === 'failed' && signing.why}
      </p>
    </article>
  )
}
