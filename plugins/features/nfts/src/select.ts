/** Selectors over the NFTs, for the controller, the views and hosts. */
import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { Nft } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import type { NftsState } from './gallery.js'
import { nftsSlice } from './refs.js'
import { isSpam } from './rules.js'

/** Returns the active account and network; undefined while no wallet is connected. */
export function subjectOf(
  read: Read,
): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: `${network}:${account.address}`, account, network }
}

export interface KnownNfts
  extends Pick<NftsState, 'phase' | 'next' | 'loading' | 'showsHidden' | 'hasThirdPartyContent'> {
  /** The items without spam. */
  readonly shown: readonly Nft[]
  readonly hidden: readonly Nft[]
}
const nothing: readonly Nft[] = []
// Cached by the list of items, so that the result stays the same object while nothing changes.
const sifted = /* @__PURE__ */ new WeakMap<readonly Nft[], Pick<KnownNfts, 'shown' | 'hidden'>>()

/** Returns the known NFTs of the active account on the active network. */
export function nftsOf(read: Read): KnownNfts {
  const subject = subjectOf(read)
  const { items, ...state } = read.state(nftsSlice)
  const without = {
    shown: nothing,
    hidden: nothing,
    showsHidden: false,
    hasThirdPartyContent: false,
  }
  if (!subject) return { ...without, phase: 'none', loading: false }
  if (state.subject !== subject.key) return { ...without, phase: 'loading', loading: true }
  const lists = sifted.get(items) ?? {
    shown: items.filter(one => !isSpam(one)),
    hidden: items.filter(isSpam),
  }
  sifted.set(items, lists)
  const { phase, next, loading, showsHidden, hasThirdPartyContent } = state
  return { phase, loading, showsHidden, hasThirdPartyContent, ...lists, ...(next && { next }) }
}
