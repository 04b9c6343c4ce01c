import { type Network, networkOf, type Token } from '@portico/kernel/chain'
import { useRead } from '../react/use-read.js'
import { hueOf, initialOf, Picture, type PictureIconProps } from './picture.js'

/**
 * The round icon of a network: that of its `assets`, or of the image id `network/<CAIP-2>`. Without
 * one its initial on a tint.
 */
export function NetworkIcon({
  name,
  network,
  size = 36,
  ...image
}: PictureIconProps<22 | 36> & { readonly network?: Network | undefined }) {
  const own = network && { imageId: `network/${network.caipNetworkId}`, ...network.assets }
  return (
    <Picture
      {...image}
      {...(own && { image: own })}
      size={size}
      shape="round"
      hue={hueOf(name)}
      initial={initialOf(name)}
    />
  )
}

/**
 * The round icon of a token: its own URL, else the image id `token/<CAIP-19>`; of a native coin
 * `coin/<symbol>`, because the app names its symbol. The placeholder of a native coin has the tint
 * of its network, whose icon is often beside it.
 */
export function TokenIcon({
  token,
  size = 36,
}: {
  readonly token: Pick<Token, 'asset' | 'network' | 'symbol' | 'imageUrl'>
  readonly size?: 22 | 36
}) {
  const network = useRead(read =>
    token.asset === 'native' ? networkOf(read, token.network) : undefined,
  )
  return (
    <Picture
      src={token.imageUrl}
      image={{
        imageId: network ? `coin/${network.nativeCurrency.symbol}` : `token/${token.asset}`,
      }}
      size={size}
      shape="round"
      hue={hueOf(network?.name ?? token.symbol)}
      initial={initialOf(token.symbol)}
    />
  )
}
