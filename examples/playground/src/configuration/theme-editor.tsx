import * as presets from '@portico/sdk/presets'
import { useId, useMemo, useState } from 'react'
import { Choices } from '../parts/choices.js'
import { useMode } from '../parts/use-mode.js'
import { useChoice } from '../parts/use-workbench.js'
import { isPlainValue } from './address.js'
import { contrasts, createPaint, currentOf, hexOf, type Paint } from './colour.js'
import { accents, type Variable, variableGroups } from './variables.js'

/** Mode, accent, and every public variable; what it does to contrast stands beside it. */
export function ThemeEditor() {
  const [{ mode, variables }, choose] = useChoice()
  const at = useMode() === 'light' ? 1 : 0
  const paint = useMemo(createPaint, [])
  const set = (name: string, value: string | undefined) => {
    const { [`portico-${name}` as const]: _, ...others } = variables
    choose({ variables: value === undefined ? others : { ...others, [`portico-${name}`]: value } })
  }
  const count = Object.keys(variables).length
  return (
    <>
      <Choices
        label="Mode"
        values={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
          { value: 'auto', label: 'System' },
        ]}
        value={mode}
        onChange={next => choose({ mode: next })}
      />
      <fieldset className="accents">
        <legend>Preset</legend>
        <div className="accent-row">
          {Object.entries(presets).map(([name, preset]) => (
            <button
              key={name}
              type="button"
              aria-pressed={
                mode === preset.mode &&
                JSON.stringify(variables) === JSON.stringify(preset.variables)
              }
              aria-label={name}
              title={name}
              style={
                {
                  '--dot': `linear-gradient(135deg,${preset.variables['portico-surface']} 50%,${preset.variables['portico-accent']} 50%)`,
                } as React.CSSProperties
              }
              onClick={() => choose(preset)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="accents">
        <legend>Accent</legend>
        <div className="accent-row">
          {[['Portico', undefined] as const, ...accents].map(([name, colour]) => (
            <button
              key={name}
              type="button"
              aria-pressed={variables['portico-accent'] === colour}
              aria-label={name}
              title={name}
              style={{ '--dot': colour ?? currentOf('accent', {}, at) } as React.CSSProperties}
              onClick={() => set('accent', colour)}
            />
          ))}
        </div>
      </fieldset>
      <div className="folds">
        {variableGroups.map(group => (
          <details key={group.label} className="fold">
            <summary>
              {group.label}
              <Changed
                count={group.variables.filter(({ name }) => `portico-${name}` in variables).length}
              />
            </summary>
            {group.variables.map(variable => (
              <Editor key={variable.name} variable={variable} at={at} paint={paint} set={set} />
            ))}
          </details>
        ))}
        <Contrast paint={paint} at={at} />
      </div>
      <button
        type="button"
        className="small"
        disabled={count === 0}
        onClick={() => choose({ variables: {} })}
      >
        Reset {count > 0 ? `${count} variable${count > 1 ? 's' : ''}` : 'variables'}
      </button>
    </>
  )
}

const Changed = ({ count }: { readonly count: number }) =>
  count > 0 ? <span className="count">{count} set</span> : null

interface EditorProps {
  readonly variable: Variable
  readonly at: 0 | 1
  readonly paint: Paint
  readonly set: (name: string, value: string | undefined) => void
}
function Editor({ variable: { name, kind, isDerived }, at, paint, set }: EditorProps) {
  const [{ variables }] = useChoice()
  const id = useId()
  const own = variables[`portico-${name}`]
  const value = currentOf(name, variables, at)
  return (
    <div className="variable" data-set={own !== undefined || undefined}>
      <label htmlFor={id}>{name}</label>
      <div className="variable-value">
        {kind.name === 'colour' && (
          <input
            type="color"
            aria-label={`${name}, as a colour`}
            value={hexOf(paint(at ? 'white' : 'black', value))}
            onChange={event => set(name, event.target.value)}
          />
        )}
        {kind.name === 'size' && (
          <input
            type="range"
            aria-label={`${name}, as a slider`}
            min={kind.least}
            max={kind.most}
            value={Number.parseFloat(value)}
            onChange={event => set(name, `${event.target.value}${kind.unit}`)}
          />
        )}
        <TextValue
          key={own ?? ''}
          id={id}
          own={own}
          shown={own ?? (isDerived ? 'follows' : value)}
          set={next => set(name, next)}
        />
        <button
          type="button"
          className="bare"
          disabled={own === undefined}
          aria-label={`Reset ${name}`}
          title="Reset"
          onClick={() => set(name, undefined)}
        >
          <span aria-hidden="true">↺</span>
        </button>
      </div>
    </div>
  )
}

/** Takes effect when it is left or Enter is pressed: half a colour is none. */
function TextValue({
  id,
  own,
  shown,
  set,
}: {
  id: string
  own: string | undefined
  shown: string
  set: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState(own ?? '')
  const isSound = typed === '' || isPlainValue(typed)
  const take = () => {
    if (isSound && typed !== (own ?? '')) set(typed || undefined)
  }
  return (
    <input
      id={id}
      type="text"
      spellCheck={false}
      autoComplete="off"
      placeholder={shown}
      value={typed}
      aria-invalid={!isSound}
      onChange={event => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={event => event.key === 'Enter' && take()}
    />
  )
}

function Contrast({ paint, at }: { readonly paint: Paint; readonly at: 0 | 1 }) {
  const [{ variables }] = useChoice()
  const pairs = useMemo(() => contrasts(paint, variables, at), [paint, variables, at])
  const poor = pairs.filter(({ ratio, least }) => ratio < least)
  return (
    <details className="fold">
      <summary>
        Contrast
        <span className="count" data-state={poor.length ? 'bad' : 'good'}>
          {poor.length ? `${poor.length} below 4.5` : 'all AA'}
        </span>
      </summary>
      <ul className="contrast">
        {pairs.map(({ label, ratio, least }) => (
          <li key={label}>
            <span>{label}</span>
            <output data-state={ratio < least ? 'bad' : 'good'}>
              {(Math.floor(ratio * 100) / 100).toFixed(2)}
            </output>
          </li>
        ))}
      </ul>
    </details>
  )
}
