/**
 * What developers read about options that do not exist, that have a wrong type, or that have no
 * effect yet. Only called in development, so production builds leave it out.
 */
import type { Kernel } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { modalOpenedEvent, toastsService } from '@portico/kernel/shell'
import { languagePacksSlot } from '@portico/kernel/text'
import type { DefaultOptions, FeatureOptions } from './default-options.js'
import type { PorticoOptions } from './options.js'

interface Kind {
  /** For the sentence: `the option "send" takes true or false`. */
  readonly words: string
  readonly holds: (value: unknown) => boolean
}
const typed = (words: string, type: string): Kind => ({
  words,
  holds: value => typeof value === type && value !== null && !Array.isArray(value),
})
const flag = /* @__PURE__ */ typed('true or false', 'boolean')
const text = /* @__PURE__ */ typed('a text', 'string')
const record = /* @__PURE__ */ typed('an object', 'object')
const list: Kind = { words: 'a list', holds: value => Array.isArray(value) }
const texts: Kind = {
  words: 'a list of texts',
  holds: value => Array.isArray(value) && value.every(one => typeof one === 'string'),
}
const oneOf = (...values: readonly string[]): Kind => ({
  words: values.map(value => `'${value}'`).join(' or '),
  holds: value => values.some(one => one === value),
})

const porticoKinds: Readonly<Record<keyof PorticoOptions, Kind>> = {
  plugins: list,
  theme: record,
  language: text,
  messages: record,
  order: record,
  settings: record,
  allowUnsupportedChain: flag,
  autoConnect: flag,
  afterConnect: /* @__PURE__ */ oneOf('close', 'account'),
  prefetch: /* @__PURE__ */ oneOf('idle', 'intent', 'none'),
  clientId: text,
  imageHosts: texts,
  endpoints: list,
  storage: record,
  logLevel: /* @__PURE__ */ oneOf('silent', 'error'),
  onError: /* @__PURE__ */ typed('a function', 'function'),
  sdkVersion: text,
  devtools: record,
}
const featureKinds: Readonly<Record<keyof FeatureOptions, Kind>> = {
  swaps: flag,
  onramp: flag,
  receive: flag,
  send: flag,
  email: flag,
  emailShowWallets: flag,
  socials: {
    words: 'a list of texts, or false',
    holds: value => value === false || texts.holds(value),
  },
  history: flag,
  analytics: flag,
  allWallets: flag,
  legalCheckbox: flag,
  smartSessions: flag,
  collapseWallets: flag,
  walletFeaturesOrder: texts,
  connectMethodsOrder: texts,
}
const defaultKinds: Readonly<Record<keyof DefaultOptions, Kind>> = {
  features: record,
  eip155: record,
  directory: record,
  balances: record,
  send: record,
  swap: record,
  evmQuotes: record,
  nfts: record,
  backend: record,
  analytics: record,
  legal: record,
}
/** Options that no plugin serves yet. */
const planned = ['onramp', 'email', 'socials'] as const

