/** What wallets in the page say of themselves in `window.injectedWeb3`, read at the door. */
import { displayText } from '@portico/kernel/contracts'

/** A wallet in the page. Its function was taken when it was met: what a script puts in its place later is not called. */
export interface InjectedWallet {
  /** The key under which it stands in `injectedWeb3`. The wallet's own word. */
  readonly key: string
  /** Fit to be shown. */
  readonly name: string
  readonly provider: object
  readonly enable: (appName: string) => unknown
}

// The keys are technical names; these are the ones that people know.
const names: Readonly<Record<string, string>> = { 'polkadot-js': 'Polkadot.js', 'subwallet-js': 'SubWallet', talisman: 'Talisman', enkrypt: 'Enkrypt' }

/** The entries of `injectedWeb3` that are wallets; one that cannot be asked is left out. */
export function readAnnouncements(page: object, most: number): readonly InjectedWallet[] {
  try {
    const { injectedWeb3 } = page as { injectedWeb3?: object }
    return Object.keys(injectedWeb3 ?? {})
      .slice(0, most)
      .flatMap(key => readEntry(injectedWeb3 as Record<string, unknown>, key) ?? [])
  } catch {
    // A getter that throws is a list that is not there.
    return []
  }
}

function readEntry(wallets: Readonly<Record<string, unknown>>, key: string): InjectedWallet | undefined {
  try {
    const provider = wallets[key] as { readonly enable?: unknown }
    const { enable } = provider
    const name = Object.hasOwn(names, key) ? names[key] : displayText(key)
    return typeof enable === 'function' && name ? { key, name, provider, enable: enable as InjectedWallet['enable'] } : undefined
  } catch {
    return undefined
  }
}
