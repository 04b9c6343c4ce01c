import type { ChainId, Pocket, PocketQuestion, PocketSession } from '@portico/pocket'
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Camera } from './camera.js'
import { describeRequest, namespaceName, networkName, short } from './labels.js'
import { policyChoices } from './policies.js'

/** Draws again whenever the wallet changes. */
function useChanges(pocket: Pocket): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => pocket.subscribe(draw), [pocket])
}

/** Does what takes a while, and says on the page why it came to nothing. */
type Attempt = (run: () => Promise<void>) => void

/** The whole wallet, as it fits a phone. `uri`: a link to pair with at once. */
export function PocketPage({
  pocket,
  uri,
}: {
  readonly pocket: Pocket
  readonly uri: string
}): ReactNode {
  useChanges(pocket)
  const [failure, setFailure] = useState('')
  const { pending, sessions, troubles } = pocket
  const [first] = pending
  const trouble = failure || (troubles.length > 0 && said(troubles.at(-1)))
  const attempt: Attempt = run => {
    setFailure('')
    run().catch(error => setFailure(said(error)))
  }
  return (
    <main className="phone">
      <header>
        <h1>{pocket.name}</h1>
        <p>A wallet for tests, with public test keys.</p>
      </header>
      <p className="unseen" role="status">
        {first ? `${first.from.name} ${describeRequest(first)}.` : ''}
      </p>
      <Pairing pocket={pocket} uri={uri} />
      {pending.length > 0 && (
        <Part name="Requests">
          {pending.map(question => (
            <Request key={question.id} question={question} pocket={pocket} />
          ))}
        </Part>
      )}
      <Part name="Sessions">
        {sessions.length === 0 && <p>No app is connected.</p>}
        {sessions.map(session => (
          <Session key={session.topic} session={session} pocket={pocket} attempt={attempt} />
        ))}
      </Part>
      <Part name="Settings">
        <Settings pocket={pocket} attempt={attempt} />
      </Part>
      {trouble && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
    </main>
  )
}

/** What the page shows where no relay runs, or what kept the wallet from starting. */
export function NoPocket({ reason }: { readonly reason?: unknown }): ReactNode {
  return (
    <main className="phone">
      <h1>Pocket</h1>
      <p>This wallet needs the devnet's relay: start both with npm start.</p>
      {reason !== undefined && (
        <p className="trouble" role="alert">
          {said(reason)}
        </p>
      )}
    </main>
  )
}

function Part({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}

function Pairing({ pocket, uri }: { readonly pocket: Pocket; readonly uri: string }): ReactNode {
  const [link, setLink] = useState(uri)
  const [failure, setFailure] = useState('')
  const [isLooking, look] = useState(false)
  const begun = useRef(false)
  const id = useId()

  const pair = async (given: string) => {
    setFailure('')
    try {
      await pocket.pair(given.trim())
      setLink('')
    } catch (error) {
      setFailure(said(error))
    }
  }
  useEffect(() => {
    // A link works once; the page is drawn twice while it is developed.
    if (!uri || begun.current) return
    begun.current = true
    void pair(uri)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(link)
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>Pairing link</label>
      <div className="row">
        <input
          id={id}
          value={link}
          placeholder="wc:…"
          autoComplete="off"
          spellCheck={false}
          onChange={event => setLink(event.target.value)}
        />
        <button type="submit" disabled={!link.trim()}>
          Pair
        </button>
      </div>
      <button type="button" aria-pressed={isLooking} onClick={() => look(!isLooking)}>
        {isLooking ? 'Stop the camera' : 'Scan a code'}
      </button>
      {isLooking && (
        <Camera
          onLink={link => {
            look(false)
            void pair(link)
          }}
          onFailure={error => {
            look(false)
            setFailure(said(error))
          }}
        />
      )}
      {failure && (
        <p className="trouble" role="alert">
          {failure}
        </p>
      )}
    </form>
  )
}

function Request({
  question,
  pocket,
}: {
  readonly question: PocketQuestion
  readonly pocket: Pocket
}): ReactNode {
  const { id, from, chains, params, method } = question
  const title = useId()
  return (
    <article className="card" aria-labelledby={title}>
      <h3 id={title}>
        {from.name || 'An app'} {describeRequest(question)}
      </h3>
      <p className="quiet">{from.url}</p>
      <ul className="chips">
        {chains.map(chain => (
          <li key={chain}>{networkName(chain)}</li>
        ))}
      </ul>
      {method !== 'session_proposal' && (
        <details>
          <summary>{method}</summary>
          <pre>{JSON.stringify(params, null, 2)}</pre>
        </details>
      )}
      <div className="row">
        <button type="button" onClick={() => pocket.reject(id)}>
          Reject
        </button>
        <button type="button" className="main" onClick={() => pocket.approve(id)}>
          Approve
        </button>
      </div>
    </article>
  )
}

function Session({
  session,
  pocket,
  attempt,
}: {
  readonly session: PocketSession
  readonly pocket: Pocket
  readonly attempt: Attempt
}): ReactNode {
  const { topic, peer, namespaces } = session
  const title = useId()
  const accounts = [
    ...new Set(
      Object.values(namespaces).flatMap(({ accounts: all }) =>
        all.map(account => account.split(':')[2] ?? ''),
      ),
    ),
  ]
  return (
    <article className="card" aria-labelledby={title}>
      <h3 id={title}>{peer.name || 'An app'}</h3>
      <p className="quiet">{peer.url}</p>
      <ul className="chips">
        {Object.keys(namespaces).map(namespace => (
          <li key={namespace}>{namespaceName(namespace)}</li>
        ))}
      </ul>
      <p className="quiet">{accounts.map(short).join(', ')}</p>
      <button type="button" onClick={() => attempt(() => pocket.disconnect(topic))}>
        Disconnect
      </button>
    </article>
  )
}

function Settings({
  pocket,
  attempt,
}: {
  readonly pocket: Pocket
  readonly attempt: Attempt
}): ReactNode {
  const [known] = useState(() => pocket.offered)
  const namespaces = [...new Set(known.map(chain => chain.split(':')[0] ?? ''))]
  const rest = pocket.policy['*']
  const choice = policyChoices.find(({ policy }) => JSON.stringify(policy) === JSON.stringify(rest))
  const toggle = (chain: ChainId, isOn: boolean) =>
    pocket.offer(known.filter(one => (one === chain ? isOn : pocket.offered.includes(one))))
  return (
    <>
      <Choice
        label="When an app asks"
        value={choice?.name ?? ''}
        options={policyChoices.map(({ name, label }) => [name, label])}
        choose={name => {
          const chosen = policyChoices.find(one => one.name === name)
          if (chosen) pocket.policy = chosen.policy
        }}
      />
      {namespaces.map(namespace => {
        const chains = known.filter(chain => chain.startsWith(`${namespace}:`))
        const [chain] = chains
        if (!chain) return null
        return (
          <fieldset key={namespace}>
            <legend>{namespaceName(namespace)}</legend>
            <Choice
              label={`${namespaceName(namespace)} account`}
              value={String(pocket.shown(namespace)[0])}
              options={pocket
                .addresses(chain)
                .map((address, index) => [String(index), short(address)])}
              choose={index => attempt(() => pocket.show(namespace, Number(index)))}
            />
            {chains.length > 1 && (
              <Choice
                label={`${namespaceName(namespace)} network`}
                value={pocket.active(namespace) ?? ''}
                options={chains.map(one => [one, networkName(one)])}
                choose={one => attempt(() => pocket.switchChain(one as ChainId))}
              />
            )}
            {chains.map(one => (
              <label key={one} className="check">
                <input
                  type="checkbox"
                  checked={pocket.offered.includes(one)}
                  onChange={event => toggle(one, event.target.checked)}
                />
                Offer {networkName(one)}
              </label>
            ))}
          </fieldset>
        )
      })}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly choose: (value: string) => void
}

function Choice({ label, value, options, choose }: ChoiceProps): ReactNode {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={event => choose(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))
