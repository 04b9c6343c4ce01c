import type { MockEvmWallet, Policy } from '@portico/mock-wallets'
import { useEffect, useReducer, useState } from 'react'

const policies: Readonly<Record<string, Policy>> = {
  'approves at once': 'approve',
  'approves after 4 s': { delayMs: 4_000 },
  'asks you below': 'ask',
  declines: 'reject',
  'says: already pending': 'pending',
  'never answers': 'hang',
}

/** The person behind a wallet: what they would do in its own window. */
export function RemoteControl({ wallet }: { readonly wallet: MockEvmWallet }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const [gone, setGone] = useState(false)
  useEffect(() => wallet.subscribe(refresh), [wallet])
  const state = gone ? 'uninstalled' : wallet.isLocked ? 'locked' : wallet.isConnected ? 'connected to this page' : 'idle'

  return (
    <article className="card" aria-label={wallet.name}>
      <h3>
        {wallet.name} <small className="quiet">{state}</small>
      </h3>
      <label>
        The person
        <select
          defaultValue="approves at once"
          onChange={event => {
            wallet.policy = policies[event.target.value] ?? 'approve'
          }}
        >
          {Object.keys(policies).map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {wallet.pending.map(request => (
        <div key={request.id} className="request">
          <code>{request.method}</code>
          <button type="button" onClick={() => wallet.approve(request.id)}>
            Approve
          </button>
          <button type="button" onClick={() => wallet.reject(request.id)}>
            Decline
          </button>
        </div>
      ))}
      <div className="buttons">
        <button type="button" onClick={() => (wallet.isLocked ? wallet.unlock() : wallet.lock())}>
          {wallet.isLocked ? 'Unlock' : 'Lock'}
        </button>
        <button type="button" disabled={wallet.addresses.length < 2} onClick={() => wallet.switchAccount(1)}>
          Switch account
        </button>
        <button type="button" onClick={() => void wallet.switchChain(8453)}>
          Switch to Base
        </button>
        <button type="button" onClick={() => wallet.disconnect()}>
          Revoke
        </button>
        <button
          type="button"
          disabled={gone}
          onClick={() => {
            wallet.vanish()
            setGone(true)
          }}
        >
          Uninstall
        </button>
      </div>
    </article>
  )
}
