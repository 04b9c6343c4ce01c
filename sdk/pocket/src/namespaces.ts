import { buildApprovedNamespaces } from '@walletconnect/utils'
import { PocketRefusal } from './errors.js'
import { type ChainId, type Keyring, namespaceOf } from './keyrings/keyring.js'

/** The permissions of a session, or of a page's proposal, in one namespace. */
export interface Namespace {
  readonly chains?: string[]
  /** CAIP-10. */
  readonly accounts: string[]
  readonly methods: string[]
  readonly events: string[]
}
export type Namespaces = Record<string, Namespace>

/** A page's proposal, in the library's type. */
export type Proposal = Parameters<typeof buildApprovedNamespaces>[0]['proposal']

/** The permissions that the wallet grants at present. */
export interface Offer {
  readonly chains: readonly ChainId[]
  readonly keyrings: ReadonlyMap<string, Keyring>
  /** The accounts that it shows on a chain, the active one first. CAIP-10. */
  readonly accounts: (chain: ChainId) => readonly string[]
}

/**
 * The part of a proposal that the wallet grants.
 *
 * @throws PocketRefusal 5100 when it grants nothing
 */
export function approved(proposal: Proposal, { chains, keyrings, accounts }: Offer): Namespaces {
  const offered = [...new Set(chains.map(namespaceOf))].flatMap(name => {
    const keyring = keyrings.get(name)
    const own = chains.filter(chain => namespaceOf(chain) === name)
    const granted = keyring && {
      chains: own,
      accounts: own.flatMap(accounts),
      methods: [...keyring.methods],
      events: [...keyring.events],
    }
    return granted ? [[name, granted] as const] : []
  })
  const granted = Object.entries(
    buildApprovedNamespaces({ proposal, supportedNamespaces: Object.fromEntries(offered) }),
  )
  const useful = granted.filter(([, { accounts: some }]) => some.length > 0)
  if (useful.length === 0) throw new PocketRefusal(5100, 'Unsupported chains.')
  return Object.fromEntries(useful)
}

/**
 * What a session grants with the accounts that the wallet shows now, and with `added` among its
 * chains.
 */
export function regranted(
  namespaces: Namespaces,
  name: string,
  accounts: Offer['accounts'],
  added?: ChainId,
): Namespaces {
  const before = namespaces[name]
  if (!before) return namespaces
  const chains = chainsOf(before)
  const now = added && !chains.includes(added) ? [...chains, added] : chains
  return { ...namespaces, [name]: { ...before, chains: [...now], accounts: now.flatMap(accounts) } }
}

export const chainsOf = ({ chains, accounts }: Namespace): readonly ChainId[] =>
  (chains ?? [
    ...new Set(accounts.map(account => account.split(':').slice(0, 2).join(':'))),
  ]) as readonly ChainId[]

/** The chains that a page requested, as CAIP-2 ids for a person to read. */
export function requestedChains({
  requiredNamespaces,
  optionalNamespaces,
}: Proposal): readonly string[] {
  const entries = [
    ...Object.entries(requiredNamespaces),
    ...Object.entries(optionalNamespaces ?? {}),
  ]
  return [
    ...new Set(
      entries.flatMap(([name, { chains }]) => (name.includes(':') ? [name] : (chains ?? []))),
    ),
  ]
}
