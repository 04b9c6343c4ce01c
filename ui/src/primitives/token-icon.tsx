import { networkOf, type Token } from '@portico/kernel/contracts'
import { useRead } from '../react/use-read.js'
import { hueOf, Picture } from './picture.js'
import { initialOf } from './wallet-icon.js'

/** A token's round icon; until it is there, the one of a network's own currency has the tint of the network, which often stands beside it. */
export function TokenIcon({ token, size = 36 }: { readonly token: Token; readonly size?: 22 | 36 }) {
  const network = useRead(read => (token.asset === 'native' ? networkOf(read, token.network)?.name : undefined))
  return <Picture src={token.imageUrl} size={size} shape="round" hue={hueOf(network ?? token.symbol)} initial={initialOf(token.symbol)} />
}
