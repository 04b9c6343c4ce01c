/** Real metadata with one lie, as a node would send it. */
import { Metadata, TypeRegistry } from '@polkadot/types'

interface Variant {
  readonly name: string
  index: number
}
interface PlainMetadata {
  readonly lookup: {
    readonly types: readonly {
      readonly type: {
        readonly path: readonly string[]
        readonly def: { readonly variant?: { readonly variants: Variant[] } }
      }
    }[]
  }
  readonly pallets: readonly (Variant & {
    readonly constants: { readonly name: string; value: string }[]
  })[]
  readonly extrinsic: { readonly signedExtensions: { identifier: string }[] }
}
export interface Changes {
  /** The variants of a type, by the last parts of its path. */
  variants(path: string): Variant[]
  readonly metadata: PlainMetadata
}

/** Returns the same metadata with changes. */
export function changedMetadata(
  metadata: `0x${string}`,
  change: (changes: Changes) => void,
): `0x${string}` {
  const registry = new TypeRegistry()
  const read = new Metadata(registry, metadata)
  const name = read.version === 15 ? 'asV15' : 'asV14'
  const plain = read[name].toJSON() as unknown as PlainMetadata
  const variants = (path: string) => {
    const found = plain.lookup.types.find(({ type }) =>
      `::${type.path.join('::')}`.endsWith(`::${path}`),
    )?.type.def.variant?.variants
    if (!found) throw new Error(`no type ${path}`)
    return found
  }
  change({ variants, metadata: plain })
  return `${metadata.slice(0, 12)}${registry
    .createType(`Metadata${name.slice(2)}`, plain)
    .toHex()
    .slice(2)}` as `0x${string}`
}

/** Gives the named entry this index, and its former index to the entry that had it. */
export function swapIndex(entries: readonly Variant[], name: string, index: number): void {
  const [one, other] = [
    entries.find(entry => entry.name === name),
    entries.find(entry => entry.index === index),
  ]
  if (!one) throw new Error(`no ${name}`)
  if (other) other.index = one.index
  one.index = index
}
