/** Features of a chain's own in place of those of the Wallet Standard, for a scripted wallet. */
import type { StandardFeature } from '../contracts/connector-kit/index.js'
import { TestingError } from './errors.js'

/** An account as wallets of the standard show it. */
export interface ScriptedAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly label?: string
  /** Default: the chains of the wallet. */
  readonly chains?: readonly string[]
}

/** The network of a scripted wallet, which has one of its own. */
export interface ScriptedNetwork {
  /** Answers the network: `aptos:network`. */
  readonly feature: StandardFeature
  /** Takes a listener that gets the new network: `aptos:onNetworkChange`. */
  readonly onChange?: StandardFeature
  /** Goes to the network of its input, after the person approved: `aptos:changeNetwork`. */
  readonly change?: StandardFeature
  /** Where the wallet is at first. */
  readonly first: unknown
  /** What it answers as the lie `other-network`: what no network of the chain is. */
  readonly elsewhere: unknown
}

/** How a scripted wallet differs from the Wallet Standard. It shows a page one account. */
export interface ScriptedVariant {
  /** In place of `standard:connect`: `aptos:connect`. Silent with the input `true`. */
  readonly connect: StandardFeature
  /** In place of `standard:disconnect`. */
  readonly disconnect?: StandardFeature
  /** Takes a listener that gets the new account, and cannot be unsubscribed from. */
  readonly onAccounts?: StandardFeature
  readonly network?: ScriptedNetwork
  /** An account as these wallets show it. Default: address and public key. */
  account?(account: ScriptedAccount): unknown
  /** Puts an answer into its envelope. Default: none. */
  answer?(answer: unknown): unknown
  /** What a decline resolves with. Default: it rejects, with the code 4001. */
  readonly declined?: unknown
}

/** What the scripted wallet has for it. */
interface Parts {
  /** Connects by the standard, and returns the accounts that it claims. */
  connect(input: { readonly silent: boolean }): Promise<{ readonly accounts: readonly object[] }>
  disconnect(): Promise<void>
  /** Requests the person's approval. */
  ask(what: string): Promise<void>
  /** The accounts that the page sees. */
  shown(): readonly object[]
  listen(listener: () => void): void
  isLying(): boolean
}
type Method = (...input: readonly never[]) => Promise<unknown>

/** Returns the methods of the variant by their features, and `envelope` for those of the chain. */
export function variantMethods(variant: ScriptedVariant, parts: Parts) {
  const { network } = variant
  let subscriptions = 0
  let currentNetwork = network?.first
  const networkListeners = new Set<(network: unknown) => void>()
  const show = (account: object | undefined): unknown =>
    account && (variant.account ? variant.account(account as ScriptedAccount) : account)
  const envelope =
    (run: Method): Method =>
    async (...input) => {
      try {
        const answer = await run(...input)
        return variant.answer ? variant.answer(answer) : answer
      } catch (error) {
        if ('declined' in variant && Object(error).code === 4001) return variant.declined
        throw error
      }
    }
  const declined = () =>
    Promise.reject(
      Object.assign(new TestingError('DECLINED', 'The wallet does not know the page.'), {
        code: 4001,
      }),
    )
  const methods: Record<string, Method> = {
    [variant.connect]: envelope(async (isSilent?: boolean) => {
      const { accounts } = await parts.connect({ silent: isSilent === true })
      return accounts.length || !isSilent ? show(accounts[0]) : declined()
    }),
    ...(variant.disconnect && { [variant.disconnect]: parts.disconnect }),
    ...(variant.onAccounts && {
      [variant.onAccounts]: async (listener: (account: unknown) => void) => {
        subscriptions++
        parts.listen(() => listener(show(parts.shown()[0])))
      },
    }),
    ...(network && {
      [network.feature]: async () => (parts.isLying() ? network.elsewhere : currentNetwork),
    }),
    ...(network?.onChange && {
      [network.onChange]: async (listener: (network: unknown) => void) =>
        void networkListeners.add(listener),
    }),
    ...(network?.change && {
      [network.change]: envelope(async (to: unknown) => {
        await parts.ask(network.change as string)
        currentNetwork = to
        for (const notify of networkListeners) notify(to)
        return { success: true }
      }),
    }),
  }
  // One subscription for all sessions is what a page can do.
  return { methods, envelope, listeners: () => Math.max(0, subscriptions - 1) }
}
