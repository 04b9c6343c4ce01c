/** Sorts plugins so that each comes after those whose services it needs, and says which can never run. */
import { KernelError } from './error.js'
import type { Plugin } from './plugin.js'

/**
 * Keeps the given order where needs allow it. Refuses duplicates, conflicts, second owners and second providers (the earlier plugin
 * stays) and all members of a cycle. Missing needs are not looked at here: a provider may still fail later.
 */
export function sortPlugins(
  plugins: readonly Plugin[],
  running: readonly Plugin[] = [],
): { sorted: readonly Plugin[]; refused: ReadonlyMap<Plugin, KernelError> } {
  const accepted = [...running]
  const refused = new Map<Plugin, KernelError>()

  for (const plugin of plugins) {
    const { id } = plugin
    const clash = (code: 'DUPLICATE_PLUGIN' | 'CONFLICT' | 'TWO_OWNERS' | 'TWO_PROVIDERS', sentence: string) =>
      refused.set(plugin, new KernelError(code, sentence, id))
    for (const other of accepted) {
      const slice = shared(plugin.owns, other.owns)
      const service = shared(plugin.provides, other.provides)
      if (other.id === id) clash('DUPLICATE_PLUGIN', `Two plugins are called "${id}".`)
      else if (plugin.conflicts.includes(other.id) || other.conflicts.includes(id)) clash('CONFLICT', `"${id}" cannot run beside "${other.id}".`)
      else if (slice) clash('TWO_OWNERS', `"${id}" and "${other.id}" both own the slice "${slice}".`)
      else if (service) clash('TWO_PROVIDERS', `"${id}" and "${other.id}" both provide the service "${service}".`)
    }
    if (!refused.has(plugin)) accepted.push(plugin)
  }

  const sorted = new Set<Plugin>(running)
  const visit = (plugin: Plugin, path: readonly Plugin[]) => {
    if (sorted.has(plugin)) return
    const from = path.indexOf(plugin)
    if (from >= 0) {
      const cycle = path.slice(from)
      const names = [...cycle, plugin].map(({ id }) => id).join(' → ')
      for (const member of cycle) refused.set(member, new KernelError('CYCLE', `"${member.id}" needs itself: ${names}.`, member.id))
      return
    }
    for (const need of plugin.needs) {
      const provider = accepted.find(({ provides }) => provides.some(({ id }) => id === need.id))
      if (provider) visit(provider, [...path, plugin])
    }
    sorted.add(plugin)
  }
  for (const plugin of accepted) visit(plugin, [])
  return { sorted: [...sorted].filter(plugin => !refused.has(plugin) && !running.includes(plugin)), refused }
}

function shared(a: readonly { readonly id: string }[], b: readonly { readonly id: string }[]): string | undefined {
  return a.find(({ id }) => b.some(other => other.id === id))?.id
}
