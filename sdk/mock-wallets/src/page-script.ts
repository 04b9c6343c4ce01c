import { makeWallet, type WalletOptions } from './makers.js'
import type { MockWallet } from './mock-wallet.js'
import type { Send } from './node-rpc.js'

/** The data that a test sends into the page. */
export interface PageWallets {
  readonly wallets: readonly WalletOptions[]
  /**
   * The function of the window that reaches nodes on behalf of the page, for pages whose CSP
   * forbids it to themselves.
   */
  readonly sendThrough?: string
}

/**
 * Runs inside the page, before its own scripts: makes the wallets and lays their remote controls
 * down as `window.mockWallets`.
 */
export function makeWallets({ wallets, sendThrough }: PageWallets): void {
  const page = globalThis as unknown as Record<string, unknown> & {
    mockWallets?: Record<string, MockWallet>
  }
  const controls = page.mockWallets ?? {}
  page.mockWallets = controls
  const environment =
    sendThrough === undefined
      ? {}
      : { send: (url: string, body: string) => (page[sendThrough] as Send)(url, body) }
  for (const options of wallets)
    controls[options.control ?? options.name] = makeWallet({ ...options, ...environment })
}
