/** What wallets in the page say of themselves in `window.injectedWeb3`, read at the door. */
import { displayText } from '@portico/kernel/contracts'

/** A wallet in the page. Its function was taken when it was met: what a script puts in its place later is not called. */
export interface InjectedWallet {
  /** Its own name among the wallets of the page; mostly the key under which it stands in `injectedWeb3`. */
  readonly key: string
  /** Fit to be shown. */
  readonly name: string
  readonly provider: object
  /** `connect` where the wallet has one, which is the newer form, else `enable`. Answers accounts and signer once the person approved. */
  readonly enable: (appName: string) => unknown
}

// The keys are technical names; these are the ones that people know.
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
// Pages that know no other wallet look for this one, so others register under its key.
const borrowed = 'polkadot-js'

/** The wallets in `injectedWeb3`, each under its own identity; one that cannot be asked is left out. Undefined: the list cannot be read now. */
export function readAnnouncements(page: object, most: number): readonly InjectedWallet[] | undefined {
  try {
    const { injectedWeb3 } = page as { readonly injectedWeb3?: Readonly<Record<string, unknown>> }
    const all = Object.keys(injectedWeb3 ?? {})
      .slice(0, most)
      .flatMap(key => readEntry(injectedWeb3 as Readonly<Record<string, unknown>>, key) ?? [])
    return all
      .filter((wallet, at) => !all.some((other, place) => isSame(wallet, other) && comesFirst(other, place, wallet, at)))
      .map(wallet => unmasked(wallet, page))
  } catch {
    // A getter of the page's throws.
    return undefined
  }
}

function readEntry(wallets: Readonly<Record<string, unknown>>, key: string): InjectedWallet | undefined {
  try {
    const provider = wallets[key] as { readonly connect?: unknown; readonly enable?: unknown }
    const enable = [provider.connect, provider.enable].find(one => typeof one === 'function')
    const name = Object.hasOwn(names, key) ? names[key] : displayText(key)
    return enable && name ? { key, name, provider, enable: enable as InjectedWallet['enable'] } : undefined
  } catch {
    // A getter that throws is a wallet that cannot be asked.
    return undefined
  }
}

/** One wallet under two keys. */
const isSame = (one: InjectedWallet, other: InjectedWallet): boolean => one.provider === other.provider || one.enable === other.enable
/** Its own key counts before a borrowed one, else the earlier. */
function comesFirst(one: InjectedWallet, place: number, other: InjectedWallet, at: number): boolean {
  if (one.key === borrowed || other.key === borrowed) return other.key === borrowed && one.key !== borrowed
  return place < at
}

/** Nova's own browser has no key but the borrowed one, and tells by a mark on the window. */
function unmasked(wallet: InjectedWallet, page: object): InjectedWallet {
  const { walletExtension } = page as { readonly walletExtension?: { readonly isNovaWallet?: unknown } }
  const isNova = wallet.key === borrowed && walletExtension?.isNovaWallet === true
  return isNova ? { ...wallet, key: 'nova-wallet', name: 'Nova Wallet' } : wallet
}
