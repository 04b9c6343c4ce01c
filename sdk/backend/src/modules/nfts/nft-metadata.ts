import { gatewayUrl } from '@portico/kernel/chain'
import { cleared } from '../../chains/evm-tokens.js'
import type { NftOptions } from './options.js'
import { createPublicFetch } from './public-fetch.js'

/** What the document of an NFT says, as far as it makes sense. Third parties wrote all of it. */
export interface NftFacts {
  readonly name: string | null
  readonly description: string | null
  /** As it was written, where it is https:, ipfs:, ar: or a picture in a data: URI. */
  readonly image: string | null
  readonly animation: string | null
  readonly externalUrl: string | null
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
}
/**
 * `missing`: there is no document, or one that is none; `unreachable`: no host gave it, this time.
 */
export type NftMetadata =
  | ({ readonly state: 'known' } & NftFacts)
  | { readonly state: 'missing' | 'unreachable' }

/** Reads the document at the address that a contract gave. Never rejects. */
export type ReadMetadata = (uri: string, signal: AbortSignal) => Promise<NftMetadata>

/** Milliseconds, bytes, characters, entries. */
const [timeoutMs, mostBytes, mostName, mostDescription, mostAttributes, mostUrl, mostPicture] = [
  5_000, 262_144, 200, 2_000, 50, 2_048, 65_536,
]

export function createMetadataReader({ gateways, hosts }: NftOptions): ReadMetadata {
  const folders = Object.values(gateways).flatMap(url => url ?? [])
  const ask = createPublicFetch({ hosts, folders, timeoutMs, mostBytes })
  return async (uri, signal) => {
    const inline = readDataUri(uri)
    if (inline !== undefined) return readDocument(inline)
    const [, scheme, path = ''] = /^(ipfs|ar):\/\/(?:ipfs\/)?(.+)$/is.exec(uri) ?? []
    const gateway = scheme && gateways[scheme.toLowerCase() as keyof typeof gateways]
    if (scheme && !gateway) return { state: 'unreachable' }
    const url = gateway ? gatewayUrl(gateway, path) : uri
    if (url === undefined || !/^https?:\/\//i.test(url)) return { state: 'missing' }
    try {
      return readDocument(await ask(url, signal))
    } catch {
      // Whatever the reason: the caller learns that no host gave it, and nothing of this network.
      return { state: 'unreachable' }
    }
  }
}

/** The text of `data:application/json…`; undefined for what is none. */
function readDataUri(uri: string): string | undefined {
  const [, kind = '', body = ''] = /^data:([^,]{0,100}),(.*)$/s.exec(uri) ?? []
  if (!uri.startsWith('data:')) return undefined
  if (!/json/i.test(kind)) return ''
  if (/;base64$/i.test(kind)) return Buffer.from(body, 'base64').toString('utf8')
  try {
    return decodeURIComponent(body)
  } catch {
    return body // contracts often write JSON as it is, with a % in it
  }
}

/** By the schemas of ERC-721 and ERC-1155 and what is customary beside them. */
export function readDocument(text: string): NftMetadata {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { state: 'missing' }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return { state: 'missing' }
  const of = read as Readonly<Record<string, unknown>>
  const [image, animation, external] = [
    textOf(of.image) ?? textOf(of.image_url) ?? textOf(of.image_data),
    textOf(of.animation_url),
    textOf(of.external_url),
  ]
  return {
    state: 'known',
    name: words(of.name, mostName),
    description: words(of.description, mostDescription),
    image: isMedia(image) || isPicture(image) ? image : null,
    animation: isMedia(animation) ? animation : null,
    externalUrl: isMedia(external) && /^https:/i.test(external) ? external : null,
    attributes: attributesIn(of.attributes),
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
const words = (value: unknown, most: number): string | null =>
  typeof value === 'string'
    ? cleared(value.slice(0, most * 4).replace(/\s+/g, ' '), most)
    : typeof value === 'number'
      ? String(value)
      : null
const isMedia = (url: string | undefined): url is string =>
  url !== undefined && url.length <= mostUrl && /^(https|ipfs|ar):\/\/[^\s]+$/i.test(url)
const isPicture = (url: string | undefined): url is string =>
  url !== undefined &&
  url.length <= mostPicture &&
  /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(url)

function attributesIn(value: unknown): NftFacts['attributes'] {
  if (!Array.isArray(value)) return []
  return value.slice(0, mostAttributes).flatMap((one: unknown) => {
    const { trait_type, value } = Object(one) as Readonly<Record<string, unknown>>
    const [name, said] = [
      words(trait_type, 64),
      typeof value === 'boolean' ? String(value) : words(value, 128),
    ]
    return name && said ? [{ name, value: said }] : []
  })
}
