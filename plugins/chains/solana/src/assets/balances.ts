import type { Account } from '@portico/kernel/account'
import type { Balance, Balances } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { shortenAddress } from '@portico/kernel/text'
import { readLamports, readTokenAccounts, type TokenHolding } from '../node/node-answers.js'
import { commitment, type Rpc, type RpcOf } from '../node/rpc.js'
import { tokenPrograms } from '../transactions/programs.js'
import { assetOf, mintOf } from './assets.js'

/**
 * Reads the balances of an account: lamports, and the tokens of both programs. The chain itself
 * lists them.
 */
export function createBalances(rpcOf: RpcOf): Required<Pick<Balances, 'native' | 'tokens'>> {
  return {
    async native({ address }, network, signal) {
      const rpc = rpcOf(network)
      const amount = await rpc.request(
        'getBalance',
        [address, { commitment }],
        readLamports,
        signal,
      )
      return { token: { asset: 'native', network, ...rpc.network.nativeCurrency }, amount }
    },
    async tokens(account, network, known, signal) {
      const rpc = rpcOf(network)
      const holdings = await Promise.all(
        tokenPrograms.map(programId => holdingsOf(rpc, account, { programId }, signal)),
      )
      const byMint = new Map<string, TokenHolding[]>()
      for (const holding of holdings.flat()) {
        const { mint } = holding.account.data.parsed.info
        byMint.set(mint, [...(byMint.get(mint) ?? []), holding])
      }
      return [...byMint].flatMap(([mint, held]) => balanceOf(mint, held, network, known) ?? [])
    },
  }
}

/**
 * Reads an owner's token accounts, by mint or by program. A response that names another owner is
 * malformed.
 */
export async function holdingsOf(
  rpc: Rpc,
  { address }: Pick<Account, 'address'>,
  filter: { readonly mint: string } | { readonly programId: string },
  signal: AbortSignal,
): Promise<readonly TokenHolding[]> {
  const isRequested = ({ account }: TokenHolding) => {
    const { owner, mint } = account.data.parsed.info
    return (
      owner === address &&
      ('mint' in filter ? mint === filter.mint : account.owner === filter.programId)
    )
  }
  const read = (answer: unknown) => {
    const holdings = readTokenAccounts(answer)
    return holdings?.every(isRequested) ? holdings : undefined
  }
  return rpc.request(
    'getTokenAccountsByOwner',
    [address, filter, { encoding: 'jsonParsed', commitment }],
    read,
    signal,
  )
}

/**
 * Sums all accounts of one mint. Undefined: they are empty, or hold a single unknown piece, a
 * collectible.
 */
function balanceOf(
  mint: string,
  held: readonly TokenHolding[],
  network: NetworkId,
  known: readonly Token[],
): Balance | undefined {
  const infos = held.map(({ account }) => account.data.parsed.info)
  const sum = (of: typeof infos) =>
    of.reduce((total, { tokenAmount }) => total + tokenAmount.amount, 0n)
  const decimals = infos[0]?.tokenAmount.decimals ?? 0
  const amount = sum(infos)
  const named = known.find(token => mintOf(token.asset, network) === mint)
  if (amount === 0n || (decimals === 0 && amount === 1n && !named)) return undefined
  const spendable = sum(infos.filter(({ state }) => state === 'initialized'))
  const shown = shortenAddress(mint)
  return {
    // The chain decides a token's decimals, even where a list has others.
    token: {
      name: shown,
      symbol: shown,
      ...named,
      asset: assetOf(network, mint),
      network,
      decimals,
    },
    amount,
    ...(spendable < amount && { spendable }),
  }
}
