/** The links that open a page in the browser of a wallet's app. */

/**
 * The link that opens a page in a wallet's own browser, or undefined where it has none. `page`: its
 * whole address. In the template `{url}` stands for that, `{origin}` for its origin, both encoded,
 * `{page}` for the address without `https://`.
 */
export function browserLink(template: string | undefined, page: string): string | undefined {
  if (!template?.startsWith('https://')) return undefined
  const { origin, host, pathname, search } = new URL(page)
  const parts: Readonly<Record<string, string>> = {
    url: encodeURIComponent(page),
    origin: encodeURIComponent(origin),
    page: `${host}${pathname}${search}`,
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parts, name) ? (parts[name] ?? whole) : whole,
  )
}

/**
 * Wallets whose apps show pages in a browser of their own and that a person is led to where the
 * extension is missing, by their names: templates of `browserLink`. Sources: their adapters
 * (@solana/wallet-adapter-phantom 0.9.30, -solflare 0.6.34),
 * docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration.
 */
export const walletBrowsers: Readonly<Record<string, string>> = {
  Phantom: 'https://phantom.app/ul/browse/{url}?ref={origin}',
  Solflare: 'https://solflare.com/ul/v1/browse/{url}?ref={origin}',
  'Coinbase Wallet': 'https://go.cb-w.com/dapp?cb_url={url}',
}
