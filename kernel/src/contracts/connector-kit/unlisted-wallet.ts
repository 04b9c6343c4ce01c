/** For authors of chains: why a wallet that registered in the page has no row. */
import {
  readProperty,
  type StandardFeature,
  standardChains,
  standardFeature,
} from './standard-wallet.js'

/**
 * Returns a sentence for a wallet that has chains of the prefix and no feature to connect,
 * undefined for any other object. `connect`: the features of which a wallet needs one.
 */
export function whyUnlisted(
  provider: object,
  prefix: string,
  connect: readonly StandardFeature[],
): string | undefined {
  const chains = standardChains(provider, prefix)
  if (!chains.length || connect.some(feature => standardFeature(provider, feature)))
    return undefined
  const features = Object.keys(Object(readProperty(provider, 'features'))) as StandardFeature[]
  const others = features
    .filter(id => id.endsWith(':connect') && !connect.includes(id))
    .map(id => `'${id}'`)
  return `The wallet "${readProperty(provider, 'name')}" has ${chains.join(', ')} and no ${connect.join(' or ')}, so it is not listed. ${
    others.length
      ? `If it connects by another feature, pass that to walletStandardConnectors: connect: [${others.join(', ')}].`
      : `Its features: ${features.join(', ') || 'none'}.`
  }`
}
