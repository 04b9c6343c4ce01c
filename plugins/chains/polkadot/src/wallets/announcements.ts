/** Validates what wallets declare in `window.injectedWeb3`. */
import { displayText } from '@portico/kernel/text'

/**
 * An injected wallet. Its function is captured on discovery, so a function that a script installs
 * later is never called.
 */
export interface InjectedWallet {
  /** The wallet's own name; usually its key in `injectedWeb3`. */
  readonly key: string
  /** Sanitised for display. */
  readonly name: string
  readonly provider: object
  /**
   * `connect` where the wallet has it, which is the newer form, else `enable`. Resolves to accounts
   * and signer after the approval.
   */
  readonly enable: (appName: string) => unknown
}

// The keys are technical names; these are the public ones.
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  enkrypt: 'Enkrypt',
  'nova-wallet': 'Nova Wallet',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  'aleph-zero-signer': 'Aleph Zero Signer',
}
// Other wallets register under this key too, for pages that know no other wallet.
const borrowed = 'polkadot-js'

/**
 * Reads the wallets in `injectedWeb3`, each under its own identity. Skips one without a function to
 * connect. Undefined: the list cannot be read now.
 */
export function readAnnouncements(
  page: object,
  most: number,
): readonly InjectedWallet[] | undefined {
  try {
    const { injectedWeb3 } = page as { readonly injectedWeb3?: Readonly<Record<string, unknown>> }
    const all = Object.keys(injectedWeb3 ?? {})
      .slice(0, most)
      .flatMap(key => readEntry(injectedWeb3 as Readonly<Record<string, unknown>>, key) ?? [])
    return all
      .filter(
        (wallet, at) =>
          !all.some(
            (other, place) => isSame(wallet, other) && comesFirst(other, place, wallet, at),
          ),
      )
      .map(wallet => unmasked(wallet, page))
  } catch {
    // A getter of the page throws.
    return undefined
  }
}

function readEntry(
  wallets: Readonly<Record<string, unknown>>,
  key: string,
): InjectedWallet | undefined {
  try {
    const provider = wallets[key] as { readonly connect?: unknown; readonly enable?: unknown }
    const enable = [provider.connect, provider.enable].find(one => typeof one === 'function')
    const name = Object.hasOwn(names, key) ? names[key] : displayText(key)
    return enable && name
      ? { key, name, provider, enable: enable as InjectedWallet['enable'] }
      : undefined
  } catch {
    // A wallet whose getter throws cannot be connected.
    return undefined
  }
}

/** Returns true for one wallet under two keys. */
const isSame = (one: InjectedWallet, other: InjectedWallet): boolean =>
  one.provider === other.provider || one.enable === other.enable
/** Prefers the wallet's own key to a borrowed one, else the earlier entry. */
function comesFirst(
  one: InjectedWallet,
  place: number,
  other: InjectedWallet,
  at: number,
): boolean {
  if (one.key === borrowed || other.key === borrowed)
    return other.key === borrowed && one.key !== borrowed
  return place < at
}

/** Nova's browser has only the borrowed key, and identifies itself by a flag on the window. */
function unmasked(wallet: InjectedWallet, page: object): InjectedWallet {
  const { walletExtension } = page as {
    readonly walletExtension?: { readonly isNovaWallet?: unknown }
  }
  const isNova = wallet.key === borrowed && walletExtension?.isNovaWallet === true
  return isNova ? { ...wallet, key: 'nova-wallet', name: 'Nova Wallet' } : wallet
}
