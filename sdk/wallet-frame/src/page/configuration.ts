/** What the host configured. It stands in the frame's own page, so no other can change it. */
import type { OptionalNamespace } from '@portico/plugin-embedded/protocol'
import * as v from 'valibot'
import type { AccountNetworks } from '../login/server-share.js'
import { builtInNetworks } from '../networks/built-in.js'
import { type FrameNetwork, networkSchema } from '../networks/frame-network.js'

export interface FrameConfiguration {
  /** The exact origins of the pages that may use this wallet. */
  readonly origins: readonly string[]
  /** The namespaces beside eip155 and solana. */
  readonly optional: readonly OptionalNamespace[]
  /** What the frame knows of networks; those of the host come first. */
  readonly networks: readonly FrameNetwork[]
  /** Where a new wallet gets its accounts. */
  readonly accounts: AccountNetworks
}

const networksSchema = v.pipe(v.array(networkSchema), v.maxLength(200))
const optionalSchema = v.array(v.picklist(['bip122', 'polkadot']))

/** `contentOf` answers the content of a `meta` by its name. Throws a ValiError for a wrong one. */
export function readConfiguration(
  contentOf: (name: string) => string | undefined,
): FrameConfiguration {
  const words = (name: string) => contentOf(name)?.split(/\s+/).filter(Boolean) ?? []
  const own = v.parse(networksSchema, JSON.parse(contentOf('portico-networks') || '[]'))
  const optional = v.parse(optionalSchema, words('portico-namespaces'))
  const networks = [...own, ...builtInNetworks]
  return {
    origins: words('portico-origins'),
    optional,
    networks,
    accounts: [
      { namespace: 'eip155' },
      { namespace: 'solana' },
      ...(optional.includes('bip122') ? bitcoinAccounts(networks, own) : []),
      ...(optional.includes('polkadot') ? [{ namespace: 'polkadot' } as const] : []),
    ],
  }
}

/** The main network's, and those of the formats that the host's own networks have. */
function bitcoinAccounts(
  networks: readonly FrameNetwork[],
  own: readonly FrameNetwork[],
): AccountNetworks {
  const formats = new Set(
    networks.flatMap(network =>
      network.bitcoin && (network.bitcoin === 'mainnet' || own.includes(network))
        ? [network.bitcoin]
        : [],
    ),
  )
  return [...formats].map(network => ({ namespace: 'bip122', network }))
}
