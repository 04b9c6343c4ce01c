/** What can be read of the NFTs; shared by their controller, their views and hosts. */
import type { Read } from '@portico/kernel'
import { type Account, activeAccount, activeNetwork, type NetworkId, type Nft } from '@portico/kernel/contracts'
import type { NftsState } from './gallery.js'
import { nftsSlice } from './refs.js'
import { isSpam } from './rules.js'

/** Whose, and where; undefined while nobody is connected. */
export function subjectOf(read: Read): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: `${network}:${account.address}`, account, network }
}

export interface KnownNfts extends Pick<NftsState, 'phase' | 'next' | 'loading' | 'showsHidden' | 'isElsewhere'> {
  /** What looks like spam is not among them. */
  readonly shown: readonly Nft[]
  readonly hidden: readonly Nft[]
}
const nothing: readonly Nft[] = []
// By what it was made of: the same lists as long as nothing changed.
const sifted = /* @__PURE__ */ new WeakMap<readonly Nft[], Pick<KnownNfts, 'shown' | 'hidden'>>()

/** What is known of the NFTs of the active account on the active network. */
export function nftsOf(read: Read): KnownNfts {
  const subject = subjectOf(read)
  const { items, ...state } = read.state(nftsSlice)
  const without = { shown: nothing, hidden: nothing, showsHidden: false, isElsewhere: false }
  if (!subject) return { ...without, phase: 'none', loading: false }
  if (state.subject !== subject.key) return { ...without, phase: 'asking', loading: true }
  const lists = sifted.get(items) ?? { shown: items.filter(one => !isSpam(one)), hidden: items.filter(isSpam) }
  sifted.set(items, lists)
  const { phase, next, loading, showsHidden, isElsewhere } = state
  return { phase, loading, showsHidden, isElsewhere, ...lists, ...(next && { next }) }
}
