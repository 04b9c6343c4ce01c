import { type MockWallet, MockWalletError } from '@portico/mock-wallets'
import { useState } from 'react'
import { JsonTree } from '../inspector/json-tree.js'
import { Choices } from '../parts/choices.js'
import type { RemoteWallet } from '../wallets.js'
import { policyChoices, policyIdOf } from './policies.js'
import { useWallet } from './use-wallet.js'

const chainNames: Readonly<Record<string, string>> = {
  eip155: 'EVM chains',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** The owner of a wallet: what they do with requests, and in the wallet's own window. */
export function RemoteControl({ wallet, icon, accounts, chains = [] }: RemoteWallet) {
  const refresh = useWallet(wallet)
  const [isGone, setGone] = useState(false)
  const [account, setAccount] = useState(0)
  const state = isGone
    ? 'removed'
    : wallet.isLocked
      ? 'locked'
      : wallet.isConnected
        ? 'connected'
        : 'ready'
  const switchAccount = () => {
    const next = (account + 1) % accounts
    wallet.switchAccount(next)
    setAccount(next)
  }
  return (
    <article className="wallet" aria-label={wallet.name} data-state={state}>
      <header className="wallet-head">
        <WalletMark name={wallet.name} icon={icon} />
        <div>
          <h3>{wallet.name}</h3>
          <p className="quiet">{chainNames[wallet.namespace] ?? wallet.namespace}</p>
        </div>
        <span className="state" data-state={state}>
          {state}
        </span>
      </header>
      <Choices
        label="On a request"
        values={policyChoices.map(({ id, label, hint }) => ({ value: id, label, hint }))}
        value={policyIdOf(wallet.policy['*'])}
        onChange={id => {
          wallet.policy = policyChoices.find(choice => choice.id === id)?.policy ?? 'approve'
          refresh()
        }}
      />
      <PendingRequests wallet={wallet} />
      <div className="grid">
        <button
          type="button"
          className="small"
          disabled={isGone}
          onClick={() => (wallet.isLocked ? wallet.unlock() : wallet.lock())}
        >
          {wallet.isLocked ? 'Unlock' : 'Lock'}
        </button>
        <button
          type="button"
          className="small"
          disabled={isGone || accounts < 2}
          onClick={switchAccount}
        >
          Next account
        </button>
        <button
          type="button"
          className="small"
          disabled={isGone || !wallet.isConnected}
          onClick={() => wallet.disconnect()}
        >
          Disconnect
        </button>
        <button
          type="button"
          className="small"
          disabled={isGone}
          title="As an extension that is removed. Reload the page to have it back."
          onClick={() => {
            wallet.vanish()
            setGone(true)
          }}
        >
          Vanish
        </button>
        {chains.length > 0 && (
          <select
            aria-label={`Switch ${wallet.name} to a chain`}
            disabled={isGone}
            value=""
            onChange={event => chains.find(({ name }) => name === event.target.value)?.go()}
          >
            <option value="" disabled>
              Switch to a chain …
            </option>
            {chains.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      <Calls wallet={wallet} refresh={refresh} />
    </article>
  )
}

/** The wallet's picture, or its initial. */
export function WalletMark({
  name,
  icon,
}: {
  readonly name: string
  readonly icon: string | undefined
}) {
  return icon ? (
    <img className="mark" src={icon} alt="" />
  ) : (
    <span className="mark" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}

/** What waits for an answer, each with its two buttons. */
export function PendingRequests({ wallet }: { readonly wallet: MockWallet }) {
  /** Ignores a request that another part of this page has answered a moment ago. */
  const answer = (how: 'approve' | 'reject', id: number) => {
    try {
      wallet[how](id)
    } catch (error) {
      if (!(error instanceof MockWalletError)) throw error
    }
  }
  if (wallet.pending.length === 0) return null
  return (
    <ul className="pending" aria-label={`Requests to ${wallet.name}`}>
      {wallet.pending.map(request => (
        <li key={request.id}>
          <code>{request.method}</code>
          <button type="button" className="small" onClick={() => answer('reject', request.id)}>
            Reject
          </button>
          <button
            type="button"
            className="small primary"
            onClick={() => answer('approve', request.id)}
          >
            Approve
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The newest calls on top. */
const shownCalls = 30
function Calls({ wallet, refresh }: { readonly wallet: MockWallet; readonly refresh: () => void }) {
  const { calls } = wallet
  return (
    <details className="fold calls">
      <summary>
        Received requests
        <span className="count">{calls.length}</span>
      </summary>
      {calls.length === 0 && <p className="quiet">The page has sent no request yet.</p>}
      <ol reversed start={calls.length}>
        {calls
          .map((call, at) => ({ call, at }))
          .slice(-shownCalls)
          .reverse()
          .map(({ call, at }) => (
            <li key={at}>
              <JsonTree name={call.method} value={call.params} />
            </li>
          ))}
      </ol>
      {calls.length > 0 && (
        <button
          type="button"
          className="small"
          onClick={() => {
            calls.length = 0
            refresh()
          }}
        >
          Clear the requests
        </button>
      )}
    </details>
  )
}
