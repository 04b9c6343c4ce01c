/**
 * On the devnet's Solana ledger: an account's collectibles, as Metaplex and Token-2022 write them.
 */
import { type SolanaLedger, startSolanaLedger } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { type NftPage, nftsCapability } from '@portico/kernel/capabilities'
import { base58 } from '@scure/base'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splToken, tokenMetadataProgram, tokenPrograms } from '../src/transactions/programs.js'
import { never } from './bench.js'
import { startWorld, type World } from './world.js'

let ledger: SolanaLedger
let world: World
let owner: string
beforeAll(async () => {
  ledger = await startSolanaLedger()
  owner = ledger.accounts[6].address
  world = await startWorld(ledger)
})
afterAll(async () => {
  world.stop()
  await ledger.stop()
})

const token2022 = tokenPrograms[1] ?? ''
/** Keys in the order of their text. */
const keyOf = (at: number) =>
  base58.encode(Uint8Array.from({ length: 32 }, (_, byte) => (byte === 31 ? at : 9)))
const text = (words: string, length = Buffer.byteLength(words)) => {
  const bytes = Buffer.alloc(4 + length)
  bytes.writeUInt32LE(length)
  bytes.write(words, 4)
  return bytes
}
interface Made {
  readonly supply?: bigint
  readonly decimals?: number
  readonly held?: bigint
  readonly program?: string
  /** The bytes after the mint. */
  readonly more?: Buffer
}
/** A mint and the account that holds some of it, as the programs lay them out. */
function mint(
  at: number,
  {
    supply = 1n,
    decimals = 0,
    held = supply,
    program = splToken,
    more = Buffer.alloc(0),
  }: Made = {},
): string {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(supply, 36)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  ledger.put(
    keyOf(at),
    program,
    more.length ? Buffer.concat([data, Buffer.alloc(83), Buffer.of(1), more]) : data,
  )
  const account = Buffer.alloc(165)
  account.set(base58.decode(keyOf(at)), 0)
  account.set(base58.decode(owner), 32)
  account.writeBigUInt64LE(held, 64)
  account.writeUInt8(1, 108)
  ledger.put(
    keyOf(at + 128),
    program,
    program === splToken ? account : Buffer.concat([account, Buffer.of(2)]),
  )
  return keyOf(at)
}
async function describeByMetaplex(
  one: string,
  name: string,
  uri: string,
  about = one,
): Promise<void> {
  const bytes = getAddressEncoder()
  const programAddress = address(tokenMetadataProgram)
  const [place] = await getProgramDerivedAddress({
    programAddress,
    seeds: ['metadata', bytes.encode(programAddress), bytes.encode(address(one))],
  })
  const body = [
    Buffer.of(4),
    Buffer.alloc(32),
    base58.decode(about),
    text(name, 32),
    text('HRB', 10),
    text(uri, 200),
    Buffer.alloc(10),
  ]
  ledger.put(place, tokenMetadataProgram, Buffer.concat(body))
}
const page = async (cursor?: string): Promise<NftPage> => {
  const account: Account = {
    namespace: 'solana',
    address: owner,
    type: 'eoa',
    connection: 'solana/test',
  }
  const found = await world
    .offer(nftsCapability)
    .page(
      account,
      world.network.caipNetworkId,
      { collections: [], ...(cursor && { cursor }) },
      never(),
    )
  return found ?? { items: [] }
}

describe('the collectibles of an account', () => {
  it('the collectibles of an account are the mints without decimals and with a supply of one, with the metadata of Metaplex or of Token-2022', async () => {
    expect(await page()).toEqual({ items: [] })
    const harbor = mint(1)
    await describeByMetaplex(harbor, 'Harbor', 'https://cards.example/1.json')
    const words = Buffer.concat([
      Buffer.alloc(32),
      base58.decode(keyOf(2)),
      text('Storm'),
      text(''),
      text('ar://storm'),
      Buffer.alloc(4),
    ])
    const head = Buffer.alloc(4)
    head.writeUInt16LE(19)
    head.writeUInt16LE(words.length, 2)
    const storm = mint(2, {
      program: token2022,
      more: Buffer.concat([Buffer.from([3, 0, 2, 0, 7, 7]), head, words]),
    })
    const mute = mint(3)
    const liar = mint(4)
    await describeByMetaplex(liar, 'Another', 'https://cards.example/4.json', harbor)
    mint(5, { supply: 1_000n, held: 1n })
    mint(6, { decimals: 6 })
    mint(7, { held: 0n })
    const network = world.network.caipNetworkId
    const { items, next } = await page()
    expect(next).toBeUndefined()
    expect(Object.fromEntries(items.map(({ tokenId, ...one }) => [tokenId, one]))).toEqual({
      [harbor]: {
        asset: `${network}/nft:${harbor}`,
        network,
        standard: 'metaplex',
        amount: 1n,
        address: harbor,
        name: 'Harbor',
        collection: 'HRB',
        metadata: 'https://cards.example/1.json',
      },
      [storm]: {
        asset: `${network}/nft:${storm}`,
        network,
        standard: 'token-2022',
        amount: 1n,
        address: storm,
        name: 'Storm',
        metadata: 'ar://storm',
      },
      [mute]: {
        asset: `${network}/nft:${mute}`,
        network,
        standard: 'token',
        amount: 1n,
        address: mute,
      },
      [liar]: {
        asset: `${network}/nft:${liar}`,
        network,
        standard: 'token',
        amount: 1n,
        address: liar,
      },
    })
  })

  it('the collectibles of an account are read a page at a time', async () => {
    for (let at = 10; at < 40; at++) mint(at)
    const first = await page()
    // One of the first 24 mints is a token with a supply above one.
    expect([first.items.length, first.next]).toEqual([23, '24'])
    const last = await page(first.next)
    expect(last.next).toBeUndefined()
    expect(new Set([...first.items, ...last.items].map(({ tokenId }) => tokenId)).size).toBe(34)
  })
})
