/** Validates what a wallet approves (CAIP-25): nothing of it is used before this validation. */
import { type AccountId, isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import { parseImage } from '@portico/kernel/wallet'
import * as v from 'valibot'
import { WalletConnectError } from '../errors.js'
import type { RequestedNamespaces } from '../options.js'

/** The part of a session that belongs to one namespace. */
export interface Granted {
  readonly accounts: readonly AccountId[]
  readonly networks: readonly NetworkId[]
  readonly methods: readonly string[]
}
/**
 * A session as this plugin keeps it. Plain data, because it is stored, and other tabs read it from
 * storage.
 */
export interface PairedSession {
  /** The wallet's address at the relay. */
  readonly topic: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly namespaces: Readonly<Record<string, Granted>>
  readonly properties?: Readonly<Record<string, string>>
  readonly wallet: { readonly name: string; readonly imageUrl?: string }
}

const short = v.pipe(v.string(), v.maxLength(256))
const listOf = (most: number) =>
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(256))), v.maxLength(most))
const topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const namespaces = v.record(
  short,
  v.object({
    accounts: listOf(512),
    methods: v.optional(listOf(256), []),
    events: v.optional(listOf(256), []),
    chains: v.optional(listOf(256), []),
  }),
)
const settled = v.object({
  topic,
  expiry: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e12)),
  namespaces,
  sessionProperties: v.fallback(
    v.optional(v.record(short, v.pipe(v.string(), v.maxLength(8_192)))),
    undefined,
  ),
  peer: v.fallback(
    v.object({
      metadata: v.object({ name: v.string(), icons: v.optional(v.array(v.string()), []) }),
    }),
    { metadata: { name: '', icons: [] } },
  ),
})

/**
 * The address characters of an account id (CAIP-10), plus the underscore for third-party chains.
 */
const isAddress = /^[\w.%-]{1,128}$/

/**
 * Converts a session of the library into its valid form.
 * Accounts, networks and namespaces that were not `requested` are left out, and passed to `report`.
 *
 * Throws a WalletConnectError: `SESSION_MALFORMED` for a value that is no session,
 * `SESSION_ACCOUNT` for an invalid account or an account under another namespace, `SESSION_EMPTY`
 * when nothing is left.
 */
export function readSession(
  found: unknown,
  requested: RequestedNamespaces,
  report: (error: unknown) => void,
): PairedSession {
  const parsed = v.safeParse(settled, found)
  if (!parsed.success) throw new WalletConnectError('SESSION_MALFORMED')
  const { topic, expiry, sessionProperties, peer } = parsed.output
  const unrequested = new Set<string>()
  const otherNetworks = new Set<string>()
  const granted = new Map<string, Granted>()

  for (const [key, { accounts, chains, methods }] of Object.entries(parsed.output.namespaces)) {
    // The key is a namespace, or one network of it.
    const namespace = namespaceOf(key)
    const read = accounts.map(account => readAccount(account, key))
    const wanted = Object.hasOwn(requested, namespace) ? requested[namespace]?.chains : undefined
    if (!wanted) {
      unrequested.add(key)
      continue
    }
    for (const network of [...read.map(one => one.network), ...chains])
      if (!wanted.some(one => one === network)) otherNetworks.add(network)
    const before = granted.get(namespace)
    const ours = read.filter(one => wanted.includes(one.network))
    granted.set(namespace, {
      accounts: unique([...(before?.accounts ?? []), ...ours.map(one => one.id)]),
      networks: unique([
        ...(before?.networks ?? []),
        ...wanted.filter(
          one => chains.includes(one) || ours.some(({ network }) => network === one),
        ),
      ]),
      methods: unique([...(before?.methods ?? []), ...methods]),
    })
  }
  const used = [...granted].filter(([, { accounts }]) => accounts.length)
  if (unrequested.size)
    report(new WalletConnectError('SESSION_NAMESPACE', { names: namesOf(unrequested) }))
  if (otherNetworks.size)
    report(new WalletConnectError('SESSION_NETWORK', { names: namesOf(otherNetworks) }))
  if (!used.length) throw new WalletConnectError('SESSION_EMPTY')
  const imageUrl = peer.metadata.icons.map(parseImage).find(Boolean)
  return {
    topic,
    expiresAt: expiry * 1000,
    namespaces: Object.fromEntries(used),
    ...(sessionProperties && { properties: sessionProperties }),
    wallet: {
      name: displayText(peer.metadata.name) ?? 'WalletConnect',
      ...(imageUrl && { imageUrl }),
    },
  }
}

/**
 * Reads an account of a namespace or of one network (`key`). Throws a WalletConnectError
 * `SESSION_ACCOUNT` for anything else.
 */
function readAccount(
  text: string,
  key: string,
): { readonly id: AccountId; readonly network: NetworkId } {
  const [namespace = '', reference = '', address = '', ...rest] = text.split(':')
  const network = `${namespace}:${reference}`
  const belongs = key === namespace || key === network
  if (rest.length || !belongs || !isNetworkId(network) || !isAddress.test(address))
    throw new WalletConnectError('SESSION_ACCOUNT')
  return { id: text as AccountId, network }
}

/**
 * Reads a session that this plugin has stored; undefined for anything else. Storage is untrusted.
 */
export const keptSession = (found: unknown): PairedSession | undefined => {
  const parsed = v.safeParse(kept, found)
  return parsed.success ? (parsed.output as PairedSession) : undefined
}
const network = v.custom<NetworkId>(isNetworkId)
const kept = v.object({
  topic,
  expiresAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
  namespaces: v.record(
    short,
    v.object({
      accounts: v.pipe(
        listOf(512),
        v.check(list => list.every(one => /^[-a-z0-9]{3,8}:[-\w]{1,32}:[\w.%-]{1,128}$/.test(one))),
      ),
      networks: v.array(network),
      methods: listOf(256),
    }),
  ),
  properties: v.exactOptional(v.record(short, v.pipe(v.string(), v.maxLength(8_192)))),
  wallet: v.object({
    name: short,
    imageUrl: v.exactOptional(
      v.pipe(
        v.string(),
        v.check(one => parseImage(one) === one),
      ),
    ),
  }),
})

const unique = <Value>(list: readonly Value[]): readonly Value[] => [...new Set(list)]
const namesOf = (names: ReadonlySet<string>): string =>
  displayText([...names].slice(0, 4).join(', '), 120) ?? ''
