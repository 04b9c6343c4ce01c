import type { CommitEntry, LogEntry } from '@portico/kernel/devtools'
import { JsonTree, Word } from './json-tree.js'

/** Hours to milliseconds, in this place's time. */
export function timeOf(at: number): string {
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** What a commit changed: operation, path, new value. */
export function Patches({ entry: { patches } }: { readonly entry: CommitEntry }) {
  return (
    <ul className="patch-list">
      {patches.map(({ op, path, value }) => (
        <li key={path.join('/')} data-op={op}>
          {op !== 'remove' && typeof value === 'object' && value !== null ? (
            <JsonTree name={path.join('.') || 'all of it'} value={value} />
          ) : (
            <div className="leaf">
              <span className="key">{path.join('.')}</span>{' '}
              {op === 'remove' ? <span className="gist">removed</span> : <Word value={value} />}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const keysGiven = { count: 0 }
const keys = new WeakMap<LogEntry, number>()
/** The same for one entry as long as it lives, wherever the log has moved it. */
export function keyOf(entry: LogEntry): number {
  const key = keys.get(entry) ?? ++keysGiven.count
  keys.set(entry, key)
  return key
}

/** The words by which an entry is found. */
export const wordsOf = (entry: LogEntry): string =>
  entry.kind === 'event'
    ? entry.id
    : `${entry.plugin} ${entry.slice} ${entry.patches.map(({ path }) => path.join('.')).join(' ')}`

export function Entry({ entry }: { readonly entry: LogEntry }) {
  return (
    <>
      <span className="quiet mono">{timeOf(entry.at)}</span>
      <span className="kind" data-kind={entry.kind}>
        {entry.kind === 'event' ? 'event' : 'change'}
      </span>
      {entry.kind === 'event' ? (
        <JsonTree name={entry.id} value={entry.payload} />
      ) : (
        <div>
          <b>{entry.slice}</b> <span className="quiet">by {entry.plugin}</span>
          <Patches entry={entry} />
        </div>
      )}
    </>
  )
}
