/**
 * Reads a token's decimals from its contract, because third parties write token lists (threat S21).
 */
import type { SwapQuoteRequest } from '@portico/kernel/capabilities'
import type { Hex, NetworkId } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import { sidesOf } from './assets.js'
import type { Node } from './node.js'

const decimals: Hex = '0x313ce567' // decimals()

/**
 * Throws a SwapError for a token with other decimals than the shown ones, or without decimals.
 * Queries each token once, because decimals never change.
 */
export function createDecimalsCheck(
  node: Node,
  network: NetworkId,
): (quoteRequest: SwapQuoteRequest, signal: AbortSignal) => Promise<void> {
  const known = new Map<string, bigint>()
  return async (quoteRequest, signal) => {
    if (!quoteRequest.decimals) return
    const [from, to] = sidesOf(quoteRequest, network)
    const said = [
      [from, quoteRequest.decimals.from],
      [to, quoteRequest.decimals.to],
    ] as const
    const tokens = said.flatMap(([token]) =>
      token === 'native' || known.has(token.toLowerCase()) ? [] : [token],
    )
    const answers = tokens.length
      ? await node.readAll(
          tokens.map(token => ({ to: token, data: decimals })),
          signal,
        )
      : []
    tokens.forEach((token, at) => {
      const answer = wordAt(answers[at] ?? '', 0)
      if (answer !== undefined) known.set(token.toLowerCase(), answer)
    })
    const isOther = said.some(
      ([token, shown]) => token !== 'native' && known.get(token.toLowerCase()) !== BigInt(shown),
    )
    if (isOther) throw countsOtherwise()
  }
}
export const countsOtherwise = (): SwapError =>
  new SwapError('SWAP_DECIMALS', {
    sentence: message(
      'swap.error.decimals',
      'This token has other units than its list says: the amounts that you see would be wrong.',
    ),
  })
