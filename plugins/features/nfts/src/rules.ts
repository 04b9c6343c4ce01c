/** What of an answer is let in, what is hidden, what a picture's address comes to. Pure. */
import {
  displayText,
  gatewayUrl,
  type NetworkId,
  type Nft,
  type NftFacts,
  type NftPage,
  parseAssetId,
  parseDataImage,
  parseLink,
} from '@portico/kernel/contracts'
import type { NftsOptions } from './gallery.js'

/** Items of one page, and traits of an item, that are looked at. Characters. */
const [mostItems, mostTraits, longestName, longestText, longestSource] = [1_000, 50, 80, 2_000, 262_144]

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
/** Characters of text in several lines; the rest as `displayText`. */
const paragraphs = (text: unknown) =>
  typeof text === 'string'
    ? text
        .slice(0, longestText * 4)
        .split(/\r\n?|\n/)
        .flatMap(line => displayText(line, longestText) ?? [])
        .join('\n')
        .slice(0, longestText)
    : undefined
const labelOf = (text: unknown) => displayText(typeof text === 'number' || typeof text === 'boolean' ? String(text) : text, longestName)
const sourceOf = (text: unknown) => (typeof text === 'string' && text.length <= longestSource && /^(?:https|ipfs|ar|data):/i.test(text) ? text : undefined)

function traitsOf(found: unknown): NonNullable<NftFacts['traits']> {
  return (Array.isArray(found) ? found.slice(0, mostTraits) : []).flatMap((trait: unknown) => {
    const [name, value] = [labelOf(fieldsOf(trait).name ?? fieldsOf(trait).trait_type), labelOf(fieldsOf(trait).value)]
    return value ? { name: name ?? '', value } : []
  })
}
/**
 * What a stranger's record says of an item: one of our own shape, or metadata as ERC-721, ERC-1155 and Metaplex have it. What makes no sense is left out.
 */
export function factsOf(found: unknown): NftFacts {
  const [name, description] = [labelOf(fieldsOf(found).name), paragraphs(fieldsOf(found).description)]
  const image = sourceOf(fieldsOf(found).image ?? fieldsOf(found).image_url) ?? svgOf(fieldsOf(found).image_data)
  const traits = traitsOf(fieldsOf(found).traits ?? fieldsOf(found).attributes)
  return { ...(name && { name }), ...(description && { description }), ...(image && { image }), ...(traits.length && { traits }) }
}
/** Drawn by the contract itself, as some write it. */
const svgOf = (markup: unknown) =>
  typeof markup === 'string' && markup.length < longestSource && /^\s*<svg[\s>]/.test(markup) ? `data:image/svg+xml,${encodeURIComponent(markup)}` : undefined

/** A page as whoever answered wrote it; chain plugins and hosts may be strangers. Undefined: it is none. */
export function pageOf(found: unknown, network: NetworkId): NftPage | undefined {
  const [items, next] = [fieldsOf(found).items, fieldsOf(found).next]
  if (!Array.isArray(items) || items.length > mostItems || (next !== undefined && typeof next !== 'string')) return undefined
  return { items: items.flatMap(item => itemOf(item, network) ?? []), ...(next && { next }) }
}
function itemOf(found: unknown, network: NetworkId): Nft | undefined {
  const { asset, amount, metadata, isSpam, ...words } = fieldsOf(found)
  const parsed = typeof asset === 'string' ? parseAssetId(asset) : undefined
  const tokenId = displayText(words.tokenId, 100)
  if (parsed?.network !== network || typeof amount !== 'bigint' || amount <= 0n || !tokenId) return undefined
  const [collection, address, standard] = [labelOf(words.collection), displayText(words.address, 100), displayText(words.standard, 24)]
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
/** Nobody asked for it: somebody says so, or its name is a lure. */
export const isSpam = ({ isSpam: told, name = '', collection = '' }: Nft): boolean => told === true || lure.test(name) || lure.test(collection)

/** A page after the others, and a first page anew: what is there already is not there twice. */
export function join(before: readonly Nft[], after: readonly Nft[]): readonly Nft[] {
  const known = new Set(before.map(({ asset }) => asset))
  return [...before, ...after.filter(({ asset }) => !known.has(asset))]
}

/** Machines of the person's own network: a stranger's word sends nobody there. */
const local = /^(?:[^.]+|\d{1,3}(?:\.\d{1,3}){3}|\[.*\]|localhost|.*\.(?:local|localhost|internal|home|lan))\.?$/
const byGateway = (folder: string | undefined, path: string) => (folder === undefined ? undefined : gatewayUrl(folder, path))
/** Where something is asked for that its owner wrote like this; undefined where that is nowhere a page may ask for it. */
export function addressOf(source: string, { ipfs, arweave }: NonNullable<NftsOptions['gateways']> = {}): string | undefined {
  const [, scheme = '', rest = ''] = /^\s*(https|ipfs|ar):\/\/(.*)$/is.exec(source) ?? []
  switch (scheme.toLowerCase()) {
    case 'https': {
      const link = parseLink(hrefOf(source.trim()))
      return link && !local.test(new URL(link).hostname) ? link : undefined
    }
    case 'ipfs':
      return byGateway(ipfs && `${ipfs.replace(/\/+$/, '')}/ipfs`, rest.trimEnd().replace(/^ipfs\//, ''))
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
/** Nobody has to be asked for it. */
export const isInside = (source: string): boolean => /^\s*data:/i.test(source)
/** The picture that is itself the text; see `parseDataImage`. */
export const insidePicture = (source: string): string | undefined => parseDataImage(source.trim())
