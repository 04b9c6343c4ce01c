import type { Kernel } from '@portico/kernel'
import type { ReactNode } from 'react'

/** Kinds of places in the order in which one asks for them. */
const kinds = ['service', 'slice', 'view', 'slot', 'capability', 'endpoint'] as const

/** Every plugin in the order of its set-up, its state, and what it put where. */
export function PluginsTab({ kernel }: { readonly kernel: Kernel }) {
  const { plugins, registry } = kernel.inspect()
  return (
    <ol className="plugins">
      {plugins.map(({ id, status, error, needs, wants }) => {
        const places = registry
          .filter(entry => entry.plugin === id)
          .map(entry => ({ entry, words: entry.place.split(' ') }))
        return (
          <li key={id} className="plugin-entry">
            <h3>
              {id}
              <span className="state" data-state={status === 'running' ? 'connected' : 'failed'}>
                {status}
              </span>
            </h3>
            {error !== undefined && (
              <p className="problem">{error instanceof Error ? error.message : String(error)}</p>
            )}
            <dl className="places">
              <Places label="needs" items={needs.map(({ id }) => id)} />
              <Places label="wants" items={wants.map(({ id }) => id)} />
              {kinds.map(kind => (
                <Places
                  key={kind}
                  label={kind}
                  items={places
                    .filter(({ words }) => words[0] === kind)
                    .map(({ entry, words: [, name = '', scope] }) =>
                      kind === 'slot'
                        ? `${name}: ${entry.id}`
                        : scope
                          ? `${name} · ${scope}`
                          : name,
                    )}
                />
              ))}
            </dl>
          </li>
        )
      })}
    </ol>
  )
}

function Places({
  label,
  items,
}: {
  readonly label: string
  readonly items: readonly string[]
}): ReactNode {
  if (items.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {items.map(item => (
          <code key={item}>{item}</code>
        ))}
      </dd>
    </>
  )
}
