/**
 * Writes the token lists in `src/tokens/lists` from published packages, read without running an
 * install: `npm pack` of a pinned version, compared with its integrity. Run it with
 * `npm run tokens`; a test checks what is committed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { keccak_256 } from '@noble/hashes/sha3'

const folder = fileURLToPath(new URL('..', import.meta.url))
const cache = join(folder, '.cache', 'token-lists')
const most = 100

/** @type {Readonly<Record<string, { version: string, license: string, integrity: string }>>} */
const packages = {
  '@aave-dao/aave-address-book': {
    version: '4.68.1',
    license: 'MIT',
    integrity:
      'sha512-Tw1j/0OGN90m6cpaiNwpizxkBq4XzVgJqhz/fWdq9wF7yc2MAghVrsRWrCICBUiG+P7GKYd84mwULH0XVW3QTA==',
  },
  '@lifi/data-types': {
    version: '7.1.0',
    license: 'Apache-2.0',
    integrity:
      'sha512-aTWdtI/pldyMK+KKfwSrn3T+gCDuapIGlcJ8L/cSpoV8+znLHuM8ocrtB3//q5QN15TBy1hcLBYhBnqb0uheBg==',
  },
  // The numbers of the chains in `@lifi/data-types`.
  '@lifi/types': {
    version: '18.4.0',
    license: 'Apache-2.0',
    integrity:
      'sha512-H0c2fwrS7fyPLVzEf8UydZ1rfNXCxW7TGfsqf0goGH2BiLIkcBAVIpiCzuIB+YBgKCwZ53wIvgBa+6AZe7Y5PQ==',
  },
  'blockchain-addressbook': {
    version: '0.54.111',
    license: 'MIT',
    integrity:
      'sha512-LVRv5bJ07nbGRlVLxD5PhHOiJ/YKzbvLRwMEEeCfg2YrgR6K/en2J3SgILbG6nnTnwDNd9tlan5wYcuHmAL+6g==',
  },
  // Addresses and ranks alone: it has no decimals.
  '@web3icons/common': {
    version: '0.11.51',
    license: 'MIT',
    integrity:
      'sha512-ZXaTW/P6ReLHmkYQcxP8OcPoUrSmgPlsFKVboiG/cVSIkz0mHNP1tIFhf9zPOQaQm20yqTc+uuNuXb2ywHzI1A==',
  },
}

/** The networks of [S9.22], by what `@web3icons/common` and `blockchain-addressbook` call them. */
const networks = [
  { chainId: 1, icons: 'ethereum', book: 'ethereum' },
  { chainId: 10, icons: 'optimistic-ethereum', book: 'optimism' },
  { chainId: 56, icons: 'binance-smart-chain', book: 'bsc' },
  { chainId: 100, icons: 'xdai', book: 'gnosis' },
  { chainId: 137, icons: 'polygon-pos', book: 'polygon' },
  { chainId: 250, icons: 'fantom', book: 'fantom' },
  { chainId: 324, icons: 'zksync', book: 'zksync' },
  { chainId: 8217, icons: 'klay-token', book: undefined },
  { chainId: 8453, icons: 'base', book: 'base' },
  { chainId: 42161, icons: 'arbitrum-one', book: 'arbitrum' },
  { chainId: 43114, icons: 'avalanche', book: 'avax' },
  { chainId: 1313161554, icons: 'aurora', book: 'aurora' },
]

/**
 * Tokens whose symbols contradict each other, with the one that their contract answers. All other
 * contradictions are left out.
 */
const settled = new Map([
  ['137:0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', 'WETH'],
  ['137:0xc2132d05d31c914a87c6611c10748aeb04b58e8f', 'USDT0'],
  ['43114:0x49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab', 'WETH.e'],
  ['43114:0x63a72806098bd3d9520cc43356dd78afe5d386d9', 'AAVE.e'],
  ['43114:0x5947bb275c521040051d82396192181b413227a3', 'LINK.e'],
  ['43114:0x50b7545627a5162f82a992c33b87adc75187b218', 'WBTC.e'],
  ['43114:0xc7198437980c041c805a1edcba50c1ce5db95118', 'USDT.e'],
  ['43114:0xd586e7f844cea2f87f50152665bcbc2c279d8d70', 'DAI.e'],
  ['43114:0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664', 'USDC.e'],
])

