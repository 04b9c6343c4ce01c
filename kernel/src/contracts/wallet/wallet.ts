/**
 * Wallets as people know them: one row each, its connectors beneath it. A wallet's name and rdns
 * are its own word (EIP-6963), hence the marks.
 */
import type { Connector } from '../connector-kit/connector.js'
import { displayText, mixesAlphabets } from '../text/display-text.js'
import { knownWalletNames } from './known-wallets.js'

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
  /** All connectors of the wallet. The first one of a namespace is the one to try first. */
  readonly connectors: readonly Connector[]
  /**
   * Its name is taken or reserved, or mixes alphabets that look alike. Shown apart, below the
   * others, with a warning.
   */
  readonly lookAlike?: true
  /**
   * Another row has this name, and nothing else tells whether both are one wallet: each row says
   * what it is.
   */
  readonly sharesName?: true
}

/**
 * What a wallet is known by: its rdns, else its id in a directory, else its name without what eyes
 * pass over. Names which of the three, so that no name passes for an rdns.
 */
export function walletIdentity(
  connector: Pick<Connector, 'id' | 'name' | 'explorerId' | 'info'>,
): string {
  return keysOf(connector)[0]
}

/**
 * Groups connectors into one row per wallet, in the order in which they came.
 *
 * Connectors of equal rdns belong to one wallet; where one of two has none, their directory ids
 * are compared. Any extension can announce any name, so equal names join only connectors without
 * another identity, or one with an rdns that belongs to that name (`knownWalletNames`). Two
 * connectors of one type in one namespace are two wallets: the first keeps its row and provider,
 * the other stands apart and is marked.
 * The names of our own connectors are reserved (threat S5): an announced wallet with one of them is
 * marked, also when it came first. So is a name that mixes alphabets. A connector that repeats an
 * earlier id, or a uuid in the same namespace, is left out.
 */
export function groupWallets(connectors: readonly Connector[]): readonly Wallet[] {
  const listed = withoutRepeats(connectors)
  const places = new Map(listed.map((connector, place) => [connector, place]))
  const placeOf = (connector: Connector) => places.get(connector) ?? 0
  const rows: Row[] = []
  const known = new Map<string, Row[]>()

  for (const connector of [...listed.filter(isOurs), ...listed.filter(one => !isOurs(one))]) {
    const keys = keysOf(connector)
    const isMixed = !isOurs(connector) && mixesAlphabets(connector.name)
    const namesakes = keys.flatMap(key => known.get(key) ?? [])
    const own = isMixed ? undefined : namesakes.find(row => isOneWallet(row, connector))
    if (own && !hasPlaceOf(own, connector)) {
      own.connectors.push(connector)
      for (const key of keys) addKey(known, key, own)
      continue
    }
    const row = {
      connectors: [connector],
      lookAlike: isMixed || namesakes.some(other => own === other || contradicts(other, connector)),
    }
    rows.push(row)
    // A look-alike takes no keys: nothing may join it by a name that is not its own.
    if (!row.lookAlike) for (const key of keys) addKey(known, key, row)
  }
  for (const { connectors } of rows) connectors.sort((a, b) => placeOf(a) - placeOf(b))
  const sharesName = (row: Row) =>
    !row.lookAlike &&
    row.connectors.some(connector =>
      keysOf(connector).some(key => (known.get(key)?.length ?? 0) > 1),
    )
  return rows
    .sort(({ connectors: [a] }, { connectors: [b] }) => (a && b ? placeOf(a) - placeOf(b) : 0))
    .map(row => walletOf(row, sharesName(row)))
}

/** Types that only a plugin of ours can give to a connector. */
const isOurs = ({ type }: Connector) => type === 'EXTERNAL' || type === 'AUTH'
const hasPlaceOf = ({ connectors }: Row, { namespace, type }: Connector) =>
  connectors.some(other => other.namespace === namespace && other.type === type)

function addKey(known: Map<string, Row[]>, key: string, row: Row): void {
  const rows = known.get(key) ?? []
  if (!rows.includes(row)) known.set(key, [...rows, row])
}

