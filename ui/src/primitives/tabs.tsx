import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './tabs.css?inline'

export interface Choice<Id extends string = string> {
  readonly id: Id
  readonly label: string
}
export interface TabsProps<Id extends string> {
  /** What the tabs are of. */
  readonly label: string
  readonly tabs: readonly Choice<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** The panel of the tab that is open. */
  readonly children: ReactNode
}
/** Panels of which one is seen. The arrow keys go from tab to tab, in the direction of the language. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  useStyles(styles)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const choose = (tab: Id) => {
    const shown = panel.current
    const outlet = shown?.closest('.p-outlet')
    // What is pressed stays where it is, also where the next panel is shorter than this one was scrolled. What is not scrolled may become as short as it is.
    if (shown && outlet)
      shown.style.minHeight = outlet.scrollTop ? `${shown.offsetHeight - (outlet.scrollHeight - outlet.scrollTop - outlet.clientHeight)}px` : ''
    onChange(tab)
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget
    const isMirrored = list.matches(':dir(rtl)')
    const step = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1, Home: -Infinity, End: Infinity }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(tab => tab.id === value)
    const to = Number.isFinite(step) ? (at + step + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1
    const next = tabs[to]
    if (!next) return
    choose(next.id)
    ;(list.children[to] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      <div className="p-choices" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            className="p-choice"
            role="tab"
            id={`${id}${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={id}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div ref={panel} role="tabpanel" id={id} aria-labelledby={`${id}${value}`}>
        {children}
      </div>
    </>
  )
}

export interface SegmentedProps<Id extends string> {
  readonly label: string
  readonly options: readonly Choice<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}
/** One of a few: the mode, the language. A group of radio buttons, so the arrow keys choose. */
export function Segmented<Id extends string>({ label, options, value, onChange }: SegmentedProps<Id>) {
  useStyles(styles)
  const name = useId()
  return (
    // In a form: Chromium never lets go of named radio buttons in a shadow root that stand in none.
    <form onSubmit={event => event.preventDefault()}>
      <fieldset className="p-choices">
        <legend className="p-hidden">{label}</legend>
        {options.map(option => (
          <label key={option.id} className="p-choice">
            <input type="radio" className="p-hidden" name={name} checked={option.id === value} onChange={() => onChange(option.id)} />
            {option.label}
          </label>
        ))}
      </fieldset>
    </form>
  )
}
