import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(data => createHash('sha256').update(data).digest())

/**
 * By the start of the hash of the first block. Networks for tests share what they did not change.
 */
const networks: Readonly<
  Record<string, { readonly prefix: string; readonly versions: readonly number[] }>
> = {
  'bip122:000000000019d6689c085ae165831e93': { prefix: 'bc', versions: [0x00, 0x05] },
  'bip122:000000000933ea01ad0ee984209779ba': { prefix: 'tb', versions: [0x6f, 0xc4] },
  'bip122:00000008819873e925422c1ff0f99f7c': { prefix: 'tb', versions: [0x6f, 0xc4] },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { prefix: 'bcrt', versions: [0x6f, 0xc4] },
}

/**
 * An address of this network with a good checksum, as it is compared, or undefined. Of a network
 * that is not known here, nothing is an address.
 */
export function readBitcoinAddress(text: string, chain: string): string | undefined {
  const network = networks[chain]
  if (!network || text.length > 90) return undefined
  if (text.toLowerCase().startsWith(`${network.prefix}1`))
    return isSegwit(text) ? text.toLowerCase() : undefined
  try {
    const decoded = base58check.decode(text)
    return decoded.length === 21 && network.versions.includes(decoded[0] ?? -1) ? text : undefined
  } catch {
    return undefined
  }
}

function isSegwit(text: string): boolean {
  const old = bech32.decodeUnsafe(text)
  const [version = -1, ...program] = (old ?? bech32m.decodeUnsafe(text))?.words ?? []
  const bytes = bech32.fromWordsUnsafe(program)
  return Boolean(
    bytes &&
      bytes.length >= 2 &&
      bytes.length <= 40 &&
      version <= 16 &&
      (version === 0) === Boolean(old),
  )
}
