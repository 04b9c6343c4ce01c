import { type PluginLine, pluginLines } from './plugins.js'

export type Mode = 'dark' | 'light' | 'auto'

/** Everything that can be chosen on this page. */
export interface Choice {
  /**
   * Plugin id → names of its networks, the first is the default. A plugin that is not in it is left
   * out.
   */
  readonly plugins: Readonly<Record<string, readonly string[]>>
  readonly autoConnect: boolean
  readonly allowUnsupportedChain: boolean
  readonly storage: 'browser' | 'memory'
  readonly logLevel: 'error' | 'silent'
  /** Slot id → ids of its items. */
  readonly order: Readonly<Record<string, readonly string[]>>
  /** The host's own title of the first view; empty: ours. */
  readonly title: string
  readonly mode: Mode
  /** Public custom properties by name: `portico-accent`. */
  readonly variables: Readonly<Record<`portico-${string}`, string>>
  /** BCP 47 tag. */
  readonly language: string
  /** Over the page as a dialog, or inside a part of it. */
  readonly placement: 'over' | 'inside'
}

/** The slots whose order a host may set (examples/docs/options.md). */
export const orderedSlots = [
  'connectMethods',
  'accountActions',
  'accountTabs',
  'settingsRows',
  'connectEntries',
] as const

/** The sentence that `title` replaces. */
export const titleId = 'connection.title.connect'

export const defaultChoice = (lines: readonly PluginLine[] = pluginLines): Choice => ({
  plugins: Object.fromEntries(lines.flatMap(({ id, chosen }) => (chosen ? [[id, chosen]] : []))),
  autoConnect: true,
  allowUnsupportedChain: false,
  storage: 'browser',
  logLevel: 'error',
  order: {},
  title: '',
  mode: 'dark',
  variables: {},
  language: 'en',
  placement: 'over',
})

/** Whether any chain is in it. A feature has no networks. */
export const hasChain = ({ plugins }: Choice): boolean =>
  Object.values(plugins).some(networks => networks.length > 0)

/**
 * What is live in a running kernel, or none of its business. Everything else is decided when it is
 * made.
 */
const live: ReadonlySet<string> = new Set<keyof Choice>([
  'mode',
  'variables',
  'language',
  'placement',
])

/** True when the second choice needs a new kernel. */
export function needsNewKernel(before: Choice, after: Choice): boolean {
  return Object.keys(after).some(
    key =>
      !live.has(key) &&
      JSON.stringify(before[key as keyof Choice]) !== JSON.stringify(after[key as keyof Choice]),
  )
}
