import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { displaySymbol, parseDataImage } from '@portico/kernel/text'
import { Icon, NetworkIcon, TokenIcon } from '@portico/ui'
import { sidesOf } from '../rules.js'
import { iconOf } from './verbs.js'

/**
 * Shows what moved, with the operation at its corner; both tokens of a swap. An operation that
 * moved nothing has the icon of the operation alone.
 */
export function EntryIcon({ entry }: { readonly entry: ActivityEntry }) {
  const operation = iconOf(entry.metadata.operationType)
  const { out, got } = sidesOf(entry)
  const [first, second] = [out[0], got[0]]
  const main = first ?? second
  if (!main) return <Icon name={operation} />
  return first && second ? (
    <span className="p-icon-pair">
      <MoveIcon entry={entry} move={first} size={22} />
      <MoveIcon entry={entry} move={second} size={22} />
    </span>
  ) : (
    <span className="p-icon-badged">
      <MoveIcon entry={entry} move={main} size={36} />
      <span className="p-icon-badge">
        <Icon name={operation} size={12} />
      </span>
    </span>
  )
}

function MoveIcon({
  entry: { metadata },
  move: { fungible_info: token, nft_info: nft },
  size,
}: {
  readonly entry: ActivityEntry
  readonly move: ActivityTransfer
  readonly size: 22 | 36
}) {
  const symbol = displaySymbol(token?.symbol ?? '')
  if (token?.asset && metadata.chain)
    return (
      <TokenIcon
        token={{
          asset: token.asset,
          network: metadata.chain,
          symbol,
          ...(token.icon && { imageUrl: token.icon.url }),
        }}
        size={size}
      />
    )
  // The picture of an NFT comes from its sender's host, which would learn about the viewer. A data
  // URL needs no request.
  const nftUrl = nft?.flags.is_spam ? undefined : parseDataImage(nft?.content?.preview?.url)
  return (
    <NetworkIcon
      name={nft ? (nft.name ?? '') : symbol}
      src={token?.icon?.url ?? nftUrl}
      size={size}
    />
  )
}