/** A page may call `defaultPlugins` with each render: each sentence is printed once. */
const printed = /* @__PURE__ */ new Set<string>()
function warn(sentence: string): void {
  if (printed.has(sentence)) return
  printed.add(sentence)
  // biome-ignore lint/suspicious/noConsole: a warning for developers, before there is a kernel that could report it.
  console.warn(`[portico] ${sentence}`)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`.slice(0, 60)
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value)
}
const namesOf = (names: readonly string[]) =>
  new Intl.ListFormat('en').format(names.map(name => `"${name.slice(0, 40)}"`))
function warnOfNamesAndTypes(
  place: string,
  options: object,
  kinds: Readonly<Record<string, Kind>>,
): void {
  for (const [name, { words, holds }] of Object.entries(kinds)) {
    const value: unknown = Object.hasOwn(options, name) ? Reflect.get(options, name) : undefined
    if (value !== undefined && !holds(value))
      warn(`${place}: the option "${name}" takes ${words}, not ${shown(value)}.`)
  }
  const unknown = Object.keys(options).filter(name => !Object.hasOwn(kinds, name))
  if (unknown.length)
    warn(
      `${place}: there ${unknown.length > 1 ? 'are no options' : 'is no option'} ${namesOf(unknown)}.`,
    )
}

/**
 * Warns of each option of `createPortico` that has a wrong type, and of names that are no option.
 */
export const warnOfOptions = (options: PorticoOptions): void =>
  warnOfNamesAndTypes('createPortico', options, porticoKinds)

/**
 * Warns of plugins that are missing or were not called, of endpoints that are no text, and of an
 * order that names what the app does not have. The modal shows the first of these mistakes, or the
 * error of the first plugin that failed, as an alert. Warns later, and only in the console, of
 * messages that do not exist.
 */
export function warnOfSetup({ plugins, order, messages }: PorticoOptions, kernel: Kernel): void {
  void warnOfMessages(messages, kernel)
  const mistakes = [
    ...pluginMistakes(plugins),
    ...endpointMistakes(kernel),
    ...orderMistakes(order, kernel),
  ]
  for (const mistake of mistakes) warn(mistake)
  // The kernel has reported these.
  const failures = kernel
    .inspect()
    .plugins.flatMap(plugin => (plugin.status === 'failed' ? [messageOf(plugin.error)] : []))
  const [first] = [...mistakes, ...failures]
  if (first)
    kernel.on(modalOpenedEvent, () =>
      kernel.find(toastsService)?.alert({ kind: 'failure', title: { id: 'sdk.setup', en: first } }),
    )
}
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function pluginMistakes(plugins: unknown): readonly string[] {
  if (!Array.isArray(plugins)) return []
  if (!plugins.length)
    return ['createPortico: `plugins` is empty, so no wallet can connect. Add a chain: `eip155()`.']
  return plugins.flatMap((plugin: unknown, at) =>
    typeof plugin === 'function'
      ? `createPortico: plugins[${at}] is a function. Call it: \`${plugin.name || 'plugin'}()\`.`
      : [],
  )
}

/** An environment variable that is not set is the usual cause. */
const endpointMistakes = (kernel: Kernel): readonly string[] =>
  kernel
    .items(chainsSlot)
    .flatMap(({ networks }) => networks)
    .flatMap(({ caipNetworkId, rpcUrls }) => {
      const urls: readonly unknown[] = Array.isArray(rpcUrls) ? rpcUrls : [rpcUrls]
      const at = urls.findIndex(url => typeof url !== 'string')
      if (at < 0) return []
      return `createPortico: rpcUrls[${at}] of ${caipNetworkId} is ${shown(urls[at])}, not a URL. Is its environment variable set?`
    })

/**
 * Warns of ids in the option `messages` that no plugin of the app has. English has no list, so the
 * ids are those of the first translation of each plugin. Plugins without a translation may have any
 * id that begins with their own name.
 */
async function warnOfMessages(messages: unknown, kernel: Kernel): Promise<void> {
  if (!record.holds(messages)) return
  const packs = kernel.items(languagePacksSlot)
  const loaded = await Promise.allSettled(
    packs.map(async ({ translations = {} }) => (await Object.values(translations)[0]?.())?.default),
  )
  // What could not be loaded is not known: a warning may be wrong, so there is none.
  if (loaded.some(({ status }) => status === 'rejected')) return
  const known = new Set(
    loaded.flatMap(one => (one.status === 'fulfilled' ? Object.keys(one.value ?? {}) : [])),
  )
  const { plugins, registry } = kernel.inspect()
  const translated = registry.flatMap(({ place, plugin }) =>
    place === `slot ${languagePacksSlot.id}` ? plugin : [],
  )
  const untranslated = plugins.flatMap(({ id }) =>
    translated.includes(id) ? [] : `${id.split('/').at(-1)}.`,
  )
  const unknown = Object.keys(messages as object).filter(
    id => !known.has(id) && !untranslated.some(start => id.startsWith(start)),
  )
  if (unknown.length)
    warn(
      `createPortico: \`messages\` names ${namesOf(unknown)}, which no plugin of this app has. Every id is on the documentation's page of sentences.`,
    )
}

/** The slots of the kernel's contracts. Plugins may have slots of their own beside them. */
export const contractSlots: readonly string[] = [
  ...['accountActions', 'accountParts', 'accountTabs', 'afterConnect', 'chains', 'closeGuards'],
  ...['connectEntries', 'connectMethods', 'connectParts', 'connectors', 'discoveries'],
  ...['headerActions', 'languagePacks', 'noWalletParts', 'openingRules', 'sessionSignIns'],
  ...['settingsRows', 'transactionKinds', 'walletFinders', 'walletRoutes'],
]
/** Slots that plugins fill when they are set up; others are filled while the page runs. */
const filledAtSetup = ['accountActions', 'accountTabs']
/** What such an order may name although its feature is not in the app. */
const featureItems = ['onramp', 'swaps', 'receive', 'send', 'activity', 'tokens', 'nfts']