/**
 * @typedef {{ source: string, url: string, chainId: number, address: string, symbol: string, name:
 * string, decimals?: number, rank?: number }} Entry
 */

/** The folder of a package, downloaded once. @param {string} name */
function fetchPackage(name) {
  const { version, license, integrity } = packages[name] ?? {}
  const target = join(cache, 'node_modules', name)
  if (!existsSync(target)) {
    mkdirSync(target, { recursive: true })
    const file = execFileSync(
      'npm',
      ['pack', '--silent', '--pack-destination', cache, `${name}@${version}`],
      { encoding: 'utf8' },
    ).trim()
    const archive = join(cache, file)
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (found !== integrity) {
      rmSync(target, { recursive: true })
      throw new Error(
        `${name}@${version} has the integrity ${found}, not ${integrity}. Do not use it.`,
      )
    }
    execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1'])
  }
  const found = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).license
  if (found !== license)
    throw new Error(`${name}@${version} has the license ${found}, not ${license}.`)
  return target
}
/** Where a reader finds a file of a package. @param {string} name @param {string} path */
const urlOf = (name, path) => `https://unpkg.com/${name}@${packages[name]?.version}/${path}`
/** @param {string} name @param {string} path */
const load = (name, path) => import(pathToFileURL(join(fetchPackage(name), path)).href)

/** @returns {Promise<Entry[]>} */
async function readEntries() {
  fetchPackage('@lifi/types')
  /** @type {Entry[]} */
  const entries = []

  const aave = '@aave-dao/aave-address-book'
  const { tokens } = JSON.parse(readFileSync(join(fetchPackage(aave), 'tokenlist.json'), 'utf8'))
  for (const { chainId, address, symbol, name, decimals, tags } of tokens)
    if (tags.includes('underlying'))
      entries.push({
        source: aave,
        url: urlOf(aave, 'tokenlist.json'),
        chainId,
        address,
        symbol,
        name,
        decimals,
      })

  const lifi = '@lifi/data-types'
  const { basicCoins } = await load(lifi, 'src/_esm/coins/coins.js')
  for (const { key, name, chains } of basicCoins)
    for (const [chainId, { address, decimals, symbol = key, name: own = name }] of Object.entries(
      chains,
    ))
      entries.push({
        source: lifi,
        url: urlOf(lifi, 'src/_esm/coins/coins.js'),
        chainId: Number(chainId),
        address,
        symbol,
        name: own,
        decimals,
      })

  const beefy = 'blockchain-addressbook'
  const { addressBook } = createRequire(import.meta.url)(
    join(fetchPackage(beefy), 'build/address-book/index.js'),
  )
  for (const { chainId, book } of networks)
    for (const { address, symbol, name, decimals } of Object.values(
      (book && addressBook[book]?.tokens) || {},
    ))
      entries.push({
        source: beefy,
        url: urlOf(beefy, `build/address-book/${book}/tokens/tokens.js`),
        chainId,
        address,
        symbol,
        name,
        decimals,
      })

  const icons = '@web3icons/common'
  const { tokens: ranked } = await load(icons, 'dist/metadata/tokens.js').then(
    ({ default: found, tokens: named }) => ({ tokens: named ?? found }),
  )
  for (const { symbol, name, addresses, marketCapRank } of ranked)
    for (const { chainId, icons: network } of networks)
      if (addresses?.[network])
        entries.push({
          source: icons,
          url: urlOf(icons, 'dist/metadata/tokens.js'),
          chainId,
          address: addresses[network],
          symbol: symbol.toUpperCase(),
          name,
          rank: marketCapRank ?? undefined,
        })
  return entries.filter(({ address }) => /^0x[0-9a-f]{40}$/i.test(address) && BigInt(address) > 0n)
}

