/** For chains whose wallets register themselves: the page's half of the Wallet Standard. */
import type { Dispose } from '../../refs.js'

/** What wallets are handed to say that they are there. Answers how they say that they are gone. */
export type RegisterWallets = (...wallets: readonly unknown[]) => Dispose

/**
 * Hands `register` to the wallets that are in the page, which answer at once, and to those that
 * come later. Errors that a wallet throws are reported.
 */
export function watchWallets(
  page: EventTarget,
  register: RegisterWallets,
  { signal, report }: { readonly signal: AbortSignal; report(error: unknown): void },
): void {
  const api = Object.freeze({ register })
  const hear = (event: Event) => {
    try {
      const { detail } = event as CustomEvent<unknown>
      if (typeof detail === 'function') detail(api)
    } catch (error) {
      report(error)
    }
  }
  page.addEventListener('wallet-standard:register-wallet', hear, { signal })
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}
