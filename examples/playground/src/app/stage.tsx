import { ConnectButton, NetworkButton, usePortico } from '@portico/sdk/react'
import { useEffect, useRef } from 'react'
import { hasChain } from '../configuration/choice.js'
import { Choices } from '../parts/choices.js'
import { useChoice } from '../parts/use-workbench.js'
import { AccountCard } from './account-card.js'

/** The host: an app that uses Portico, in a window. */
export function Stage() {
  const [choice, choose] = useChoice()
  const { placement } = choice
  return (
    <section className="stage" aria-labelledby="stage-title">
      <h2 id="stage-title" className="unseen">
        The app
      </h2>
      <div className="window">
        <div className="window-bar">
          <span className="dots" aria-hidden="true" />
          <span className="window-name">your.app</span>
          <Choices
            label="The modal stands"
            isLabelHidden
            values={[
              { value: 'over', label: 'Over the page' },
              { value: 'inside', label: 'Inside it' },
            ]}
            value={placement}
            onChange={next => choose({ placement: next })}
          />
        </div>
        <div className="window-page">
          {placement === 'over' ? (
            <div className="welcome">
              <p className="welcome-line">One doorway to every chain.</p>
              <p className="quiet">
                A wallet modal made of plugins. Ethereum, Solana, Bitcoin and Polkadot are equals,
                and no vendor stands between. What an app leaves out costs no bytes.
              </p>
              <div className="doorway">
                <NetworkButton />
                <ConnectButton />
              </div>
            </div>
          ) : (
            <Inside />
          )}
          {hasChain(choice) ? (
            <AccountCard />
          ) : (
            <p className="chainless quiet">
              No wallet can be found without a chain. Switch one on in Configure.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function Inside() {
  const { embed } = usePortico()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? embed(box.current) : undefined), [embed])
  return <div ref={box} className="inside" data-testid="inside" />
}
