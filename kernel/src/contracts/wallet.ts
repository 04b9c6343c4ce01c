/** Wallets as people know them: one row each, its connectors beneath it. A wallet's name and rdns are its own word (EIP-6963), hence the marks. */
import type { Connector } from './connector.js'
import { displayText } from './display-text.js'

export interface Wallet {
  /** Unique in the list; the same over reloads as long as the wallet says the same of itself. */
  readonly id: string
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  readonly rdns?: string
  readonly explorerId?: string
  /** Where it can be connected, in the order in which its connectors came. */
  readonly namespaces: readonly string[]
  /** All ways to it. The first one of a namespace is the one to try first. */
  readonly connectors: readonly Connector[]
  /** It calls itself like a wallet that was there before it: shown apart, and the row says so. */
  readonly lookAlike?: true
}

/** What a wallet is known by: its rdns, else its id in a directory, else its name without what eyes pass over. Names which of the three, so that no name passes for an rdns. */
export function walletIdentity(connector: Pick<Connector, 'id' | 'name' | 'explorerId' | 'info'>): string {
  return keysOf(connector)[0]
}

/**
 * One row per wallet, in the order in which they came.
 *
 * Connectors of equal rdns are ways to one wallet; where one of two has none, their directory ids are compared, and where one has none of that either, their names.
 * But two of one type in one namespace are two wallets, whatever they call themselves: the first keeps its row and provider, the other stands apart and is marked.
 * So does one with the name of another and an rdns of its own. Who repeats an earlier connector's id, or its uuid in the same namespace, is left out.
 */
export function groupWallets(connectors: readonly Connector[]): readonly Wallet[] {
  const rows: Row[] = []
  const known = new Map<string, Row>()

  for (const connector of withoutRepeats(connectors)) {
    const keys = keysOf(connector)
    const namesakes = keys.flatMap(key => known.get(key) ?? [])
    const own = namesakes.find(row => agrees(row, connector))
    const taken = own?.connectors.some(other => other.chain === connector.chain && other.type === connector.type)
    const row = own && !taken ? own : { connectors: [], lookAlike: namesakes.length > 0 }
    if (row !== own) rows.push(row)
    row.connectors.push(connector)
    // A look-alike takes no keys: nothing may join it by a name that is not its own.
    for (const key of row.lookAlike ? [] : keys) if (!known.has(key)) known.set(key, row)
  }
  return rows.map(walletOf)
}

function withoutRepeats(connectors: readonly Connector[]): readonly Connector[] {
  const seen = new Set<string>()
  return connectors.filter(({ id, chain, info }) => {
    const marks = [`id ${id}`, `uuid ${chain} ${info?.uuid ?? id}`]
    const repeated = marks.some(mark => seen.has(mark))
    if (!repeated) for (const mark of marks) seen.add(mark)
    return !repeated
  })
}

interface Row {
  readonly connectors: Connector[]
  readonly lookAlike: boolean
}

function walletOf({ connectors, lookAlike }: Row): Wallet {
  const [first] = connectors as [Connector]
  const rdns = rdnsOf(connectors)
  const explorerId = explorerIdOf(connectors)
  // By the word of the one that says most of itself: which of them comes first is chance.
  const { name } = connectors.find(connector => connector.info?.rdns) ?? first
  const { imageUrl } = connectors.find(connector => connector.imageUrl) ?? first
  const { imageId } = connectors.find(connector => connector.imageId) ?? first
  const identity = walletIdentity({ id: first.id, name: first.name, ...(explorerId && { explorerId }), ...(rdns && { info: { rdns } }) })
  return {
    id: lookAlike ? `${identity}#${first.id}` : identity,
    name,
    ...(imageUrl && { imageUrl }),
    ...(imageId && { imageId }),
    ...(rdns && { rdns }),
    ...(explorerId && { explorerId }),
    namespaces: [...new Set(connectors.map(connector => connector.chain))],
    connectors,
    ...(lookAlike && { lookAlike }),
  }
}

/** Whether a connector says nothing that the row's others contradict: by the strongest word that both have. */
function agrees({ connectors }: Row, connector: Connector): boolean {
  const [rdns, own] = [rdnsOf(connectors), rdnsOf([connector])]
  if (rdns && own) return rdns === own
  const [explorerId, ownId] = [explorerIdOf(connectors), connector.explorerId]
  return !explorerId || !ownId || explorerId === ownId
}

function keysOf({ id, name, explorerId, info }: Pick<Connector, 'id' | 'name' | 'explorerId' | 'info'>): [string, ...string[]] {
  const letters = displayText(name)
    ?.normalize('NFKC')
    .toLowerCase()
    // Most names are plain: the tables of Unicode take a millisecond to make, in the way of the first view.
    .replace(/[^a-z\d]/gu, sign => (sign > '~' && /[\p{L}\p{M}\p{N}]/u.test(sign) ? sign : ''))
  const keys: [string, ...string[]] = [`name:${letters || id}`]
  if (explorerId) keys.unshift(`directory:${explorerId}`)
  if (info?.rdns) keys.unshift(`rdns:${info.rdns.toLowerCase()}`)
  return keys
}
const rdnsOf = (connectors: readonly Connector[]): string | undefined => connectors.find(connector => connector.info?.rdns)?.info?.rdns?.toLowerCase()
const explorerIdOf = (connectors: readonly Connector[]): string | undefined => connectors.find(connector => connector.explorerId)?.explorerId
