/** The events by which a wallet and a page find each other, in either order. */

interface RegisterApi {
  register(...wallets: readonly unknown[]): () => void
}

/**
 * Registers a wallet by the Wallet Standard, now and with each page that says it is ready. Answers
 * the way to take it back.
 */
export function registerWallet(target: EventTarget, wallet: unknown, times: number): () => void {
  const takeBack = new Set<() => void>()
  const register = (api: RegisterApi) => {
    for (let count = 0; count < times; count++) takeBack.add(api.register(wallet))
  }
  const listener = (event: Event) => register((event as CustomEvent<RegisterApi>).detail)
  target.addEventListener('wallet-standard:app-ready', listener)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', listener)
    for (const one of takeBack) one()
  }
}
