/** For authors of chains: why a wallet that registered in the page has no row. */
import { displayText } from '../text/display-text.js'
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
  const features = featuresOf(provider)
  const others = features
    .filter(id => id.endsWith(':connect') && !connect.includes(id))
    .map(id => `'${id}'`)
  return `The wallet "${displayText(readProperty(provider, 'name'))}" has ${chains.join(', ')} and no ${connect.join(' or ')}, so it is not listed. ${
    others.length
      ? `If it connects by another feature, pass that to walletStandardConnectors: connect: [${others.join(', ')}].`
      : `Its features: ${features.join(', ') || 'none'}.`
  }`
}

/** The names of its features; none where the wallet throws. */
function featuresOf(provider: object): readonly StandardFeature[] {
  try {
    return Object.keys(Object(readProperty(provider, 'features'))) as StandardFeature[]
  } catch {
    return []
  }
}
