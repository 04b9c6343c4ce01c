import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
}
interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** `quiet`: the second row, inside of a panel of others. */
  readonly look?: 'plain' | 'quiet'
  readonly children: ReactNode
}

/** A row of tabs with one panel (WAI-ARIA: arrows move and choose, Tab goes on into the panel). */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  look = 'plain',
  children,
}: TabsProps<Id>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(tab => tab.id === chosen)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      Home: -at,
      End: tabs.length - 1 - at,
    }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.id)
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div className="tabs" data-look={look}>
      <div ref={row} role="tablist" aria-label={label} className="tab-row" onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className="tab-panel"
      >
        {children}
      </div>
    </div>
  )
}
