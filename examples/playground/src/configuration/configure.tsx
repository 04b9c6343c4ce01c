import { textService } from '@portico/sdk'
import { type ReactNode, useState } from 'react'
import { Choices, Switch } from '../parts/choices.js'
import { useChoice, useRunning } from '../parts/use-workbench.js'
import { Orders } from './orders.js'
import { type PluginLine, pluginLines } from './plugins.js'
import { ThemeEditor } from './theme-editor.js'

/** Everything that can be chosen. What is chosen stands in the address of the page. */
export function Configure() {
  return (
    <>
      <Part title="Plugins">
        {pluginLines.map(line => (
          <PluginChoice key={line.id} line={line} />
        ))}
      </Part>
      <Part title="Theme">
        <ThemeEditor />
      </Part>
      <Part title="Language">
        <Language />
      </Part>
      <Part title="Options">
        <Options />
      </Part>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function PluginChoice({ line }: { readonly line: PluginLine }) {
  const [{ plugins }, choose] = useChoice()
  const names = plugins[line.id]
  const all = Object.keys(line.networks)
  const { [line.id]: _, ...others } = plugins
  // What is added comes last: the first stays the network to start with.
  const put = (next: readonly string[] | undefined) =>
    choose({ plugins: next ? { ...others, [line.id]: next } : others })
  const toggle = (name: string) =>
    put(names?.includes(name) ? names.filter(one => one !== name) : [...(names ?? []), name])
  return (
    <div className="plugin">
      <Switch
        label={line.name}
        hint={line.from}
        checked={names !== undefined}
        onChange={isOn => put(isOn ? (line.chosen ?? all.slice(0, 1)) : undefined)}
      />
      {names && all.length > 0 && (
        <fieldset className="chips">
          <legend className="unseen">Networks of {line.name}, the first is the default</legend>
          {all.map(name => (
            <label key={name} className="chip" data-first={names[0] === name || undefined}>
              <input
                type="checkbox"
                checked={names.includes(name)}
                disabled={names.length === 1 && names[0] === name}
                onChange={() => toggle(name)}
              />
              <span>{line.networks[name]?.name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const nameOf = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
function Language() {
  const [{ language }, choose] = useChoice()
  const { portico } = useRunning()
  const languages = portico.kernel.use(textService).languages
  const all = languages.includes(language) ? languages : [...languages, language]
  return (
    <label className="field">
      <span>Words of the modal</span>
      <select value={language} onChange={event => choose({ language: event.target.value })}>
        {all.map(tag => (
          <option key={tag} value={tag}>
            {nameOf(tag)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Options() {
  const [choice, choose] = useChoice()
  return (
    <>
      <Switch
        label="Take up earlier connections"
        hint="autoConnect"
        checked={choice.autoConnect}
        onChange={autoConnect => choose({ autoConnect })}
      />
      <Switch
        label="Let unlisted networks pass"
        hint="allowUnsupportedChain"
        checked={choice.allowUnsupportedChain}
        onChange={allowUnsupportedChain => choose({ allowUnsupportedChain })}
      />
      <Choices
        label="Storage"
        values={[
          { value: 'browser', label: 'localStorage' },
          { value: 'memory', label: 'Memory' },
        ]}
        value={choice.storage}
        onChange={storage => choose({ storage })}
      />
      <Choices
        label="Console"
        values={[
          { value: 'error', label: 'Errors' },
          { value: 'silent', label: 'Silent' },
        ]}
        value={choice.logLevel}
        onChange={logLevel => choose({ logLevel })}
      />
      <OwnTitle key={choice.title} />
      <Orders />
    </>
  )
}

function OwnTitle() {
  const [{ title }, choose] = useChoice()
  const [typed, setTyped] = useState(title)
  const take = () => typed !== title && choose({ title: typed })
  return (
    <label className="field">
      <span>Title of the first view</span>
      <input
        type="text"
        maxLength={60}
        placeholder="Connect wallet"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={event => event.key === 'Enter' && take()}
      />
    </label>
  )
}
