/** The rows of the Bitcoin wallets in a page. Loaded when the first one is found. */
import { defineEvent, type EventRef, once } from '@portico/kernel'
import { type ChainContext, lazyMethods } from '@portico/kernel/chain'
import {
  type Connector,
  connectorsSlot,
  type FoundStandardWallet,
} from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import {
  type FoundWallet,
  foundByStandard,
  readPlacedWallets,
  type WalletProtocol,
} from './announcements.js'

/** Injected wallets were found. One event for a burst, so the list changes once. */
const bitcoinWalletsFoundEvent: EventRef<readonly FoundWallet[]> =
  /* @__PURE__ */ defineEvent('bitcoinWalletsFound')

// More than any person has installed. The cap stops a script that floods the page.
const mostWallets = 64
// Ranks protocols by how much they report (purposes, keys, network, changes). Decides which one is
// used for a wallet that offers several.
const rank: Readonly<Record<WalletProtocol, number>> = {
  'sats-connect': 0,
  leather: 1,
  'wallet-standard': 2,
  okx: 3,
  unisat: 3,
  phantom: 3,
}

export interface WalletList {
  /** Lists the wallets on `window`, and those registered since. */
  look(registered: readonly FoundStandardWallet[]): void
}

/**
 * Lists each wallet once, however many protocols it offers. The best protocol among those found in
 * one poll is used, and the first one found keeps the row and the provider. A second wallet of the
 * same name and protocol gets a separate id (threat S5).
 */
export function createWalletList(
  context: ChainContext,
  setup: Bip122Setup,
  page: object,
): WalletList {
  const { contribute, report } = context
  const open = (wallet: FoundWallet): Pick<Connector, 'connect' | 'restore'> =>
    lazyMethods(
      once(async () => (await import('./page-connector.js')).createPageConnector(wallet, setup)),
      'connect',
      'restore',
    )
  const listed = new Set<object>()
  const places = new Set<string>()
  const rows = new Map<string, WalletProtocol>()

  const list = (id: string, wallet: FoundWallet) => {
    const { name, icon, provider } = wallet
    try {
      // The wallet's other chains come with the same approval.
      const along = wallet.protocol === 'wallet-standard' && { approval: provider }
      const row = {
        id: `${namespace}:${id}`,
        name,
        type: 'ANNOUNCED',
        namespace,
        provider,
        ...(icon && { imageUrl: icon }),
        ...along,
      } as const
      const withdraw = contribute(connectorsSlot, { ...row, ...open(wallet) })
      wallet.removed?.addEventListener('abort', () => {
        rows.delete(id)
        listed.delete(provider)
        withdraw()
      })
    } catch (error) {
      report(error)
    }
  }
  /** Filters the wallets that are not listed yet, with the best protocol of each. */
  const unmet = (wallets: readonly FoundWallet[]): readonly FoundWallet[] => {
    const fresh = wallets.filter(({ provider, path, siblings }) => {
      if (listed.size >= mostWallets || listed.has(provider) || (path && places.has(path)))
        return false
      for (const object of [provider, ...siblings.map(one => one.provider)]) listed.add(object)
      if (path) places.add(path)
      return true
    })
    return fresh.sort((one, other) => rank[one.protocol] - rank[other.protocol])
  }
  context.on(bitcoinWalletsFoundEvent, wallets => {
    for (const wallet of wallets) {
      const identity = identityOf(wallet)
      const known = rows.get(identity)
      // Another protocol of a listed wallet.
      if (known && known !== wallet.protocol) continue
      let id = identity
      for (let count = 2; rows.has(id); count++) id = `${identity}#${count}`
      rows.set(id, wallet.protocol)
      list(id, wallet)
    }
  })

  return {
    look(registered) {
      const wallets = unmet([
        ...readPlacedWallets(page, mostWallets),
        ...registered.map(foundByStandard),
      ])
      if (wallets.length) context.emit(bitcoinWalletsFoundEvent, wallets)
    },
  }
}

/**
 * Identifies a wallet by its name without invisible characters, and without the suffix that half of
 * them add.
 */
function identityOf({ name, path }: FoundWallet): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters.replace(/(?<=.)wallet$/, '') || path || 'wallet'
}
