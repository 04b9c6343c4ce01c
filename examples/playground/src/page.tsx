import { PorticoProvider } from '@portico/sdk/react'
import { useEffect, useState } from 'react'
import { Stage } from './app/stage.js'
import { CodePanel } from './code/code-panel.js'
import { Configure } from './configuration/configure.js'
import { Inspector } from './inspector/inspector.js'
import { CopyButton } from './parts/copy-button.js'
import { Tabs } from './parts/tabs.js'
import { useMode } from './parts/use-mode.js'
import { useRunning } from './parts/use-workbench.js'
import { RemoteControl } from './remote-control/remote-control.js'
import { WalletWindow } from './remote-control/wallet-window.js'
import { wallets } from './wallets.js'
import { world } from './world.js'

const parts = [
  { id: 'app', label: 'App' },
  { id: 'configure', label: 'Configure' },
  { id: 'wallets', label: 'Wallets' },
  { id: 'code', label: 'Code' },
  { id: 'inspector', label: 'Inspect' },
] as const
type Part = (typeof parts)[number]['id']

/**
 * The workbench: what is chosen, the app that it makes, the wallets, and what is inside. A narrow
 * screen shows one of them at a time.
 */
export function Page({ refused }: { readonly refused: readonly string[] }) {
  const { portico, choice } = useRunning()
  const mode = useMode()
  const [part, setPart] = useState<Part>('app')
  const [dock, setDock] = useState<'code' | 'inspector'>('code')
  const show = (next: Part) => {
    setPart(next)
    if (next === 'code' || next === 'inspector') setDock(next)
  }
  useEffect(() => {
    document.documentElement.dataset.mode = mode
  }, [mode])
  return (
    <PorticoProvider portico={portico}>
      <header className="bar">
        <h1>
          <Mark />
          Portico <small>Playground</small>
        </h1>
        <nav aria-label="Pages">
          <a href="./" aria-current="page">
            Playground
          </a>
          <a href="./gallery.html">Gallery</a>
          {world.inbox && (
            <a href={world.inbox} target="_blank" rel="noreferrer">
              Inbox
            </a>
          )}
        </nav>
        <CopyLink key={JSON.stringify(choice)} />
      </header>
      {refused.length > 0 && (
        <p className="notice" role="status">
          This address has {refused.length === 1 ? 'a part' : 'parts'} that nothing here
          understands, and that was left out: {refused.join(', ')}.
        </p>
      )}
      <main className="bench" data-part={part}>
        <section className="column configure" aria-labelledby="configure-title">
          <h2 id="configure-title">Configure</h2>
          <Configure />
        </section>
        <div className="column middle">
          <Stage />
          <section className="dock" aria-labelledby="dock-title">
            <h2 id="dock-title" className="unseen">
              Code and inspector
            </h2>
            <Tabs
              label="Code or inspector"
              tabs={[
                { id: 'code', label: 'Code' },
                { id: 'inspector', label: 'Inspector' },
              ]}
              chosen={dock}
              onChoose={setDock}
            >
              {dock === 'code' ? <CodePanel /> : <Inspector />}
            </Tabs>
          </section>
        </div>
        <section className="column wallets" aria-labelledby="wallets-title">
          <h2 id="wallets-title">Test wallets</h2>
          {wallets.map(one => (
            <RemoteControl key={one.wallet.name} {...one} />
          ))}
          {wallets.length === 0 && (
            <p className="quiet">
              No local chain is running. Start this page with npm start, and test wallets are here.
            </p>
          )}
        </section>
      </main>
      {wallets.map(one => (
        <WalletWindow key={one.wallet.name} {...one} />
      ))}
      <nav className="switcher" aria-label="Parts of this page">
        {parts.map(({ id, label }) => (
          <button key={id} type="button" aria-pressed={part === id} onClick={() => show(id)}>
            {label}
          </button>
        ))}
      </nav>
    </PorticoProvider>
  )
}

/** The address holds the whole choice. */
const CopyLink = () => <CopyButton text={location.href} label="Copy link" />

const Mark = () => (
  <svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
  >
    <path d="M3 21V9a9 9 0 0 1 18 0v12M8 21V10a4 4 0 0 1 8 0v11" />
  </svg>
)
