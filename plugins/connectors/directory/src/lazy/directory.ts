/** The directory itself: what ships, what the host adds, and what a remote one has besides. Arrives when somebody wants to see it. */
import { once } from '@portico/kernel'
import { chains, type DirectoryWallet, session, shellSlice, tracked, walletIdentity, walletRoutes } from '@portico/kernel/contracts'
import type { DirectoryOptions } from '../options.js'
import { type DirectoryContext, getWalletView, type WalletDirectory, walletPages } from '../refs.js'
import { mergeWallets, selectWallets, withoutNamesakes } from '../selection.js'
import { appStores, storePage } from '../stores.js'
import { readWallet } from './door.js'
import { icons } from './icons.js'
import { wallets } from './wallets.js'

export function create(context: DirectoryContext, options: DirectoryOptions): WalletDirectory {
  const blocked = once(async () => {
    const { blockedHosts = [] } = options
    // Without its list of phishing hosts, a host wants no list at all: a failure is shown, and asked again.
    const hosts = typeof blockedHosts === 'function' ? await blockedHosts() : blockedHosts
    return new Set(hosts.map(host => host.toLowerCase()))
  })
  /** Everything that is known here, also what the host does not want shown: by their names, strangers are told. */
  const known = once(async () => {
    const hosts = await blocked()
    // What ships needs no door but that of a list that was not known when it was made.
    const shipped = hosts.size ? letIn(readShipped(), hosts, context.report) : readShipped()
    return mergeWallets(shipped, letIn(options.custom ?? [], hosts, context.report))
  })
  const selected = once(async () => selectWallets(await known(), options))

  return {
    wallets: selected,
    async find(identity) {
      const wallet = (await selected()).find(one => identityOf(one) === identity)
      const only = context.state(shellSlice).namespace ?? context.state(session).filter
      const offered = context.items(chains).filter(({ id }) => !only || id === only)
      if (!wallet || !offered.some(({ id }) => wallet.namespaces.includes(id))) return undefined
      const { name, imageUrl } = wallet
      const open = () => context.views.push(context.items(walletRoutes).find(route => route.leads(wallet, context))?.view ?? getWalletView, { wallet })
      return { name, ...(imageUrl && { imageUrl }), open }
    },
    async page(ask, signal) {
      if (!options.remote) return undefined
      const { value } = await context.call(walletPages, ask, signal)
      const strangers = withoutNamesakes(letIn(value.wallets, await blocked(), context.report), await known())
      return { ...value, wallets: selectWallets(strangers, options) }
    },
    async searched() {
      context.emit(tracked, { name: 'SEARCH_WALLET' })
    },
  }
}

const identityOf = ({ id, name, explorerId, rdns }: DirectoryWallet) =>
  walletIdentity({ id, name, ...(explorerId && { explorerId }), ...(rdns && { info: { rdns } }) })

/** What ships went through the same door in a test. */
export function readShipped(): readonly DirectoryWallet[] {
  const shipped = JSON.parse(wallets) as { wallets: readonly (DirectoryWallet & { readonly stores?: Readonly<Record<string, string>> })[] }
  const pictures = JSON.parse(icons) as Readonly<Record<string, string>>
  return shipped.wallets.map(({ stores, ...wallet }) => {
    const picture = pictures[wallet.id]
    const pages = appStores.flatMap(store => {
      const page = stores?.[store] && storePage(store, stores[store])
      return page ? [[store, page] as const] : []
    })
    return {
      ...wallet,
      ...(picture && { imageUrl: `data:image/svg+xml,${encodeURIComponent(picture)}` }),
      ...(pages.length > 0 && { stores: Object.fromEntries(pages) }),
    }
  })
}

/** Those that come through the door; the others are reported. */
function letIn(found: readonly unknown[], blocked: ReadonlySet<string>, report: (error: unknown) => void): readonly DirectoryWallet[] {
  return found.flatMap(one => {
    try {
      return [readWallet(one, blocked)]
    } catch (error) {
      report(error)
      return []
    }
  })
}
