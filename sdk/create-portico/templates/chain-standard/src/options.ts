export interface MyChainOptions {
  /** Your RPC client, in base units of the coin. Load it by `import()` inside a function. */
  balanceOf(address: string, signal: AbortSignal): Promise<bigint>
}
