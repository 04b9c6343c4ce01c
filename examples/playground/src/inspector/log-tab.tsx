import type { LogEntry } from '@portico/kernel/devtools'
import { useState } from 'react'
import { Choices } from '../parts/choices.js'
import { useWorkbench } from '../parts/use-workbench.js'
import { Entry, keyOf, wordsOf } from './log-entry.js'
import { useLive } from './use-live.js'

/** Entries that are drawn. */
const most = 120
type Wanted = 'all' | LogEntry['kind']

/** Every event and every commit (a change of state), the newest on top. */
export function LogTab() {
  const { log } = useWorkbench()
  useLive(log.subscribe)
  const [wanted, setWanted] = useState<Wanted>('all')
  const [words, setWords] = useState('')
  const [paused, setPaused] = useState<readonly LogEntry[]>()
  const [, clear] = useState(0)
  const all = paused ?? log.log
  const found = all.filter(
    entry =>
      (wanted === 'all' || entry.kind === wanted) &&
      wordsOf(entry).toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <div className="log">
      <div className="toolbar">
        <input
          type="search"
          aria-label="Filter the log"
          placeholder="Filter: a word of its name or path"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <Choices
          label="Kind"
          isLabelHidden
          values={[
            { value: 'all', label: 'All' },
            { value: 'event', label: 'Events' },
            { value: 'commit', label: 'Changes of state' },
          ]}
          value={wanted}
          onChange={setWanted}
        />
        <button
          type="button"
          className="small"
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : log.log)}
        >
          {paused ? `Go on (${log.log.length - paused.length} new)` : 'Pause'}
        </button>
        <button
          type="button"
          className="small"
          onClick={() => {
            log.clear()
            setPaused(undefined)
            clear(count => count + 1)
          }}
        >
          Clear
        </button>
      </div>
      {found.length === 0 && (
        <p className="quiet">
          {all.length ? 'No entry has that word.' : 'Nothing has happened since it was cleared.'}
        </p>
      )}
      <ol className="entries" data-testid="log">
        {found
          .slice(-most)
          .reverse()
          .map(entry => (
            <li key={keyOf(entry)} className="log-entry">
              <Entry entry={entry} />
            </li>
          ))}
      </ol>
    </div>
  )
}
