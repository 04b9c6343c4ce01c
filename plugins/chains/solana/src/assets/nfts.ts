/**
 * Reads an account's collectibles: mints without decimals and with a supply of one, with metadata
 * from Metaplex or Token-2022.
 */
import type { Nft, Nfts } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import { readBase58, sameBytes } from '../messages/keys.js'
import { accountsAt } from '../node/node-accounts.js'
import type { NodeAccount } from '../node/node-answers.js'
import type { RpcOf } from '../node/rpc.js'
import { tokenMetadataProgram, tokenPrograms } from '../transactions/programs.js'
import { holdingsOf } from './balances.js'
import { readMint, readMintEntry } from './token-accounts.js'

/** Each needs two accounts, and a node returns a hundred at once. */
const pageSize = 24
// Token-2022: the mint's metadata entry. Metaplex: the first byte of a metadata account.
const [describes, isMetadata] = [19, 4]

interface Words {
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

export function createNfts(rpcOf: RpcOf): Pick<Nfts, 'page'> {
  return {
    /**
     * The cursor counts mints, in the order of their keys. Compressed NFTs have no account, so only
     * an indexer lists them.
     */
    async page(account, network, { cursor = '0' }, signal) {
      const rpc = rpcOf(network)
      const found = await Promise.all(
        tokenPrograms.map(programId => holdingsOf(rpc, account, { programId }, signal)),
      )
      const infos = found.flat().map(holding => holding.account.data.parsed.info)
      const single = infos
        .filter(({ tokenAmount }) => tokenAmount.decimals === 0 && tokenAmount.amount === 1n)
        .map(({ mint }) => mint)
      const mints = [...new Set(single)].sort()
      const from = Number(cursor) || 0
      const pageMints = mints.slice(from, from + pageSize)
      if (!pageMints.length) return { items: [] }
      const { metadataAddress } = await import('./metadata-address.js')
      const places = await Promise.all(pageMints.map(metadataAddress))
      const accounts = await accountsAt(rpc, [...pageMints, ...places], signal)
      const items = pageMints.flatMap(
        (mint, at) => nftOf(mint, accounts[at], accounts[pageMints.length + at], network) ?? [],
      )
      return { items, ...(from + pageSize < mints.length && { next: String(from + pageSize) }) }
    },
  }
}

/**
 * Undefined: the supply is above one, so it is a token without decimals, or the mint does not
 * exist.
 */
function nftOf(
  mint: string,
  account: NodeAccount | undefined,
  metadata: NodeAccount | undefined,
  network: NetworkId,
): Nft | undefined {
  if (!account || readMint(account) !== 0 || supplyOf(account) !== 1n) return undefined
  const entry = readMintEntry(account, describes)
  const own = entry && wordsIn(entry, 32, mint)
  const words =
    own ??
    (metadata?.owner === tokenMetadataProgram && metadata.data[0] === isMetadata
      ? wordsIn(metadata.data, 33, mint)
      : undefined)
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
const supplyOf = ({ data }: NodeAccount) =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(36, true)

/**
 * Reads the mint at `at`, then three texts with their lengths. Undefined where the mint differs, or
 * the data ends too early.
 */
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
    // Metaplex pads them with zeros.
    texts.push(
      new TextDecoder().decode(data.subarray(from + 4, from + 4 + length)).replace(/\0+$/, ''),
    )
    from += 4 + length
  }
  const [name = '', symbol = '', uri = ''] = texts
  return { name, symbol, uri }
}