/** ERC-55. @param {string} address */
function checksum(address) {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(digits)).toString('hex')
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}
/** The same for `USDC.e` and `USDCe`, `USD₮0` and `USDT0`. @param {string} symbol */
const plain = symbol =>
  symbol
    .replace('₮', 'T')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
/** @template Item @param {readonly Item[]} items @param {(item: Item) => string} keyOf */
function groupBy(items, keyOf) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/**
 * One token of all that is said of its address; undefined where that contradicts itself, or lacks
 * the decimals.
 * @param {readonly Entry[]} entries
 */
function tokenOf(entries) {
  const [first] = entries
  const counted = entries.filter(({ decimals }) => decimals !== undefined)
  const [read] = counted
  if (!first || !read || counted.some(({ decimals }) => decimals !== read.decimals))
    return undefined
  const sources = new Set(entries.map(({ source }) => source))
  const agreed = entries.find(one =>
    [...sources].every(source =>
      entries.some(other => other.source === source && plain(other.symbol) === plain(one.symbol)),
    ),
  )
  const symbol =
    settled.get(`${first.chainId}:${first.address.toLowerCase()}`) ??
    agreed?.symbol.replace('₮', 'T')
  if (!symbol) return undefined
  const name = (entries.find(({ source }) => source === '@web3icons/common') ?? read).name.trim()
  const rank = Math.min(...entries.map(one => one.rank ?? Number.POSITIVE_INFINITY))
  return {
    address: checksum(first.address),
    decimals: read.decimals ?? 0,
    symbol,
    name,
    url: read.url,
    sources: sources.size,
    rank,
  }
}

/** @param {number} chainId @param {readonly Entry[]} entries */
function tokensOf(chainId, entries) {
  const own = entries.filter(one => one.chainId === chainId)
  const tokens = [...groupBy(own, ({ address }) => address.toLowerCase()).values()].flatMap(
    group => tokenOf(group) ?? [],
  )
  // Where enough is known, two sources have to know a token. Kaia has one source.
  const confirmed = tokens.filter(({ sources }) => sources > 1)
  const usable = confirmed.length ? confirmed : tokens
  const bySources = [...usable].sort((one, other) => other.sources - one.sources)
  const unique = [...groupBy(bySources, ({ symbol }) => plain(symbol)).values()].flatMap(
    ([best, next]) =>
      // Two tokens of one symbol that are equally well known are indistinguishable.
      !best || (next && next.sources === best.sources) ? [] : [best],
  )
  return unique
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        other.sources - one.sources ||
        (one.symbol < other.symbol ? -1 : 1),
    )
    .slice(0, most)
}

/** @returns {Promise<Record<string, string>>} the files by their path in the package */
async function generate() {
  const entries = await readEntries()
  return Object.fromEntries(
    networks.map(({ chainId }) => {
      const tokens = tokensOf(chainId, entries)
      const urls = [...new Set(tokens.map(({ url }) => url))].sort()
      const quote = (/** @type {string} */ text) =>
        text.includes("'") ? JSON.stringify(text) : `'${text}'`
      const rows = tokens.map(
        ({ address, decimals, symbol, name, url }) =>
          `  ['${address}', ${decimals}, ${quote(symbol)}, ${quote(name)}, ${urls.indexOf(url)}],\n`,
      )
      const text = [
        `/** Written by \`scripts/token-lists.mjs\`: tokens of eip155:${chainId}. */\n`,
        "import type { TokenRow } from '../token-rows.js'\n\n",
        '/** Where the addresses were read. */\n',
        `export const urls: readonly string[] = [${urls.length > 1 ? `\n${urls.map(url => `  '${url}',\n`).join('')}` : urls.map(url => `'${url}'`).join('')}]\n`,
        `export const rows: readonly TokenRow[] = [\n${rows.join('')}]\n`,
      ]
      return [`src/tokens/lists/eip155-${chainId}.ts`, text.join('')]
    }),
  )
}

mkdirSync(join(folder, 'src', 'lazy', 'tokens'), { recursive: true })
for (const [path, text] of Object.entries(await generate())) writeFileSync(join(folder, path), text)