function withoutRepeats(connectors: readonly Connector[]): readonly Connector[] {
  const seen = new Set<string>()
  return connectors.filter(({ id, namespace, info }) => {
    const marks = [`id ${id}`, `uuid ${namespace} ${info?.uuid ?? id}`]
    const repeated = marks.some(mark => seen.has(mark))
    if (!repeated) for (const mark of marks) seen.add(mark)
    return !repeated
  })
}

interface Row {
  readonly connectors: Connector[]
  readonly lookAlike: boolean
}

function walletOf({ connectors, lookAlike }: Row, sharesName: boolean): Wallet {
  const [first] = connectors as [Connector]
  const rdns = rdnsOf(connectors)
  const explorerId = explorerIdOf(connectors)
  // By the word of the one that says most of itself: which of them comes first is chance.
  const { name } = connectors.find(connector => connector.info?.rdns) ?? first
  const { imageUrl } = connectors.find(connector => connector.imageUrl) ?? first
  const { imageId } = connectors.find(connector => connector.imageId) ?? first
  const identity = walletIdentity({
    id: first.id,
    name: first.name,
    ...(explorerId && { explorerId }),
    ...(rdns && { info: { rdns } }),
  })
  return {
    id: lookAlike ? `${identity}#${first.id}` : identity,
    name,
    ...(imageUrl && { imageUrl }),
    ...(imageId && { imageId }),
    ...(rdns && { rdns }),
    ...(explorerId && { explorerId }),
    namespaces: [...new Set(connectors.map(connector => connector.namespace))],
    connectors,
    ...(lookAlike && { lookAlike }),
    ...(sharesName && { sharesName }),
  }
}

/**
 * Compares the strongest identity that the row and the connector both have; undefined when the name
 * is all that they share.
 */
function haveOneIdentity({ connectors }: Row, connector: Connector): boolean | undefined {
  const [rdns, own] = [rdnsOf(connectors), rdnsOf([connector])]
  if (rdns && own) return rdns === own
  const [explorerId, ownId] = [explorerIdOf(connectors), connector.explorerId]
  return explorerId && ownId ? explorerId === ownId : undefined
}
function isOneWallet(row: Row, connector: Connector): boolean {
  const all = [...row.connectors, connector]
  const rdns = rdnsOf(all)
  const isJoinedByName = all.every(
    ({ name, explorerId, info }) => !explorerId && (!rdns || info?.rdns || isNameOf(rdns, name)),
  )
  return (
    haveOneIdentity(row, connector) ??
    (isJoinedByName && row.connectors.some(isOurs) === isOurs(connector))
  )
}
const isNameOf = (rdns: string, name: string): boolean =>
  Object.hasOwn(knownWalletNames, rdns) &&
  lettersOf(knownWalletNames[rdns] ?? '') === lettersOf(name)
/** Whether both cannot be one wallet. */
const contradicts = (row: Row, connector: Connector): boolean =>
  haveOneIdentity(row, connector) === false ||
  hasPlaceOf(row, connector) ||
  row.connectors.some(isOurs) !== isOurs(connector)

/** A name without what eyes pass over. */
const lettersOf = (name: string): string | undefined =>
  displayText(name)
    ?.normalize('NFKC')
    .toLowerCase()
    // Most names are plain: the tables of Unicode take a millisecond to make, in the way of the
    // first view.
    .replace(/[^a-z\d]/gu, sign => (sign > '~' && /[\p{L}\p{M}\p{N}]/u.test(sign) ? sign : ''))

function keysOf({
  id,
  name,
  explorerId,
  info,
}: Pick<Connector, 'id' | 'name' | 'explorerId' | 'info'>): [string, ...string[]] {
  const keys: [string, ...string[]] = [`name:${lettersOf(name) || id}`]
  if (explorerId) keys.unshift(`directory:${explorerId}`)
  if (info?.rdns) keys.unshift(`rdns:${info.rdns.toLowerCase()}`)
  return keys
}
const rdnsOf = (connectors: readonly Connector[]): string | undefined =>
  connectors.find(connector => connector.info?.rdns)?.info?.rdns?.toLowerCase()
const explorerIdOf = (connectors: readonly Connector[]): string | undefined =>
  connectors.find(connector => connector.explorerId)?.explorerId
