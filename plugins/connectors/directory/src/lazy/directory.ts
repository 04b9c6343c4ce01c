/** The directory itself: what ships, what the host adds, and what a remote one has besides. Arrives when somebody wants to see it. */
import { once } from '@portico/kernel'
import { chains, type DirectoryWallet, session, shellSlice, tracked, walletIdentity, walletRoutes } from '@portico/kernel/contracts'
import { DirectoryError } from '../errors.js'
import type { DirectoryOptions } from '../options.js'
import { type DirectoryContext, getWalletView, type WalletDirectory, walletPages } from '../refs.js'
import { mergeWallets, selectWallets, withoutNamesakes } from '../selection.js'
import { appStores, storePage } from '../stores.js'
import { readWallet } from './door.js'
import { icons } from './icons.js'
import { wallets } from './wallets.js'

/** The list that these options make. */
interface Prepared {
  /** Everything that is known, also what the host does not want shown: by their names, strangers are told. */
  readonly known: readonly DirectoryWallet[]
  /** As the host wants it shown. */
  readonly selected: readonly DirectoryWallet[]
  readonly blocked: ReadonlySet<string>
  /** Why others are not in it, or are hardly ever seen. */
  readonly refused: readonly unknown[]
}
const lists = /* @__PURE__ */ new WeakMap<DirectoryOptions, () => Promise<Prepared>>()

/** Makes the list, once: as soon as somebody comes near to where it is shown. */
export function prepare(options: DirectoryOptions): Promise<Prepared> {
  const list = lists.get(options) ?? once(() => make(options))
  lists.set(options, list)
  return list()
}
async function make(options: DirectoryOptions): Promise<Prepared> {
  const { blockedHosts = [], custom = [] } = options
  // Without its list of phishing hosts, a host wants no list at all: a failure is shown, and asked again.
  const hosts = typeof blockedHosts === 'function' ? await blockedHosts() : blockedHosts
  const blocked = new Set(hosts.map(host => host.toLowerCase()))
  const refused: unknown[] = []
  const refuse = (error: unknown) => void refused.push(error)
  // What ships needs no door but that of a list that was not known when it was made.
  const shipped = blocked.size ? await letIn(readShipped(), blocked, refuse) : readShipped()
  const own = await letIn(custom, blocked, refuse)
  for (const { name, homepage, web, browse, mobile, desktop, stores } of own)
    if (!(homepage || web || browse || mobile || desktop || stores))
      refuse(new DirectoryError('ENTRY_WITHOUT_LINK', `The wallet “${name}” has no link that can be opened: it is listed only where it is in the page.`))
  const known = mergeWallets(shipped, own)
  return { known, selected: selectWallets(known, options), blocked, refused }
}

export function create(context: DirectoryContext, options: DirectoryOptions): WalletDirectory {
  const list = once(async () => {
    const prepared = await prepare(options)
    prepared.refused.forEach(context.report)
    return prepared
  })
  const selected = async () => (await list()).selected

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
      const { blocked, known } = await list()
      const strangers = withoutNamesakes(await letIn(value.wallets, blocked, context.report), known)
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

/** Milliseconds of work, after which the page has its turn. */
const sliceMs = 8
/** Those that come through the door; the others are reported. Thousands are read in slices. */
async function letIn(found: readonly unknown[], blocked: ReadonlySet<string>, report: (error: unknown) => void): Promise<readonly DirectoryWallet[]> {
  const wallets: DirectoryWallet[] = []
  let begun = performance.now()
  for (const one of found) {
    if (performance.now() - begun > sliceMs) {
      await new Promise(resolve => setTimeout(resolve))
      begun = performance.now()
    }
    try {
      wallets.push(readWallet(one, blocked))
    } catch (error) {
      report(error)
    }
  }
  return wallets
}
