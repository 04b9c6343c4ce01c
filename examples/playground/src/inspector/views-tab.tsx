import type { Kernel } from '@portico/kernel'
import { JsonTree } from './json-tree.js'

/** The history of views, the one on screen on top, and every view that could be. */
export function ViewsTab({ kernel }: { readonly kernel: Kernel }) {
  const { stack, registry } = kernel.inspect()
  const known = registry.filter(({ place }) => place.startsWith('view '))
  return (
    <div className="views">
      <div>
        <h3>History</h3>
        {stack.length === 0 && <p className="quiet">Empty: the modal is closed.</p>}
        <ol reversed className="entries">
          {stack
            .map((view, at) => ({ view, at }))
            .reverse()
            .map(({ view, at }) => (
              <li key={at}>
                <JsonTree name={view.id} value={view.params} open={1} />
              </li>
            ))}
        </ol>
      </div>
      <div>
        <h3>Registered</h3>
        <ul className="entries">
          {known.map(({ place, plugin }) => (
            <li key={place}>
              <b>{place.split(' ')[1]}</b> <span className="quiet">{plugin}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
