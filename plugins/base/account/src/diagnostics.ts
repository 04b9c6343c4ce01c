/**
 * What helps those who look for a fault, and nothing that a person would mind to see in a public
 * thread.
 */
import type { Kernel } from '@portico/kernel'
import { currencySlice } from '@portico/kernel/backend'
import { chainsSlot } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import { preferencesSlice, shellSlice, themeSlice } from '@portico/kernel/shell'
import { displayText, shortenAddress, textSlice } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'

/**
 * What else a text may contain that a plugin, a wallet or a host chose: addresses of services,
 * where keys stand in paths and queries; mail addresses; the words of a seed.
 */
const hidden: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]*/gi, '[address]'],
  [/[^\s@"'<>]{1,64}@[^\s@"'<>]{1,255}\.[a-z]{2,}/gi, '[mail]'],
  [/(?:\b[a-z]{3,8}\b[ ,]+){11,}[a-z]{3,8}\b/g, '[words]'],
  // Accounts, keys and tokens are that long, and hardly one of them is without a figure.
  [/(?=[\w+=.-]*\d)[\w+=.-]{25,}/g, '[removed]'],
]
const cleaned = (text: string): string =>
  hidden.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.slice(0, 200))

/**
 * The same, every text of it looked at but those that are known. What is no plain data is left out.
 */
function clean(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return known.has(value) ? value : cleaned(value)
  if (Array.isArray(value)) return value.map(part => clean(part, known))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [cleaned(key), clean(part, known)]),
    )
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** The name of a phase, which is a text or has one. */
function phaseOf(phase: unknown): string | undefined {
  const { name } = Object(phase) as { readonly name?: unknown }
  return typeof phase === 'string' ? phase : typeof name === 'string' ? name : undefined
}

/**
 * What runs, where it stands and what happened last, as the text of a JSON file. Built from what is
 * named here, so that what is new is not in it; of accounts it has the short form, of errors name
 * and code. No storage, no options, no parameters, no amounts, no addresses of services.
 */
export function diagnosticsOf(kernel: Kernel, now = new Date()): string {
  const { plugins, stack, events, endpoints } = kernel.inspect()
  const { navigator, location } = globalThis
  const { language, direction } = kernel.state(textSlice)
  const { open, embedded, toast, alert } = kernel.state(shellSlice)
  const { connections, active, chosen } = kernel.state(sessionSlice)
  const { timeZone: _, embedder: __, ...surroundings } = kernel.state(environmentSlice)
  const facts = {
    made: now.toISOString(),
    page: {
      domain: location?.hostname,
      secure: globalThis.isSecureContext,
      online: navigator?.onLine,
      browser: navigator?.userAgent,
      ...surroundings,
    },
    shown: {
      language,
      direction,
      mode: kernel.state(themeSlice).mode,
      currency: kernel.state(currencySlice).code,
      hides: kernel.state(preferencesSlice).hidesAmounts === true,
      open,
      embedded,
    },
    said: { toast: toast?.message.id, alert: alert?.title.id },
    plugins: plugins.map(({ id, status, error }) => {
      const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown }
      return { id, status, ...(error !== undefined && { error: { name, code } }) }
    }),
    phases: Object.fromEntries(
      plugins
        .filter(({ status }) => status === 'running')
        .flatMap(({ owns }) => owns)
        .flatMap(slice => {
          const phase = phaseOf((kernel.state(slice) as { readonly phase?: unknown }).phase)
          return phase === undefined ? [] : [[slice.id, phase]]
        }),
    ),
    chains: kernel.items(chainsSlot).map(({ id, networks }) => ({
      id,
      networks: networks.map(({ caipNetworkId }) => caipNetworkId),
    })),
    connections: Object.values(connections).map(
      ({ namespace, wallet, phase, network, accounts }) => ({
        namespace,
        wallet: displayText(wallet.name),
        phase: phase.name,
        network,
        accounts: accounts.map(({ address, type }) => ({ address: shortenAddress(address), type })),
        active: active[namespace] !== undefined,
      }),
    ),
    chosen,
    views: stack.map(({ id }) => id),
    events: events.map(({ id, at }) => ({ id, at: new Date(at).toISOString() })),
    endpoints,
  }
  // The reference of a chain may look like an account.
  const known = new Set(facts.chains.flatMap(({ networks }) => networks))
  return JSON.stringify(clean(facts, known), undefined, 2)
}
