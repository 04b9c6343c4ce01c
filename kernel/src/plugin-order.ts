/** Sorts plugins so that each comes after those whose services it needs. */
import type { Plugin } from './plugin.js'

/**
 * Keeps the given order where needs allow it; where two provide one service, the first counts.
 * Members of a cycle come with its names:
 * `A → B → A`.
 */
export function sortPlugins(
  plugins: readonly Plugin[],
): readonly { readonly plugin: Plugin; readonly cycle: string | undefined }[] {
  const providers = new Map(
    [...plugins]
      .reverse()
      .flatMap(plugin => plugin.provides.map(({ id }) => [id, plugin] as const)),
  )
  const pending = new Set(plugins)
  const sorted: { plugin: Plugin; cycle: string | undefined }[] = []
  const awaited = (plugin: Plugin) =>
    plugin.needs
      .map(({ id }) => providers.get(id))
      .find(provider => provider && pending.has(provider))

  while (pending.size) {
    const path: Plugin[] = []
    let [next] = pending
    while (next && !path.includes(next)) {
      path.push(next)
      next = awaited(next)
    }
    const members = path.slice(next ? path.indexOf(next) : -1)
    const cycle = next && [...members, next].map(({ id }) => id).join(' → ')
    for (const plugin of members) {
      pending.delete(plugin)
      sorted.push({ plugin, cycle })
    }
  }
  return sorted
}
