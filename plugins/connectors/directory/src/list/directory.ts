/**
 * The directory: the shipped wallets, the host's, and those of a remote one. Loaded when it is
 * shown.
 */
import { once } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice, trackedEvent } from '@portico/kernel/shell'
import { type DirectoryWallet, walletIdentity, walletRoutesSlot } from '@portico/kernel/wallet'
import { DirectoryError } from '../errors.js'
import type { DirectoryOptions } from '../options.js'
import {
  type DirectoryContext,
  getWalletView,
  type WalletDirectory,
  walletPagesEndpoint,
} from '../refs.js'
import { mergeWallets, selectWallets, withoutNamesakes } from '../selection.js'
import { readFirstWallets, readShippedWallet, type ShippedWallet } from './shipped-wallets.js'
import { readWallet } from './validation.js'
import { wallets } from './wallets.js'

/** The list for one set of options. */
interface Prepared {
  /**
   * All known wallets, also those that the host does not show. Third-party wallets with their names
   * are rejected.
   */
  readonly known: readonly DirectoryWallet[]
  /** The wallets that the host's options select. */
  readonly selected: readonly DirectoryWallet[]
  readonly blocked: ReadonlySet<string>
  /** Why wallets are left out, or hardly ever shown. */
  readonly refused: readonly unknown[]
}
const lists = /* @__PURE__ */ new WeakMap<DirectoryOptions, () => Promise<Prepared>>()

/** Builds the list once, as soon as the person approaches the view that shows it. */
export function prepare(options: DirectoryOptions): Promise<Prepared> {
  const list = lists.get(options) ?? once(() => make(options))
  lists.set(options, list)
  return list()
}
async function make(options: DirectoryOptions): Promise<Prepared> {
  const { blockedHosts = [], custom = [] } = options
  // A host that blocks phishing hosts wants no list without them: a failure is shown, and the next
  // call retries.
  const hosts = typeof blockedHosts === 'function' ? await blockedHosts() : blockedHosts
  const blocked = new Set(hosts.map(host => host.toLowerCase()))
  const refused: unknown[] = []
  const refuse = (error: unknown) => void refused.push(error)
  // Shipped wallets were validated in a test, but not against this list of blocked hosts.
  const shipped = blocked.size ? await letIn(readShipped(), blocked, refuse) : readShipped()
  const own = await letIn(custom, blocked, refuse)
  for (const { name, homepage, web, browse, mobile, desktop, stores } of own)
    if (!(homepage || web || browse || mobile || desktop || stores))
      refuse(
        new DirectoryError(
          'ENTRY_WITHOUT_LINK',
          `The wallet “${name}” has no link that can be opened: it is listed only where it is in the page.`,
        ),
      )
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
      const only = context.state(shellSlice).namespace ?? context.state(sessionSlice).filter
      const offered = context.items(chainsSlot).filter(({ id }) => !only || id === only)
      if (!wallet || !offered.some(({ id }) => wallet.namespaces.includes(id))) return undefined
      const { name, imageUrl, imageId } = wallet
      const open = () =>
        context.views.push(
          walletRoutesSlot.combine(
            context.items(walletRoutesSlot),
            context.report,
            wallet,
            context,
          ) ?? getWalletView,
          { wallet },
        )
      return { name, ...(imageUrl && { imageUrl }), ...(imageId && { imageId }), open }
    },
    async page(ask, signal) {
      if (!options.remote) return undefined
      const { value } = await context.call(walletPagesEndpoint, ask, signal)
      const { blocked, known } = await list()
      const unlisted = withoutNamesakes(await letIn(value.wallets, blocked, context.report), known)
      return { ...value, wallets: selectWallets(unlisted, options) }
    },
    async searched() {
      context.emit(trackedEvent, { name: 'SEARCH_WALLET' })
    },
  }
}

const identityOf = ({ id, name, explorerId, rdns }: DirectoryWallet) =>
  walletIdentity({ id, name, ...(explorerId && { explorerId }), ...(rdns && { info: { rdns } }) })

export const readShipped = (): readonly DirectoryWallet[] => [
  ...readFirstWallets(),
  ...(JSON.parse(wallets) as { wallets: ShippedWallet[] }).wallets.map(readShippedWallet),
]

/** Milliseconds of work before yielding to the page. */
const sliceMs = 8
/**
 * Returns the valid wallets and reports the others. Yields to the page, because there may be
 * thousands.
 */
async function letIn(
  found: readonly unknown[],
  blocked: ReadonlySet<string>,
  report: (error: unknown) => void,
): Promise<readonly DirectoryWallet[]> {
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
