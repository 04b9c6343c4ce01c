/** The rows of the Bitcoin wallets in a page. Loaded when there is one to be listed. */
import { type ContextOf, type Dispose, defineEvent, type EventRef, once } from '@portico/kernel'
import { type Connector, connectors, deferred } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { type FoundWallet, readPlacedWallets, readStandardWallet, type WalletProtocol } from './announcements.js'

/** Wallets in the page were found. One event for all that came at once, hence one change of the list. */
const bitcoinWalletsFound: EventRef<readonly FoundWallet[]> = /* @__PURE__ */ defineEvent('bitcoinWalletsFound')

// Nobody has that many; a script that floods the page fills no more than this.
const mostWallets = 64
// The more a protocol says (purposes, keys, network, changes), the better. The order in which one wallet's ways are tried when it shows several at once.
const rank: Readonly<Record<WalletProtocol, number>> = { 'sats-connect': 0, leather: 1, 'wallet-standard': 2, okx: 3, unisat: 3, phantom: 3 }

export interface WalletList {
  /** Lists what stands on the window and what registered itself since. */
  look(registered: readonly unknown[]): void
  /** Takes a wallet that registered itself from the list. */
  withdraw(wallet: unknown): void
}

/**
 * Lists every wallet once, whatever ways it is there in: of those that are met in one look the best protocol is taken, and who was met first keeps the row and
 * the provider. A second wallet of one name by one protocol is no other way to the first: it gets an id of its own (threat S5).
 */
export function createWalletList(context: ContextOf<Record<never, never>>, setup: Bip122Setup, page: object): WalletList {
  const { contribute, report } = context
  const open = (wallet: FoundWallet): Pick<Connector, 'connect' | 'restore'> =>
    deferred(
      once(async () => (await import('./page-connector.js')).createPageConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const met = new Set<object>()
  const places = new Set<string>()
  const rows = new Map<string, WalletProtocol>()
  const withdrawals = new Map<unknown, Dispose>()

  const list = (id: string, wallet: FoundWallet) => {
    const { name, icon, provider } = wallet
    try {
      // Its other chains come with the same approval.
      const along = wallet.protocol === 'wallet-standard' && { approval: provider }
      const row = { id: `${namespace}:${id}`, name, type: 'ANNOUNCED', chain: namespace, provider, ...(icon && { imageUrl: icon }), ...along } as const
      withdrawals.set(provider, contribute(connectors, { ...row, ...open(wallet) }))
    } catch (error) {
      report(error)
    }
  }
  /** Those that nobody met yet, the best way to each. */
  const unmet = (wallets: readonly FoundWallet[]): readonly FoundWallet[] => {
    const fresh = wallets.filter(({ provider, path, siblings }) => {
      if (met.size >= mostWallets || met.has(provider) || (path && places.has(path))) return false
      for (const object of [provider, ...siblings.map(one => one.provider)]) met.add(object)
      if (path) places.add(path)
      return true
    })
    return fresh.sort((one, other) => rank[one.protocol] - rank[other.protocol])
  }
  context.on(bitcoinWalletsFound, wallets => {
    for (const wallet of wallets) {
      const identity = identityOf(wallet)
      const known = rows.get(identity)
      // Another way to a wallet that has its row.
      if (known && known !== wallet.protocol) continue
      let id = identity
      for (let count = 2; rows.has(id); count++) id = `${identity}#${count}`
      rows.set(id, wallet.protocol)
      list(id, wallet)
    }
  })

  return {
    look(registered) {
      const wallets = unmet([...readPlacedWallets(page, mostWallets), ...registered.flatMap(wallet => readStandardWallet(wallet) ?? [])])
      if (wallets.length) context.emit(bitcoinWalletsFound, wallets)
    },
    withdraw: wallet => withdrawals.get(wallet)?.(),
  }
}

/** What a wallet is known by: its name without what eyes pass over, and without the word that half of them add. */
function identityOf({ name, path }: FoundWallet): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters.replace(/(?<=.)wallet$/, '') || path || 'wallet'
}
