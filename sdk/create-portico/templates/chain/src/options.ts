import type { MyChainProvider } from './provider.js'

export interface MyChainOptions {
  /** Your RPC client, in base units of the coin. Load it by `import()` inside a function. */
  balanceOf(address: string, signal: AbortSignal): Promise<bigint>
  /** Where the wallet is. Default: `window.myChain`. */
  find?(): MyChainProvider | undefined
}
