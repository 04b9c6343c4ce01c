/**
 * The choice as the hash of the page's address, so that it can be shared. Defaults are left out.
 * Every value from an address passes the schema here.
 */
import { derived, tokens } from '@portico/ui/tokens'
import { type Choice, defaultChoice, orderedSlots } from './choice.js'
import { type PluginLine, pluginLines } from './plugins.js'

/** Names of the public custom properties, without `portico-`. */
const variableNames = [...Object.keys(tokens), ...Object.keys(derived)]
/**
 * A value of CSS that asks for nothing from outside: no `url(…)`, nothing that ends a declaration.
 */
const plainValue = /^(?!.*(?:url|image|src|element|expression)\b)[\w\s.,%#()/"'*+-]{1,300}$/i

/** Answers whether a text can stand as the value of a custom property of the theme. */
export const isPlainValue = (value: string): boolean => plainValue.test(value)

type Field = (text: string) => Partial<Choice> | undefined
const oneOf =
  <Key extends keyof Choice>(key: Key, values: readonly Choice[Key][]): Field =>
  text => {
    const value = values.find(value => String(value) === text)
    return value === undefined ? undefined : ({ [key]: value } as Partial<Choice>)
  }
const fields: Readonly<Record<string, Field>> = {
  autoConnect: oneOf('autoConnect', [true, false]),
  allowUnsupportedChain: oneOf('allowUnsupportedChain', [true, false]),
  storage: oneOf('storage', ['browser', 'memory']),
  logLevel: oneOf('logLevel', ['error', 'silent']),
  mode: oneOf('mode', ['dark', 'light', 'auto']),
  placement: oneOf('placement', ['over', 'inside']),
  title: text => (text.length <= 60 ? { title: text } : undefined),
  language: text => (/^[a-z]{2,3}(-[\da-z]{2,8})*$/i.test(text) ? { language: text } : undefined),
}
const list = (text: string) => text.split(',').filter(Boolean)

function pluginsOf({ id, networks }: PluginLine, text: string, choice: Choice): Choice | undefined {
  const { [id]: _, ...others } = choice.plugins
  if (text === 'off') return { ...choice, plugins: others }
  const isFeature = Object.keys(networks).length === 0
  const names = isFeature ? [] : [...new Set(list(text))]
  const isSound = isFeature
    ? text === 'on'
    : names.length > 0 && names.every(name => Object.hasOwn(networks, name))
  return isSound ? { ...choice, plugins: { ...choice.plugins, [id]: names } } : undefined
}

function orderOf(slot: string, text: string, choice: Choice): Choice | undefined {
  const ids = list(text)
  const isSound =
    orderedSlots.some(known => known === slot) &&
    ids.length > 0 &&
    ids.length <= 30 &&
    ids.every(id => /^[\w./-]{1,60}$/.test(id))
  return isSound ? { ...choice, order: { ...choice.order, [slot]: ids } } : undefined
}

function read(
  key: string,
  text: string,
  choice: Choice,
  lines: readonly PluginLine[],
): Choice | undefined {
  const line = lines.find(({ id }) => id === key)
  if (line) return pluginsOf(line, text, choice)
  if (key.startsWith('order.')) return orderOf(key.slice('order.'.length), text, choice)
  if (key.startsWith('portico-')) {
    const isKnown = variableNames.includes(key.slice('portico-'.length)) && isPlainValue(text)
    return isKnown
      ? { ...choice, variables: { ...choice.variables, [key as `portico-${string}`]: text } }
      : undefined
  }
  const field = Object.hasOwn(fields, key) ? fields[key]?.(text) : undefined
  return field && { ...choice, ...field }
}

/**
 * Reads a hash. `refused` names the keys that no page of ours could have written; they change
 * nothing.
 */
export function choiceOf(
  hash: string,
  lines: readonly PluginLine[] = pluginLines,
): { readonly choice: Choice; readonly refused: readonly string[] } {
  let choice = defaultChoice(lines)
  const refused: string[] = []
  for (const [key, text] of new URLSearchParams(hash.replace(/^#/, '').slice(0, 8_000))) {
    const next = read(key, text, choice, lines)
    if (next) choice = next
    else refused.push(key.slice(0, 60))
  }
  return { choice, refused }
}

/** The hash of a choice, without `#`: empty for the default one. */
export function hashOf(choice: Choice, lines: readonly PluginLine[] = pluginLines): string {
  const standard = defaultChoice(lines)
  const params = new URLSearchParams()
  for (const { id, networks } of lines) {
    const write = (names: readonly string[] | undefined) =>
      names ? (Object.keys(networks).length ? names.join() : 'on') : 'off'
    const written = write(choice.plugins[id])
    if (written !== write(standard.plugins[id])) params.set(id, written)
  }
  for (const key of Object.keys(fields) as (keyof Choice)[])
    if (choice[key] !== standard[key]) params.set(key, String(choice[key]))
  for (const [slot, ids] of Object.entries(choice.order)) params.set(`order.${slot}`, ids.join())
  for (const [name, value] of Object.entries(choice.variables)) params.set(name, value)
  // Commas need no escape in a hash, and lists stay readable.
  return params.toString().replaceAll('%2C', ',')
}
