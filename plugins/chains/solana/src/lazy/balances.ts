import { type Account, type Balance, type Balances, type NetworkId, shortenAddress, type Token } from '@portico/kernel/contracts'
import { assetOf, mintOf } from './assets.js'
import { readLamports, readTokenAccounts, type TokenHolding } from './node-answers.js'
import { tokenPrograms } from './programs.js'
import { commitment, type Rpc, type RpcOf } from './rpc.js'

/** What an account has: lamports, and the tokens of both programs. The chain lists them by itself. */
export function createBalances(rpcOf: RpcOf): Required<Pick<Balances, 'native' | 'tokens'>> {
  return {
    async native({ address }, network, signal) {
      const rpc = rpcOf(network)
      const amount = await rpc.ask('getBalance', [address, { commitment }], readLamports, signal)
      return { token: { asset: 'native', network, ...rpc.network.nativeCurrency }, amount }
    },
    async tokens(account, network, known, signal) {
      const rpc = rpcOf(network)
      const holdings = await Promise.all(tokenPrograms.map(programId => holdingsOf(rpc, account, { programId }, signal)))
      const byMint = new Map<string, TokenHolding[]>()
      for (const holding of holdings.flat()) {
        const { mint } = holding.account.data.parsed.info
        byMint.set(mint, [...(byMint.get(mint) ?? []), holding])
      }
      return [...byMint].flatMap(([mint, held]) => balanceOf(mint, held, network, known) ?? [])
    },
  }
}

/** The token accounts of an owner: those of a mint, or of a program. One that names another owner is no answer. */
export async function holdingsOf(
  rpc: Rpc,
  { address }: Pick<Account, 'address'>,
  filter: { readonly mint: string } | { readonly programId: string },
  signal: AbortSignal,
): Promise<readonly TokenHolding[]> {
  const isAsked = ({ account }: TokenHolding) => {
    const { owner, mint } = account.data.parsed.info
    return owner === address && ('mint' in filter ? mint === filter.mint : account.owner === filter.programId)
  }
  const read = (answer: unknown) => {
    const holdings = readTokenAccounts(answer)
    return holdings?.every(isAsked) ? holdings : undefined
  }
  return rpc.ask('getTokenAccountsByOwner', [address, filter, { encoding: 'jsonParsed', commitment }], read, signal)
}

/** All accounts of one mint together. Undefined: there is nothing in them, or it is a single piece that nobody asked about, a collectible. */
function balanceOf(mint: string, held: readonly TokenHolding[], network: NetworkId, known: readonly Token[]): Balance | undefined {
  const infos = held.map(({ account }) => account.data.parsed.info)
  const sum = (of: typeof infos) => of.reduce((total, { tokenAmount }) => total + tokenAmount.amount, 0n)
  const decimals = infos[0]?.tokenAmount.decimals ?? 0
  const amount = sum(infos)
  const named = known.find(token => mintOf(token.asset, network) === mint)
  if (amount === 0n || (decimals === 0 && amount === 1n && !named)) return undefined
  const spendable = sum(infos.filter(({ state }) => state === 'initialized'))
  const shown = shortenAddress(mint)
  return {
    // The chain knows how many decimals a token has, whatever a list says.
    token: { name: shown, symbol: shown, ...named, asset: assetOf(network, mint), network, decimals },
    amount,
    ...(spendable < amount && { spendable }),
  }
}
