import { useState } from 'react'

interface JsonTreeProps {
  readonly name: string
  readonly value: unknown
  /** Levels that are open at first. */
  readonly open?: number
}

/**
 * Any value, readable: objects and lists unfold, everything else is one word. Functions and refs
 * are named, not opened.
 */
export function JsonTree({ name, value, open = 0 }: JsonTreeProps) {
  const entries = entriesOf(value)
  const [isOpen, setOpen] = useState(open > 0)
  if (!entries?.length)
    return (
      <div className="leaf">
        <span className="key">{name}</span> <Word value={value} />
      </div>
    )
  return (
    <div className="branch">
      <button
        type="button"
        className="twig"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="key">{name}</span> <span className="gist">{gistOf(value)}</span>
      </button>
      {isOpen && (
        <div className="inner">
          {entries.slice(0, most).map(([key, item]) => (
            <JsonTree key={key} name={key} value={item} open={open - 1} />
          ))}
          {entries.length > most && (
            <div className="leaf quiet">and {entries.length - most} more</div>
          )}
        </div>
      )}
    </div>
  )
}

/** Entries of one object that are drawn. */
const most = 100
/** Characters of a text that are drawn. */
const longest = 160

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value instanceof Map) return [...value].map(([key, item]) => [String(key), item] as const)
  if (value instanceof Set) return [...value].map((item, at) => [String(at), item] as const)
  if (value instanceof Error)
    return Object.entries({ ...value, name: value.name, message: value.message })
  return Object.entries(value)
}

const hasItems = (value: unknown) => typeof value === 'object' && value !== null
/** A short word for what is folded: `{ open, embedded }`, `[3]`. */
function gistOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`
  if (value instanceof Error) return value.message
  const entries = entriesOf(value) ?? []
  const words = entries
    .slice(0, 4)
    .map(([key, item]) => (hasItems(item) ? key : `${key}: ${wordOf(item)}`))
  const gist = words.join(', ')
  return `{ ${gist.length > 72 ? `${gist.slice(0, 72)}…` : gist}${entries.length > words.length ? ', …' : ''} }`
}

function wordOf(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.length > longest ? `${value.slice(0, longest)}…` : value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `${value.name || 'function'}()`
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object' && value !== null) return '{}'
  return String(value)
}
/** One word, in the colour of its type. */
export const Word = ({ value }: { readonly value: unknown }) => (
  <span className="word" data-type={value === null ? 'nothing' : typeof value}>
    {wordOf(value)}
  </span>
)