/** Says which slots and items of the option `order` no plugin of the app has. */
function orderMistakes(order: unknown, kernel: Kernel): readonly string[] {
  if (!record.holds(order)) return []
  const items = new Map<string, string[]>()
  for (const { place, id } of kernel.inspect().registry) {
    const [kind, slot = ''] = place.split(' ')
    if (kind === 'slot') items.set(slot, [...(items.get(slot) ?? []), id])
  }
  return Object.entries(order as object).flatMap(([slot, ids]) => {
    const there = items.get(slot)
    if (!there && !contractSlots.includes(slot))
      return `createPortico: \`order\` names the slot "${slot.slice(0, 40)}", which does not exist. Slots: ${namesOf(contractSlots)}.`
    if (!there || !filledAtSetup.includes(slot) || !texts.holds(ids)) return []
    const unknown = (ids as readonly string[]).filter(
      id => !there.includes(id) && !featureItems.includes(id),
    )
    if (!unknown.length) return []
    return `createPortico: \`order.${slot}\` names ${namesOf(unknown)}, which no plugin of this app adds. It has ${namesOf(there)}.`
  })
}

/** Warns of a namespace that no plugin of the app serves: `eip155`, not `ethereum`. */
export function warnOfNamespace(caller: string, namespace: unknown, kernel: Kernel): void {
  if (namespace === undefined) return
  const known = kernel.items(chainsSlot).map(chain => chain.id)
  if (!known.some(id => id === namespace))
    warn(`${caller}: no plugin serves the namespace ${shown(namespace)}. Use ${namesOf(known)}.`)
}

/** Warns of a call to a Portico that was disposed. */
export const warnOfDisposed = (caller: string): void =>
  warn(`${caller} was called after dispose(). Create a new Portico.`)

/** Warns of a provider that gets another Portico: one was created while a component rendered. */
export const warnOfNewPortico = (): void =>
  warn('PorticoProvider got another Portico. Call createPortico once, outside of components.')

/** Warns of a provider inside another one that has another Portico. */
export const warnOfInnerProvider = (): void =>
  warn(
    'A PorticoProvider stands inside another one with another Portico, so two modals share this page. Keep the outer one.',
  )

/**
 * Warns of each option of `defaultPlugins` that has a wrong type, of names that are no option, once
 * of features that are on and that no plugin serves yet, and of orders that nothing applies.
 */
export function warnOfDefaults(options: DefaultOptions): void {
  warnOfNamesAndTypes('defaultPlugins', options, defaultKinds)
  const { features } = options
  if (!features || !record.holds(features)) return
  warnOfNamesAndTypes('defaultPlugins', features, featureKinds)
  warnOfPlannedFeatures(features)
  for (const [feature, option] of switchedOff)
    if (features[feature] === false && options[option])
      warn(
        `defaultPlugins: "${option}" changes nothing while features.${feature} is false. Remove one of the two.`,
      )
  // The host calls `defaultOrder` for the same `createPortico`, so in the same task.
  queueMicrotask(() => {
    const unapplied = orders.filter(name => texts.holds(features[name]) && !applied.has(name))
    if (unapplied.length)
      warn(
        `defaultPlugins: ${namesOf(unapplied)} changes nothing without createPortico({ order: defaultOrder(features) }).`,
      )
  })
}
/** Features that are off, and the options that contradict that. */
const switchedOff = [
  ['send', 'send'],
  ['swaps', 'swap'],
  ['swaps', 'evmQuotes'],
  ['analytics', 'analytics'],
  ['allWallets', 'directory'],
] as const satisfies readonly (readonly [keyof FeatureOptions, keyof DefaultOptions])[]
const orders = ['walletFeaturesOrder', 'connectMethodsOrder'] as const
/** The orders for which `defaultOrder` was called. */
const applied = /* @__PURE__ */ new Set<string>()
/** Notes that `defaultOrder` was called with these features. */
export function noteOrder(features: FeatureOptions): void {
  for (const name of orders) if (features[name]) applied.add(name)
}

function warnOfPlannedFeatures(features: FeatureOptions): void {
  const idle = planned.filter(name => {
    const value = features[name]
    return value && featureKinds[name].holds(value) && (value === true || value.length > 0)
  })
  if (!idle.length) return
  warn(
    `defaultPlugins: no plugin serves the option${idle.length > 1 ? 's' : ''} ${namesOf(idle)} yet, so nothing changes. Leave ${idle.length > 1 ? 'them' : 'it'} out.`,
  )
}
