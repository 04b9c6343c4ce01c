import { invalidParams } from './errors.js'
import { chainIdOf, objectOf } from './evm-params.js'
import type { NodeRequest } from './node-rpc.js'

/**
 * Reads the parameters of `wallet_addEthereumChain` by the MUSTs of EIP-3085; beside https, plain
 * http is allowed for this machine.
 *
 * @throws WalletRpcError -32602
 */
export function readNewChain(params: unknown): { readonly chainId: number; readonly url: string } {
  const { chainId, rpcUrls, nativeCurrency, blockExplorerUrls, iconUrls } = objectOf(params)
  const [url] = urlsOf('rpcUrls', rpcUrls)
  if (url === undefined) throw invalidParams('Expected rpcUrls with at least one URL.')
  if (blockExplorerUrls !== undefined && blockExplorerUrls !== null)
    urlsOf('blockExplorerUrls', blockExplorerUrls)
  if (iconUrls !== undefined && iconUrls !== null) urlsOf('iconUrls', iconUrls)
  if (nativeCurrency !== undefined && nativeCurrency !== null && !isCurrency(nativeCurrency)) {
    throw invalidParams('Expected a nativeCurrency with a name, a symbol and decimals.')
  }
  return { chainId: chainIdOf(chainId), url }
}

/**
 * EIP-3085: a wallet must not add a chain whose node says that it is another.
 * @throws WalletRpcError -32602, -32603
 */
export async function confirmChain(node: NodeRequest, chainId: number): Promise<void> {
  const answered = await node('eth_chainId')
  if (Number(answered) !== chainId)
    throw invalidParams(
      `The node answers for chain ${JSON.stringify(answered)}, not for ${chainId}.`,
    )
}

function urlsOf(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every(isSafeUrl))
    throw invalidParams(`Expected ${name} to be a list of https URLs.`)
  return value as string[]
}

function isSafeUrl(value: unknown): boolean {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  return (
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname))
  )
}

function isCurrency(value: unknown): boolean {
  const { name, symbol, decimals } = value as Record<string, unknown>
  return (
    typeof name === 'string' &&
    typeof symbol === 'string' &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0
  )
}
