import type { Kernel } from '@portico/kernel'
import type { CommitEntry } from '@portico/kernel/devtools'
import { useState } from 'react'
import { useWorkbench } from '../parts/use-workbench.js'
import { JsonTree } from './json-tree.js'
import { keyOf, Patches, timeOf } from './log-entry.js'

/** Commits of one slice that are drawn. */
const most = 30

/** Every slice: its state now, and the patches that led to it. */
export function StateTab({ kernel }: { readonly kernel: Kernel }) {
  const { log } = useWorkbench()
  const [name, setName] = useState('session')
  const slices = kernel
    .inspect()
    .plugins.flatMap(({ id, owns, status }) =>
      status === 'running' ? owns.map(slice => ({ plugin: id, slice })) : [],
    )
  const shown = slices.find(({ slice }) => slice.id === name) ?? slices[0]
  const commits = log.log.filter(
    (entry): entry is CommitEntry => entry.kind === 'commit' && entry.slice === shown?.slice.id,
  )
  return (
    <div className="split">
      <ul className="slices" aria-label="Slices">
        {slices.map(({ slice, plugin }) => (
          <li key={slice.id}>
            <button
              type="button"
              aria-pressed={slice.id === shown?.slice.id}
              title={`written by ${plugin}`}
              onClick={() => setName(slice.id)}
            >
              {slice.id}
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="tree" data-testid="state-tree">
          <p className="quiet">
            {shown.slice.id}, written by {shown.plugin}
            {shown.slice.persist && `, kept as version ${shown.slice.persist.version}`}
          </p>
          <JsonTree
            key={shown.slice.id}
            name={shown.slice.id}
            value={kernel.state(shown.slice)}
            open={3}
          />
        </div>
      )}
      <div className="patches" data-testid="patches">
        <h3>Latest changes</h3>
        {commits.length === 0 && <p className="quiet">Nothing has changed it yet.</p>}
        <ol>
          {commits
            .slice(-most)
            .reverse()
            .map(entry => (
              <li key={keyOf(entry)}>
                <span className="quiet">
                  {timeOf(entry.at)} {entry.plugin}
                </span>
                <Patches entry={entry} />
              </li>
            ))}
        </ol>
      </div>
    </div>
  )
}
