import { useReducer } from 'react'
import { useRunning, useWorkbench } from '../parts/use-workbench.js'
import { JsonTree } from './json-tree.js'

/** What outlives the page. */
export function StorageTab() {
  const { storage, choice } = useRunning()
  const { forget } = useWorkbench()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const entries = storage.entries()
  return (
    <div className="log">
      <div className="toolbar">
        <p className="quiet">
          {choice.storage === 'browser'
            ? 'localStorage of this origin'
            : 'memory: gone with the page'}
        </p>
        <button type="button" className="small" onClick={refresh}>
          Read again
        </button>
        <button type="button" className="small" disabled={entries.length === 0} onClick={forget}>
          Clear and begin anew
        </button>
      </div>
      {entries.length === 0 && <p className="quiet">Nothing is kept.</p>}
      <ul className="entries" data-testid="storage">
        {entries.map(([key, text]) => (
          <li key={key} className="kept-entry">
            <JsonTree key={text} name={key} value={readable(text)} open={2} />
            <button
              type="button"
              className="bare"
              aria-label={`Remove ${key}`}
              onClick={() => {
                storage.remove(key)
                refresh()
              }}
            >
              <span aria-hidden="true">✕</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Storage is untrusted: a value that is no JSON is shown as text. */
function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
