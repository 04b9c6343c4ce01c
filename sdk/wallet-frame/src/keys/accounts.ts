/** Accounts and signatures by namespace; the libraries of each arrive with its first use. */
import type { Bytes } from './bytes.js'
import type { AccountNetwork, KnownAccount } from './messages.js'
import type { SignRequest, SignRequestOf, SignResult } from './sign-messages.js'

export async function accountsOf(
  entropy: Bytes,
  network: AccountNetwork,
): Promise<readonly KnownAccount[]> {
  switch (network.namespace) {
    case 'eip155':
      return (await import('./eip155.js')).evmAccounts(entropy)
    case 'solana':
      return (await import('./solana.js')).solanaAccounts(entropy)
    case 'polkadot':
      return (await import('./polkadot.js')).polkadotAccounts(entropy, network.prefix ?? 42)
    case 'bip122':
      return (await import('./bip122-accounts.js')).bitcoinAccounts(entropy, network.network)
  }
}

export async function sign(entropy: Bytes, request: SignRequest): Promise<SignResult> {
  if (isOf('eip155', request)) return (await import('./eip155.js')).signEvm(entropy, request)
  if (isOf('solana', request)) return (await import('./solana.js')).signSolana(entropy, request)
  if (isOf('polkadot', request))
    return (await import('./polkadot.js')).signPolkadot(entropy, request)
  return (await import('./bip122.js')).signBitcoin(entropy, request)
}
const isOf = <Namespace extends 'eip155' | 'solana' | 'polkadot' | 'bip122'>(
  namespace: Namespace,
  request: SignRequest,
): request is SignRequestOf<Namespace> => request.kind.startsWith(`${namespace}/`)

export const exportKey = async (entropy: Bytes, namespace: 'eip155' | 'solana'): Promise<string> =>
  namespace === 'eip155'
    ? (await import('./eip155.js')).exportEvmKey(entropy)
    : (await import('./solana.js')).exportSolanaKey(entropy)
