import { Fact, Icon } from '@portico/ui'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** A row of facts that expands. `says`: the summary, which also shows while it is collapsed. */
export function More({
  name,
  says,
  children,
}: {
  readonly name: string
  readonly says: ReactNode
  readonly children: ReactNode
}) {
  const [isOpen, open] = useState(false)
  const id = useId()
  const opened = useRef<HTMLElement>(null)
  // Scrolls the expanded part above the edge of the view, and above sticky elements.
  useEffect(() => {
    if (isOpen) opened.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <>
      <Fact name={name}>
        <button
          type="button"
          className="swap-open"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => open(!isOpen)}
        >
          <span className="p-hidden">{name} </span>
          {says}
          <Icon name={isOpen ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'} size={14} />
        </button>
      </Fact>
      {isOpen && (
        <dd ref={opened} className="swap-wide" id={id}>
          {children}
        </dd>
      )}
    </>
  )
}
