/** The RPC methods of the embedded wallet. The frame enforces these lists, not the page. */

/** Read-only methods, and what is signed already (S9.43). They run without approval. */
export const safeMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getAssets',
] as const

/** Methods that sign or send (S9.44). Each needs the person's approval. */
export const unsafeMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
] as const

/** Methods of the namespaces that a host adds by option (`namespaces`). They sign, too. */
export const optionalMethods = {
  bip122: ['signPsbt', 'signMessage'],
  polkadot: ['polkadot_signTransaction', 'polkadot_signMessage'],
} as const
export type OptionalNamespace = keyof typeof optionalMethods

interface MethodRule {
  readonly class: 'safe' | 'unsafe'
  readonly namespace: string
}
const namespaceOf = (method: string) => (method.startsWith('solana_') ? 'solana' : 'eip155')

/** Own properties of a frozen object without a prototype: `constructor` and the like are absent. */
const rules: Readonly<Record<string, MethodRule>> = /* @__PURE__ */ (() =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, MethodRule>,
      Object.fromEntries([
        ...safeMethods.map(method => [method, { class: 'safe', namespace: namespaceOf(method) }]),
        ...unsafeMethods.map(method => [
          method,
          { class: 'unsafe', namespace: namespaceOf(method) },
        ]),
        ...Object.entries(optionalMethods).flatMap(([namespace, methods]) =>
          methods.map(method => [method, { class: 'unsafe', namespace }]),
        ),
      ]),
    ),
  ))()

/** True for a namespace whose accounts have another address on each network. */
export const hasAddressPerNetwork = (network: string): boolean => network.startsWith('bip122:')

/**
 * Returns the class and the namespace of an allowed method, undefined for every other value.
 * The comparison is exact: no trimming, no other case. `optional`: the namespaces that the host
 * added to eip155 and solana.
 */
export function methodRule(
  method: unknown,
  optional: readonly OptionalNamespace[] = [],
): MethodRule | undefined {
  if (typeof method !== 'string' || !Object.hasOwn(rules, method)) return undefined
  const rule = rules[method]
  const isOptional = rule !== undefined && Object.hasOwn(optionalMethods, rule.namespace)
  return isOptional && !optional.includes(rule.namespace as OptionalNamespace) ? undefined : rule
}
