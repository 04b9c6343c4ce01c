/** What a request to sign does, in terms that a view can show and a test can compare. */

/** Base units: wei, lamports, satoshis, plancks, or those of a token. */
export type Amount = bigint | 'unlimited'
/** The coin of the network, or the address of a token. */
export type Asset = 'native' | { readonly token: string }

export type Action =
  | {
      readonly kind: 'transfer'
      readonly asset: Asset
      readonly to: string
      readonly amount: Amount
      /** The same call moves this item where the contract is a collection. */
      readonly orItem?: bigint
    }
  /** One item of a collection, or several equal ones. */
  | {
      readonly kind: 'item-transfer'
      readonly collection: string
      readonly item: bigint
      readonly to: string
      readonly count: bigint
    }
  /** Lets `spender` take an amount of a token later. 0 takes the permission for a token back. */
  | {
      readonly kind: 'approval'
      readonly token: string
      readonly spender: string
      readonly amount: Amount
      /** Seconds since 1970. */
      readonly until?: bigint
      /** The signature ends then; a permission that was given with it stays. */
      readonly isDeadline?: true
      /** The same call gives away this item where the contract is a collection. */
      readonly orItem?: bigint
    }
  /** Lets `operator` take every item of a collection, or takes that permission back. */
  | {
      readonly kind: 'collection-approval'
      readonly collection: string
      readonly operator: string
      readonly isAllowed: boolean
    }
  | { readonly kind: 'create-account'; readonly owner: string; readonly token: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'message'; readonly text: string }
  /** A message that logs in at `domain`, which is the host of the page. */
  | { readonly kind: 'sign-in'; readonly domain: string; readonly text: string }
  /** Typed data of no known kind, each signed value with its path. */
  | {
      readonly kind: 'typed-data'
      readonly domain: TypedDomain
      readonly primaryType: string
      readonly fields: readonly { readonly path: string; readonly value: string }[]
    }
  /** Coins for whoever makes the block, beside the fee. */
  | { readonly kind: 'tip'; readonly amount: bigint }
  /** Coins that come back to the signer. */
  | { readonly kind: 'change'; readonly amount: bigint }

/** What the data claims of its receiver. Nothing of it is verified. */
export interface TypedDomain {
  readonly name?: string
  readonly version?: string
  readonly chainId?: bigint
  readonly verifyingContract?: string
}

/** Something that the person should see beside the actions. */
export type Warning =
  /** The text contains characters that cannot be seen, or that change the order of others. */
  | 'hidden-characters'
  /** An unlimited permission. */
  | 'unlimited'
  /** The data names a site that is not the page. */
  | 'other-site'
  /** The contract may be a collection, where the same call is about this item. */
  | { readonly item: bigint }

/** Why a request is never signed, not even after a typed word. */
export type RefusalReason =
  | 'chain'
  | 'delegation'
  | 'other-site'
  | 'other-account'
  | 'contradiction'
  | 'sighash'

export type Reading =
  | {
      readonly outcome: 'read'
      readonly actions: readonly Action[]
      readonly warnings: readonly Warning[]
      /**
       * The most that the network can charge, in base units of the coin. `unknown`: it charges what
       * the request does not say. Undefined: nothing.
       */
      readonly fee?: bigint | 'unknown'
    }
  /** Not everything that is signed could be decoded. */
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason }

/** Characters that are drawn as nothing, or that reorder what is around them. */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/u
export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

export const unreadable: Reading = { outcome: 'unreadable' }
export const refused = (reason: RefusalReason): Reading => ({ outcome: 'refused', reason })

/** Returns a reading with the warnings that follow from its actions. */
export function reading(
  actions: readonly Action[],
  options: { readonly fee?: bigint | 'unknown'; readonly warnings?: readonly Warning[] } = {},
): Reading {
  const isUnlimited = actions.some(action => 'amount' in action && action.amount === 'unlimited')
  const isOpenEnded = actions.some(one => one.kind === 'collection-approval' && one.isAllowed)
  return {
    outcome: 'read',
    actions,
    warnings: [
      ...(options.warnings ?? []),
      ...(isUnlimited || isOpenEnded ? (['unlimited'] as const) : []),
      ...actions.flatMap(one =>
        'orItem' in one && one.orItem !== undefined ? [{ item: one.orItem }] : [],
      ),
    ],
    ...(options.fee !== undefined && { fee: options.fee }),
  }
}
