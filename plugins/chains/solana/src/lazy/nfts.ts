/** What an account has one of: mints without decimals of which there is a single piece, with what Metaplex or Token-2022 say of them. */
import { displayText, type NetworkId, type Nft, type Nfts } from '@portico/kernel/contracts'
import { holdingsOf } from './balances.js'
import { readBase58, sameBytes } from './keys.js'
import { accountsAt } from './node-accounts.js'
import type { NodeAccount } from './node-answers.js'
import { tokenMetadataProgram, tokenPrograms } from './programs.js'
import type { RpcOf } from './rpc.js'
import { readMint, readMintEntry } from './token-accounts.js'

/** Two accounts for each: a node answers a hundred at once. */
const pageSize = 24
// Token-2022: the entry of a mint that describes it. Metaplex: the first byte of an account that does.
const [describes, isMetadata] = [19, 4]

interface Words {
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

export function createNfts(rpcOf: RpcOf): Pick<Nfts, 'page'> {
  return {
    /** The cursor counts mints, in the order of their keys. Compressed ones stand in no account: an indexer tells of those. */
    async page(account, network, { cursor = '0' }, signal) {
      const rpc = rpcOf(network)
      const found = await Promise.all(tokenPrograms.map(programId => holdingsOf(rpc, account, { programId }, signal)))
      const infos = found.flat().map(holding => holding.account.data.parsed.info)
      const single = infos.filter(({ tokenAmount }) => tokenAmount.decimals === 0 && tokenAmount.amount === 1n).map(({ mint }) => mint)
      const mints = [...new Set(single)].sort()
      const from = Number(cursor) || 0
      const asked = mints.slice(from, from + pageSize)
      if (!asked.length) return { items: [] }
      const { metadataAddress } = await import('./metadata-address.js')
      const places = await Promise.all(asked.map(metadataAddress))
      const accounts = await accountsAt(rpc, [...asked, ...places], signal)
      const items = asked.flatMap((mint, at) => nftOf(mint, accounts[at], accounts[asked.length + at], network) ?? [])
      return { items, ...(from + pageSize < mints.length && { next: String(from + pageSize) }) }
    },
  }
}

/** Undefined: there is more than one piece of it, so that it is a token without decimals, or nothing stands there. */
function nftOf(mint: string, account: NodeAccount | undefined, metadata: NodeAccount | undefined, network: NetworkId): Nft | undefined {
  if (!account || readMint(account) !== 0 || supplyOf(account) !== 1n) return undefined
  const entry = readMintEntry(account, describes)
  const own = entry && wordsIn(entry, 32, mint)
  const words = own ?? (metadata?.owner === tokenMetadataProgram && metadata.data[0] === isMetadata ? wordsIn(metadata.data, 33, mint) : undefined)
  const collection = displayText(words?.symbol, 24)
  const name = displayText(words?.name)
  return {
    asset: `${network}/nft:${mint}`,
    network,
    standard: own ? 'token-2022' : words ? 'metaplex' : 'token',
    tokenId: mint,
    amount: 1n,
    address: mint,
    ...(name && { name }),
    ...(collection && { collection }),
    ...(words?.uri && { metadata: words.uri }),
  }
}
const supplyOf = ({ data }: NodeAccount) => new DataView(data.buffer, data.byteOffset).getBigUint64(36, true)

/** The mint at `at`, then three texts, each with its length before it. Undefined where it is about another mint, or ends too early. */
function wordsIn(data: Uint8Array, at: number, mint: string): Words | undefined {
  const key = readBase58(mint, 32)
  if (!key || !sameBytes(data.subarray(at, at + 32), key)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const texts: string[] = []
  let from = at + 32
  while (texts.length < 3) {
    if (from + 4 > data.length) return undefined
    const length = view.getUint32(from, true)
    if (from + 4 + length > data.length) return undefined
    // Metaplex fills them up with zeros.
    texts.push(new TextDecoder().decode(data.subarray(from + 4, from + 4 + length)).replace(/\0+$/, ''))
    from += 4 + length
  }
  const [name = '', symbol = '', uri = ''] = texts
  return { name, symbol, uri }
}
