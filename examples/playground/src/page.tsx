import { ConnectButton, NetworkButton } from '@portico/sdk/react'
import { AccountCard } from './account-card.js'
import { Appearance } from './appearance.js'
import { RemoteControl } from './remote-control.js'
import { wallets } from './wallets.js'
import { world } from './world.js'

export function Page() {
  return (
    <>
      <header className="bar">
        <strong>Portico</strong>
        <div className="buttons">
          <NetworkButton />
          <ConnectButton />
        </div>
      </header>
      <main>
        <section className="intro">
          <h1>One doorway to every chain</h1>
          <p>
            This page is an app that uses Portico. Press <em>Connect wallet</em>: the wallets on the right are test wallets that sign for real, on local chains
            ({world.chains.map(chain => chain.id).join(' and ') || 'none is running'}).
          </p>
        </section>
        <div className="columns">
          <div className="column">
            <h2>The app</h2>
            <AccountCard />
            <Appearance />
          </div>
          <div className="column">
            <h2>The wallets</h2>
            {wallets.map(wallet => (
              <RemoteControl key={wallet.name} wallet={wallet} />
            ))}
            {wallets.length === 0 && <p className="card">No devnet is running. Start this page with npm start.</p>}
          </div>
        </div>
      </main>
    </>
  )
}
