/** Sorts plugins so that each comes after those whose services it needs. */
import type { Plugin } from './plugin.js'

/**
 * Keeps the given order where needs allow it. A cycle stays in the list, so that each of its members finds that a need is missing;
 * `cycles` says for a member the way back to itself: `A → B → A`.
 */
export function sortPlugins(plugins: readonly Plugin[]): { readonly sorted: ReadonlySet<Plugin>; readonly cycles: ReadonlyMap<Plugin, string> } {
  const sorted = new Set<Plugin>()
  const cycles = new Map<Plugin, string>()
  const visit = (plugin: Plugin, path: readonly Plugin[]) => {
    const start = path.indexOf(plugin)
    if (start >= 0) {
      const cycle = path.slice(start)
      for (const member of cycle) cycles.set(member, [...cycle, plugin].map(({ id }) => id).join(' → '))
    } else if (!sorted.has(plugin)) {
      for (const need of plugin.needs) {
        const provider = plugins.find(({ provides }) => provides.some(({ id }) => id === need.id))
        if (provider) visit(provider, [...path, plugin])
      }
      sorted.add(plugin)
    }
  }
  for (const plugin of plugins) visit(plugin, [])
  return { sorted, cycles }
}
