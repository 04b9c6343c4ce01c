import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './tabs.css?inline'

export interface Choice<Id extends string = string> {
  readonly id: Id
  readonly label: string
}
export interface TabsProps<Id extends string> {
  /** The accessible name of the tabs. */
  readonly label: string
  readonly tabs: readonly Choice<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** The content of the selected tab. */
  readonly children: ReactNode
}
/**
 * Tabs with one visible panel. Arrow keys move between the tabs in the direction of the language.
 */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  useStyles(styles)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const choose = (tab: Id) => {
    const shown = panel.current
    const outlet = shown?.closest('.p-outlet')
    // Keeps the pressed tab in place when the next panel is shorter than the scroll position needs.
    if (shown && outlet)
      shown.style.minHeight = outlet.scrollTop
        ? `${shown.offsetHeight - (outlet.scrollHeight - outlet.scrollTop - outlet.clientHeight)}px`
        : ''
    onChange(tab)
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget
    const isMirrored = list.matches(':dir(rtl)')
    const step = {
      ArrowRight: isMirrored ? -1 : 1,
      ArrowLeft: isMirrored ? 1 : -1,
      Home: -Infinity,
      End: Infinity,
    }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(tab => tab.id === value)
    const to = Number.isFinite(step)
      ? (at + step + tabs.length) % tabs.length
      : step < 0
        ? 0
        : tabs.length - 1
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
/** A choice of one of a few options, as a group of radio buttons. */
export function Segmented<Id extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedProps<Id>) {
  useStyles(styles)
  const name = useId()
  return (
    // Without a form, Chromium leaks named radio buttons in a shadow root.
    <form onSubmit={event => event.preventDefault()}>
      <fieldset className="p-choices">
        <legend className="p-hidden">{label}</legend>
        {options.map(option => (
          <label key={option.id} className="p-choice">
            <input
              type="radio"
              className="p-hidden"
              name={name}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    </form>
  )
}
