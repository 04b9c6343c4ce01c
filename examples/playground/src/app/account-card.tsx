import { parseAmount } from '@portico/kernel/text'
import {
  activeAccount,
  connectionService,
  messagesCapability,
  type NetworkId,
  transactionsCapability,
  transfersCapability,
} from '@portico/sdk'
import { useAccount, useConnections, useNetwork, usePortico } from '@portico/sdk/react'
import { useState } from 'react'
import { CopyButton } from '../parts/copy-button.js'

type Asking =
  | { readonly name: 'idle' }
  | { readonly name: 'waiting'; readonly what: string }
  | { readonly name: 'done'; readonly what: string; readonly text: string }
  | { readonly name: 'failed'; readonly why: string }

/** Milliseconds that a person has for one request of this app. */
const timeoutMs = 120_000

/**
 * What an app sees of the person who connected, and what it may ask for: a signature, and a
 * transfer to oneself.
 */
export function AccountCard() {
  const { address, phase, status, disconnect } = useAccount()
  const { caipNetwork, requestedCaipNetworks, switchNetwork } = useNetwork()
  const connections = useConnections()
  const { kernel } = usePortico()
  const [asking, setAsking] = useState<Asking>({ name: 'idle' })
  const [amount, setAmount] = useState('0.001')
  const isReady = status === 'connected' && asking.name !== 'waiting'

  const ask = async (what: string, run: (signal: AbortSignal) => Promise<string>) => {
    setAsking({ name: 'waiting', what })
    try {
      setAsking({ name: 'done', what, text: await run(AbortSignal.timeout(timeoutMs)) })
    } catch (error) {
      setAsking({ name: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  /** The account, the network and the connection. Throws a sentence where one is missing. */
  const part = <Offer,>(offer: Offer | undefined) => {
    const from = activeAccount(kernel)
    if (!from || !caipNetwork || !offer) throw new RangeError('This network does not offer that.')
    return { from, network: caipNetwork, via: kernel.use(connectionService).require(from), offer }
  }
  const id = caipNetwork?.caipNetworkId ?? ''
  const sign = () =>
    ask('Signature', async signal => {
      const { offer, via, from } = part(kernel.capability(messagesCapability, id))
      return (await offer.sign(via, from, 'Hello from the Portico playground', signal)).signature
    })
  const send = () =>
    ask('Transaction', async signal => {
      const { offer: drafts, from, network, via } = part(kernel.capability(transfersCapability, id))
      const { offer: sender } = part(kernel.capability(transactionsCapability, id))
      const units = parseAmount(amount, network.nativeCurrency.decimals)
      if (units === undefined)
        throw new RangeError(`"${amount}" is no amount of ${network.nativeCurrency.symbol}.`)
      const { draft } = await drafts.prepare(
        {
          from,
          to: from.address,
          network: network.caipNetworkId,
          asset: 'native',
          amount: units,
          decimals: network.nativeCurrency.decimals,
        },
        signal,
      )
      return (await sender.send(via, from, draft, signal)).hash
    })
  const change = (network: string) =>
    void switchNetwork(network as NetworkId).catch((error: unknown) =>
      setAsking({ name: 'failed', why: error instanceof Error ? error.message : String(error) }),
    )

  return (
    <div className="account">
      <dl className="facts">
        <dt>Status</dt>
        <dd data-testid="status" data-state={phase}>
          {phase}
        </dd>
        <dt>Address</dt>
        <dd data-testid="address" className={address && 'mono'}>
          {address ?? '—'}
        </dd>
        <dt>Network</dt>
        <dd data-testid="network">{caipNetwork?.name ?? 'not listed by this app'}</dd>
        <dt>Wallets</dt>
        <dd data-testid="connections">
          {connections.map(one => one.wallet.name).join(', ') || '—'}
        </dd>
      </dl>
      <div className="actions">
        <button type="button" disabled={!isReady} onClick={() => void sign()}>
          Sign a message
        </button>
        <div className="joined">
          <input
            aria-label={`Amount in ${caipNetwork?.nativeCurrency.symbol ?? 'the native coin'}`}
            inputMode="decimal"
            value={amount}
            onChange={event => setAmount(event.target.value)}
          />
          <button type="button" disabled={!isReady} onClick={() => void send()}>
            Send {caipNetwork?.nativeCurrency.symbol ?? ''} to myself
          </button>
        </div>
        <select aria-label="Network" value={id} onChange={event => change(event.target.value)}>
          {!caipNetwork && <option value="">not listed</option>}
          {requestedCaipNetworks.map(network => (
            <option key={network.caipNetworkId} value={network.caipNetworkId}>
              {network.name}
            </option>
          ))}
        </select>
        <button type="button" disabled={status !== 'connected'} onClick={() => void disconnect()}>
          Disconnect
        </button>
      </div>
      <div className="outcome" data-state={asking.name}>
        <p role="status" data-testid="outcome">
          {asking.name === 'waiting' && `${asking.what}: waiting for the wallet`}
          {asking.name === 'done' && (
            <>
              {asking.what} <code>{asking.text}</code>
            </>
          )}
          {asking.name === 'failed' && asking.why}
        </p>
        {asking.name === 'done' && (
          <CopyButton
            key={asking.text}
            text={asking.text}
            label={`Copy the ${asking.what.toLowerCase()}`}
          />
        )}
      </div>
    </div>
  )
}
