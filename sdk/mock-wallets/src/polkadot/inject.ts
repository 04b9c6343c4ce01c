/**
 * Puts a wallet into `injectedWeb3` under its keys, beside what stands there already.
 *
 * Answers the way to take it out again; what another put in its place stays.
 */
export function injectWallet(target: object, keys: readonly string[], entry: object): () => void {
  const page = target as { injectedWeb3?: Record<string, unknown> }
  page.injectedWeb3 ??= {}
  const wallets = page.injectedWeb3
  for (const key of keys) wallets[key] = entry
  return () => {
    for (const key of keys) if (wallets[key] === entry) delete wallets[key]
  }
}
