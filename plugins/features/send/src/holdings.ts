/** Reads the assets that the account can send. */
import { KernelError } from '@portico/kernel'
import { type Account, sortHoldings } from '@portico/kernel/account'
import {
  currencySlice,
  type Holding,
  nativeBalanceEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import type { SendContext } from './refs.js'

/**
 * Reads the holdings with prices from a plugin that has them; otherwise from the chain: the native
 * coin, the tokens that the chain lists, and those of `known`. In the order of the account.
 * Rethrows the chain's errors.
 */
export async function findHoldings(
  context: SendContext,
  account: Account,
  network: NetworkId,
  known: readonly Token[],
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { code: currency } = context.state(currencySlice)
  try {
    return inOrder(
      (await context.call(tokenBalancesEndpoint, { account, network, currency }, signal)).value,
    )
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof KernelError)) context.report(error)
  }
  const chain = context.capability(balancesCapability, network)
  const [native, tokens = []] = await Promise.all([
    context.call(nativeBalanceEndpoint, { account, network }, signal).then(
      ({ value }) => value,
      // The account plugin handles this endpoint; without it the chain still answers.
      error => {
        if (signal.aborted || !chain) throw error
        return chain.native(account, network, signal)
      },
    ),
    // A chain that cannot list its tokens now still has its coin.
    chain
      ?.tokens?.(
        account,
        network,
        known.filter(token => token.network === network),
        signal,
      )
      .catch((error: unknown) => {
        if (!signal.aborted) context.report(error)
        return []
      }),
  ])
  return inOrder([native, ...tokens])
}

const isFigure = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,100}(?:\.\d{1,100})?$/.test(text)
// One byte, as tokens themselves have it.
const isToken = (token: Partial<Token> | undefined): token is Token =>
  typeof token?.decimals === 'number' && (token.decimals & 255) === token.decimals
/**
 * The answer is untrusted: what is no amount of a token is left out, and a price or a value that is
 * no number is dropped.
 */
const inOrder = (holdings: readonly Holding[]): readonly Holding[] => {
  const sound = holdings.flatMap(found => {
    const { price, value, ...holding } = found ?? {}
    const { amount, token } = holding
    if (typeof amount !== 'bigint' || amount < 0n || !isToken(token)) return []
    return {
      ...holding,
      amount,
      token,
      ...(isFigure(price) && { price }),
      ...(isFigure(value) && { value }),
    }
  })
  return sortHoldings(sound.filter(({ token, amount }) => token.asset === 'native' || amount > 0n))
}
