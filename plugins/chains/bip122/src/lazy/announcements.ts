/** What Bitcoin wallets in the page say of themselves in `window.btc_providers` (WBIP004), read at the door. */
import { displayText, parseDataImage } from '@portico/kernel/contracts'

/** A wallet in the page. Its functions were taken when it was met: what a script puts in their place later is not called. */
export interface BitcoinProvider {
  readonly provider: object
  readonly request: (method: string, params: unknown) => unknown
  readonly addListener?: (...args: readonly unknown[]) => unknown
}
export interface AnnouncedProvider extends BitcoinProvider {
  /** Where the provider stands on `window`: names joined by dots. */
  readonly path: string
  /** Fit to be shown. */
  readonly name: string
  readonly icon?: string
  /** The methods that it says it has. Absent: it does not say. */
  readonly methods?: readonly string[]
}

// Leather registers here as well, but its methods take and give other shapes than the proposal says.
const otherShapes = /^LeatherProvider$/
const pathOf = /^[\w$]+(\.[\w$]+){0,7}$/

/** The entries of `btc_providers` that are wallets; an entry with missing fields, or whose provider is not there (yet), is left out. */
export function readAnnouncements(page: object, most: number): readonly AnnouncedProvider[] {
  try {
    const list = (page as { btc_providers?: unknown }).btc_providers
    return Array.isArray(list) ? list.slice(0, most).flatMap(entry => readEntry(page, entry) ?? []) : []
  } catch {
    // A getter that throws is a list that is not there.
    return []
  }
}

function readEntry(page: object, entry: unknown): AnnouncedProvider | undefined {
  try {
    const { id, name, icon, methods } = entry as Record<string, unknown>
    const shownName = displayText(name)
    if (typeof id !== 'string' || !pathOf.test(id) || otherShapes.test(id) || !shownName) return undefined
    const provider = id.split('.').reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], page)
    const { request, addListener } = provider as BitcoinProvider
    if (typeof request !== 'function') return undefined
    const image = parseDataImage(icon)
    return {
      path: id,
      name: shownName,
      provider: provider as object,
      request,
      ...(typeof addListener === 'function' && { addListener }),
      ...(image && { icon: image }),
      ...(Array.isArray(methods) && { methods: methods.filter(method => typeof method === 'string') }),
    }
  } catch {
    return undefined
  }
}
