/** What plugins offer for a scope. A scope is a path: `eip155:10` is asked first, then `eip155`. */
import { KernelError } from './error.js'
import type { AnyCapability, Dispose, Rank } from './refs.js'
import { byRank } from './slots.js'
import type { Report } from './store.js'

export interface Offer {
  readonly id: string
  readonly value: unknown
  readonly rank?: Rank | undefined
  readonly plugin: string
}
/** Capability id → scope → offers. The lists are replaced, never changed. */
type Shelf = Map<string, ReadonlyMap<string, readonly Offer[]>>

export type Capabilities = ReturnType<typeof createCapabilities>
export function createCapabilities(report: Report, shelf: Shelf = new Map()) {
  const found = new Map<string, Map<string, readonly Offer[]>>()
  const warned = new Set<string>()

  const put = (id: string, scope: string, offers: readonly Offer[]) => {
    const scopes = new Map(shelf.get(id)).set(scope, offers)
    if (!offers.length) scopes.delete(scope)
    shelf.set(id, scopes)
    if (!scopes.size) shelf.delete(id)
    found.delete(id)
  }
  const warn = (id: string) => {
    const [name] = id.split('@')
    const other = [...shelf.keys()].find(key => key.split('@')[0] === name)
    if (!other || warned.has(id)) return
    warned.add(id)
    report(new KernelError('CAPABILITY_VERSION', `"${id}" was asked for, but only "${other}" is offered.`), 'kernel')
  }
  /** Nearest scope first, then rank; an id of a nearer scope hides the same id farther away. */
  const all = (ref: AnyCapability, scope: string): readonly Offer[] => {
    const scopes = shelf.get(ref.id)
    if (!scopes) warn(ref.id)
    if (!scopes) return none
    const answers = found.get(ref.id) ?? new Map<string, readonly Offer[]>()
    found.set(ref.id, answers)
    let answer = answers.get(scope)
    if (!answer) {
      const byId = new Map<string, Offer>()
      for (let path = scope; path; path = path.slice(0, Math.max(path.lastIndexOf(':'), 0)))
        for (const offer of scopes.get(path) ?? []) if (!byId.has(offer.id)) byId.set(offer.id, offer)
      answers.set(scope, (answer = [...byId.values()]))
    }
    return answer
  }

  return {
    all,
    offer({ id, many }: AnyCapability, scope: string, offer: Offer): Dispose {
      const present = shelf.get(id)?.get(scope) ?? none
      const other = many ? present.find(one => one.id === offer.id) : present[0]
      if (other) throw new KernelError('TWO_OFFERS', `"${offer.plugin}" and "${other.plugin}" both offer "${id}" for "${scope}".`, offer.plugin)
      put(id, scope, [...present, offer].sort(byRank))
      return () =>
        put(
          id,
          scope,
          (shelf.get(id)?.get(scope) ?? none).filter(one => one !== offer),
        )
    },
    report: (plugin: string) =>
      [...shelf].flatMap(([capability, scopes]) =>
        [...scopes].flatMap(([scope, offers]) => offers.filter(one => one.plugin === plugin).map(({ id }) => ({ capability, scope, id }))),
      ),
    copy: () => createCapabilities(report, new Map(shelf)),
  }
}
const none: readonly Offer[] = []
