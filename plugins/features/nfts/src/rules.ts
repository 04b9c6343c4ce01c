/** Validates answers, detects spam, and resolves the address of a picture. Pure. */
import type { Nft, NftFacts, NftPage } from '@portico/kernel/capabilities'
import { gatewayUrl, type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { displayText, parseDataImage } from '@portico/kernel/text'
import { parseLink } from '@portico/kernel/wallet'
import type { NftsOptions } from './gallery.js'

/**
 * Upper limits.
 * Items of one page, traits of an item, and characters of a name, a text and a source.
 */
const [mostItems, mostTraits, longestName, longestText, longestSource] = [
  1_000, 50, 80, 2_000, 262_144,
]

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
/** Cleans a text of several lines; otherwise like `displayText`. */
const paragraphs = (text: unknown) =>
  typeof text === 'string'
    ? text
        .slice(0, longestText * 4)
        .split(/\r\n?|\n/)
        .flatMap(line => displayText(line, longestText) ?? [])
        .join('\n')
        .slice(0, longestText)
    : undefined
const labelOf = (text: unknown) =>
  displayText(
    typeof text === 'number' || typeof text === 'boolean' ? String(text) : text,
    longestName,
  )
const sourceOf = (text: unknown) =>
  typeof text === 'string' && text.length <= longestSource && /^(?:https|ipfs|ar|data):/i.test(text)
    ? text
    : undefined

function traitsOf(found: unknown): NonNullable<NftFacts['traits']> {
  return (Array.isArray(found) ? found.slice(0, mostTraits) : []).flatMap((trait: unknown) => {
    const [name, value] = [
      labelOf(fieldsOf(trait).name ?? fieldsOf(trait).trait_type),
      labelOf(fieldsOf(trait).value),
    ]
    return value ? { name: name ?? '', value } : []
  })
}
/**
 * Reads the facts of an item from an untrusted record.
 * The record has our own shape, or is metadata of ERC-721, ERC-1155 or Metaplex. Invalid fields are
 * left out.
 */
export function factsOf(found: unknown): NftFacts {
  const [name, description] = [
    labelOf(fieldsOf(found).name),
    paragraphs(fieldsOf(found).description),
  ]
  const image =
    sourceOf(fieldsOf(found).image ?? fieldsOf(found).image_url) ??
    svgOf(fieldsOf(found).image_data)
  const traits = traitsOf(fieldsOf(found).traits ?? fieldsOf(found).attributes)
  return {
    ...(name && { name }),
    ...(description && { description }),
    ...(image && { image }),
    ...(traits.length && { traits }),
  }
}
/** A drawing in the contract's own metadata. */
const svgOf = (markup: unknown) =>
  typeof markup === 'string' && markup.length < longestSource && /^\s*<svg[\s>]/.test(markup)
    ? `data:image/svg+xml,${encodeURIComponent(markup)}`
    : undefined

/**
 * Validates a page; chain plugins and hosts may be third parties. Undefined for an invalid page.
 */
export function pageOf(found: unknown, network: NetworkId): NftPage | undefined {
  const [items, next] = [fieldsOf(found).items, fieldsOf(found).next]
  if (
    !Array.isArray(items) ||
    items.length > mostItems ||
    (next !== undefined && typeof next !== 'string')
  )
    return undefined
  return { items: items.flatMap(item => itemOf(item, network) ?? []), ...(next && { next }) }
}
function itemOf(found: unknown, network: NetworkId): Nft | undefined {
  const { asset, amount, metadata, isSpam, ...words } = fieldsOf(found)
  const parsed = typeof asset === 'string' ? parseAssetId(asset) : undefined
  const tokenId = displayText(words.tokenId, 100)
  if (parsed?.network !== network || typeof amount !== 'bigint' || amount <= 0n || !tokenId)
    return undefined
  const [collection, address, standard] = [
    labelOf(words.collection),
    displayText(words.address, 100),
    displayText(words.standard, 24),
  ]
  return {
    asset: asset as Nft['asset'],
    network,
    tokenId,
    amount,
    standard: standard ?? parsed.assetNamespace,
    ...(collection && { collection }),
    ...(address && { address }),
    ...(typeof metadata === 'string' && metadata.length <= longestSource && { metadata }),
    ...(isSpam === true && { isSpam }),
    ...factsOf(found),
  }
}

/** Names that send people to a page, or promise them something. */
const lure =
  /https?:|www\.|\b[\w-]+\.(?:com|org|net|io|xyz|app|fi|finance|gift|gifts|top|site|live|pro|me|cc|ru|vip|lol|claims?)\b|\b(?:claim|airdrop|voucher|reward|visit|redeem)s?\b|t\.me\//i
/** True for spam: the source says so, or the name is a lure. */
export const isSpam = ({ isSpam: flagged, name = '', collection = '' }: Nft): boolean =>
  flagged === true || lure.test(name) || lure.test(collection)

/** Joins a page to the previous ones without duplicates; also replaces a first page. */
export function join(before: readonly Nft[], after: readonly Nft[]): readonly Nft[] {
  const known = new Set(before.map(({ asset }) => asset))
  return [...before, ...after.filter(({ asset }) => !known.has(asset))]
}

/** Hosts of the person's own network, which untrusted input must never address. */
const local =
  /^(?:[^.]+|\d{1,3}(?:\.\d{1,3}){3}|\[.*\]|localhost|.*\.(?:local|localhost|internal|home|lan))\.?$/
const byGateway = (folder: string | undefined, path: string) =>
  folder === undefined ? undefined : gatewayUrl(folder, path)
/** Returns the address to request for a source. Undefined where a page may not request it. */
export function addressOf(
  source: string,
  { ipfs, arweave }: NonNullable<NftsOptions['gateways']> = {},
): string | undefined {
  const [, scheme = '', rest = ''] = /^\s*(https|ipfs|ar):\/\/(.*)$/is.exec(source) ?? []
  switch (scheme.toLowerCase()) {
    case 'https': {
      const link = parseLink(hrefOf(source.trim()))
      return link && !local.test(new URL(link).hostname) ? link : undefined
    }
    case 'ipfs':
      return byGateway(
        ipfs && `${ipfs.replace(/\/+$/, '')}/ipfs`,
        rest.trimEnd().replace(/^ipfs\//, ''),
      )
    case 'ar':
      return byGateway(arweave, rest.trimEnd())
    default:
      return undefined
  }
}
function hrefOf(text: string): string | undefined {
  try {
    return new URL(text).href
  } catch {
    return undefined
  }
}
/** True for a data URL, which needs no request. */
export const isInside = (source: string): boolean => /^\s*data:/i.test(source)
/** Returns the picture in a data URL; see `parseDataImage`. */
export const insidePicture = (source: string): string | undefined => parseDataImage(source.trim())
