/**
 * What a request names: a currency, a token, a chain, an account. Each refuses, by name, what is
 * none.
 */
import { assetOf } from '../assets.js'
import type { Chain } from '../chains/chain.js'
import type { Chains } from '../chains/open-chains.js'
import { type Currency, currencies } from '../option-schemas.js'
import { Refusal } from './refusal.js'

export function readCurrency(text: string | undefined): Currency {
  const found = currencies.find(currency => currency === text)
  if (!found) throw new Refusal(400, 'currency', `The currency is one of ${currencies.join(', ')}.`)
  return found
}

/** A CAIP-10 id. @throws Refusal 400 */
export function readAsset(caip10: string): { readonly chain: string; readonly asset: string } {
  const [, chain, address] =
    /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/.exec(caip10) ?? []
  if (!chain || !address) throw new Refusal(400, 'address', 'A token is named by its CAIP-10 id.')
  return { chain, asset: assetOf(address) }
}

export function readChain(chains: Chains, text: string | undefined): Chain {
  const found =
    text === undefined ? undefined : chains.find(/^\d+$/.test(text) ? `eip155:${text}` : text)
  if (!found) throw new Refusal(400, 'chainId', 'This server does not know this chain.')
  return found
}

/**
 * The chains of a request: the named one, all EVM chains, or the first on which the address is
 * valid.
 */
export function readAccount(
  chains: Chains,
  text: string,
  chainId: string | undefined,
): { readonly address: string; readonly on: readonly Chain[] } {
  const candidates = chainId === undefined ? chains.of(text) : [readChain(chains, chainId)]
  const [first] = candidates
  const address = first?.readAddress(text)
  if (!first || address === undefined)
    throw new Refusal(400, 'address', 'This is no address of a chain that this server knows.')
  return { address, on: first.history ? [first] : candidates.filter(({ history }) => !history) }
}
