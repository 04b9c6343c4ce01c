import type { Holding } from '@portico/kernel/backend'
import type { AssetId, Token } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'

/** Removes what a reader does not see: case, compatibility forms, invisible characters, accents. */
const readingOf = (text: string): string =>
  (displayText(text) ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

/**
 * Returns the tokens that have the name or the symbol of a known token, or of the native coin, but
 * another address.
 */
export function imitationsIn(
  holdings: readonly Holding[],
  known: readonly Pick<Token, 'asset' | 'name' | 'symbol'>[],
): readonly AssetId[] {
  const native = holdings.filter(({ token }) => token.asset === 'native').map(({ token }) => token)
  const taken = new Set(
    [...known, ...native].flatMap(({ name, symbol }) => [readingOf(name), readingOf(symbol)]),
  )
  taken.delete('')
  const genuine = new Set(known.map(({ asset }) => asset.toLowerCase()))
  return holdings.flatMap(({ token: { asset, name, symbol } }) =>
    asset !== 'native' &&
    !genuine.has(asset.toLowerCase()) &&
    [name, symbol].some(text => taken.has(readingOf(text)))
      ? [asset]
      : [],
  )
}
