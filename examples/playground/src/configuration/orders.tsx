import { useChoice, useRunning } from '../parts/use-workbench.js'
import { orderedSlots } from './choice.js'

/**
 * The host's own order of what plugins bring: shown for each slot in which there is something to
 * order.
 */
export function Orders() {
  const [{ order }, choose] = useChoice()
  const { portico } = useRunning()
  const { registry } = portico.kernel.inspect()
  const idsIn = (slot: string) =>
    registry.filter(({ place }) => place === `slot ${slot} `).map(({ id }) => id)
  const sorted = (slot: string) => {
    const chosen = order[slot] ?? []
    const ids = idsIn(slot)
    return [...chosen.filter(id => ids.includes(id)), ...ids.filter(id => !chosen.includes(id))]
  }
  const move = (slot: string, id: string) => {
    const ids = sorted(slot)
    const at = ids.indexOf(id)
    choose({ order: { ...order, [slot]: ids.with(at, ids[at - 1] ?? id).with(at - 1, id) } })
  }
  const slots = orderedSlots.filter(slot => idsIn(slot).length > 1)
  const { length } = Object.keys(order)
  if (!slots.length && !length) return null
  return (
    <details className="fold">
      <summary>
        Order of items
        {length > 0 && <span className="count">{length} set</span>}
      </summary>
      {slots.map(slot => (
        <div key={slot} className="order">
          <h4>{slot}</h4>
          <ol>
            {sorted(slot).map((id, at) => (
              <li key={id}>
                {id}
                <button
                  type="button"
                  className="bare"
                  disabled={at === 0}
                  aria-label={`Move ${id} up`}
                  onClick={() => move(slot, id)}
                >
                  <span aria-hidden="true">↑</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <button
        type="button"
        className="small"
        disabled={!length}
        onClick={() => choose({ order: {} })}
      >
        Back to the order of ranks
      </button>
    </details>
  )
}
