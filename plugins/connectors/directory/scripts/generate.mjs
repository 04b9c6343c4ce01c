/**
 * Writes what ships of the directory from what is kept by hand: `data/wallets.json`, where every
 * fact names its public source, and the icons that `fetch-icons.mjs` has brought into `data/icons`.
 * A test compares what this makes with what is committed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pictureFault } from './picture-faults.mjs'

const folder = new URL('..', import.meta.url)

/**
 * Text as a literal of our style: in the quotes that it has fewer of. JSON in a text is read faster
 * by every engine than the same as code.
 * @param {unknown} value
 */
function literal(value) {
  const text = JSON.stringify(value)
  const quote = text.split("'").length > text.split('"').length ? '"' : "'"
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
}

/** How many icons a file has. */
const groupSize = 12
/** How many wallets are suggested at most: their icons are one file, which the first view loads. */
const mostSuggested = 8
/** Those, and three that a phone lists above them. */
const firstWallets = mostSuggested + 3

/**
 * A data URL of a picture in `data/icons`, and what is noted of its file.
 * @param {string} path such as `wallets/metamask`
 */
function pictureOf(path) {
  const name = [`${path}.svg`, `${path}.webp`].find(name =>
    existsSync(new URL(`data/icons/${name}`, folder)),
  )
  if (!name) return undefined
  const bytes = readFileSync(new URL(`data/icons/${name}`, folder))
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (name.endsWith('.webp'))
    return { url: `data:image/webp;base64,${bytes.toString('base64')}`, name, hash }
  const svg = bytes.toString()
  const fault = pictureFault(svg)
  if (fault) throw new Error(`data/icons/${name} has ${fault}`)
  // What an address of a picture has to escape, and no more: it is smaller like this.
  return {
    url: `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#<>]/g, encodeURIComponent)}`,
    name,
    hash,
  }
}

/**
 * The tile of a wallet without a published icon: a wallet in white on the color of its brand.
 * @param {string} color
 */
const tileOf = color =>
  `data:image/svg+xml,${`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path fill='${color}' d='M0 0h24v24H0z'/><path fill='none' stroke='#fff' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round' d='M16 8V5.5L5.5 7.5A2 2 0 0 0 4 9.5V17a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 17v-6.5A2.5 2.5 0 0 0 17.5 8H6M16 13.8v.01'/></svg>`.replace(/[%#<>]/g, encodeURIComponent)}`

/** @typedef {'wallets' | 'networks' | 'coins' | 'tokens'} Kind */

/** The lists of tokens that ship with swaps, the most used networks first. */
const lists = new URL('../../features/swap/src/tokens/lists/', folder)
/** @returns {{ network: string, address: string, symbol: string, name: string }[]} */
function listedTokens() {
  return readdirSync(lists)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap(file =>
      [
        ...readFileSync(new URL(file, lists), 'utf8').matchAll(
          /\[\s*'(0x[\da-f]{40})',\s*\d+,\s*(['"])(.+?)\2,\s*(['"])(.+?)\4,/gi,
        ),
      ].map(([, address = '', , symbol = '', , name = '']) => ({
        network: file.replace('.ts', '').replace('-', ':'),
        address,
        symbol,
        name,
      })),
    )
}
/**
 * The picture of each token, by the part of its CAIP-19 id before the address. A listed token has
 * the picture of its symbol only under a name that a person has compared with the picture, because
 * another project may use the symbol.
 *
 * @param {import('./fetch-icons.mjs').Sources['tokens']} tokens
 * @param {ReturnType<typeof listedTokens>} listed
 */
export function tokenPictures(tokens, listed = listedTokens()) {
  /** @type {Map<string, string>} */
  const bySymbol = new Map()
  for (const [name, { symbols = [] }] of Object.entries(tokens))
    for (const symbol of [name, ...symbols]) bySymbol.set(symbol, name)
  /** @type {Map<string, { pictures: [string, string][], listed: number, unknown: string[] }>} */
  const found = new Map()
  /** @param {string} prefix */
  const placeOf = prefix => {
    const place = found.get(prefix) ?? { pictures: [], listed: 0, unknown: [] }
    found.set(prefix, place)
    return place
  }
  for (const { network, address, symbol, name } of listed) {
    const place = placeOf(`${network}/erc20:`)
    place.listed++
    const picture = bySymbol.get(symbol)
    if (picture !== undefined && tokens[picture]?.names?.includes(name))
      place.pictures.push([address, picture])
    else if (picture !== undefined) place.unknown.push(`${symbol} (${name})`)
  }
  for (const [name, { assets = [] }] of Object.entries(tokens))
    for (const asset of assets) {
      const [prefix = ''] = /^.*[:/](?=[^:/]+$)/.exec(asset) ?? []
      placeOf(prefix).pictures.push([asset.slice(prefix.length), name])
    }
  return found
}
/** @param {ReturnType<typeof tokenPictures>} found */
const pictureIndex = found =>
  [...found]
    .map(
      ([prefix, { pictures }]) =>
        `  {\n    prefix: '${prefix}',\n    pictures:\n      '${pictures.map(([address, name]) => `${address}=${name}`).join(' ')}',\n  },\n`,
    )
    .join('')

/**
 * @param {readonly string[]} paths
 * @param {import('./fetch-icons.mjs').Sources} sources
 * @param {Record<string, string>} licences
 */
function noticeOf(paths, { packages, ...places }, licences) {
  const rows = paths.map(path => {
    const [kind, id] = /** @type {[Kind, string]} */ (path.split('/'))
    const place = /** @type {import('./fetch-icons.mjs').Place} */ (places[kind][id])
    const { version, licence } = /** @type {{ version: string, licence: string }} */ (
      packages[place.package]
    )
    const { name, hash } = /** @type {{ name: string, hash: string }} */ (pictureOf(path))
    return `| ${name} | ${place.package}@${version} | ${licence} | \`${place.file}${place.name ? ` ${place.name}` : ''}\` | \`${hash}\` |`
  })
  const texts = [...new Set(Object.values(licences))]
  const sections = texts.map(
    text =>
      `### ${Object.keys(licences)
        .filter(name => licences[name] === text)
        .join(', ')}\n\n\`\`\`\n${text}\n\`\`\`\n`,
  )
  const without = Object.keys(packages).filter(name => !licences[name])
  return `# Icons of wallets, networks, coins and tokens

Written by \`npm run generate\`. The icons are marks of their owners. Their files come from these\npackages, cleaned and made smaller by \`scripts/fetch-icons.mjs\`.

| file | package | licence | file in the package | SHA-256 of what ships |
|---|---|---|---|---|
${rows.join('\n')}

## Licences

${without.join(' and ')} name the MIT licence in their \`package.json\`,\nwithout a text.

${sections.join('\n')}`
}

/**
 * @param {string} name
 * @param {readonly { file: string, prefix: string, entries: readonly [string, string][] }[]} groups
 */
const groupsFile = (name, groups) =>
  `/** Written by \`npm run generate\`: which icons a file has, and the file. */\nexport const ${name} = [\n${groups
    .map(
      ({ file, prefix, entries }) =>
        `  {\n    prefix: '${prefix}',\n    ids: '${entries.map(([id]) => id).join(' ')}',\n    load: () => import('./${file}.js'),\n  },\n`,
    )
    .join('')}] as const\n`

/**
 * Groups of `groupSize`, the first of which has its own size.
 *
 * @template Entry
 * @param {readonly Entry[]} list
 * @param {number} firstSize
 */
const inGroups = (list, firstSize) => [
  list.slice(0, firstSize),
  ...Array.from({ length: Math.ceil((list.length - firstSize) / groupSize) }, (_, at) =>
    list.slice(firstSize + at * groupSize, firstSize + (at + 1) * groupSize),
  ),
]

/** @returns {Promise<Record<string, string>>} the files by their path in the package */
export async function generate() {
  /** @param {string} name */
  const data = name => JSON.parse(readFileSync(new URL(`data/${name}`, folder), 'utf8'))
  /**
   * @type {{ version: number, date: string, wallets: { id: string, namespaces: string[], injected?:
   * object, sources: object }[] }}
   */
  const { version, date, wallets } = data('wallets.json')
  /** @type {import('./fetch-icons.mjs').Sources} */
  const sources = data('icons.json')
  const ids = wallets.map(({ id }) => id)
  for (const id of ids)
    if (Boolean(pictureOf(`wallets/${id}`)) === Boolean(sources.tiles[id]))
      throw new Error(`The wallet ${id} needs an icon or a tile in data/icons.json, and not both`)
  /** @param {string} path */
  const urlOf = path =>
    pictureOf(path)?.url ??
    tileOf(/** @type {string} */ (sources.tiles[path.replace('wallets/', '')]))
  /**
   * The id of each image with the path of its picture, most used first.
   * @type {Record<Kind, [string, string][]>}
   */
  const images = {
    wallets: ids.map(id => [id, `wallets/${id}`]),
    networks: Object.entries(sources.networks).flatMap(([name, { ids }]) =>
      ids.map(id => /** @type {[string, string]} */ ([id, `networks/${name}`])),
    ),
    coins: Object.keys(sources.coins).map(symbol => [symbol, `coins/${symbol}`]),
    tokens: Object.keys(sources.tokens).map(name => [name, `tokens/${name}`]),
  }
  const groups = Object.entries(images).flatMap(([kind, list]) =>
    inGroups(list, kind === 'wallets' ? mostSuggested : groupSize).map((entries, at) => ({
      file: `${kind}-${at + 1}`,
      prefix: kind === 'tokens' ? 'picture/' : `${kind.slice(0, -1)}/`,
      entries,
    })),
  )
  // Which names a wallet has in the page is a fact of the data that nothing here reads.
  const shipped = wallets.map(({ sources, injected, ...wallet }) => wallet)
  const [first, rest] = [shipped.slice(0, firstWallets), shipped.slice(firstWallets)]
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { namespaces } of wallets)
    counts.set(namespaces.join(' '), (counts.get(namespaces.join(' ')) ?? 0) + 1)
  const sets = [...counts].map(
    ([namespaces, count]) =>
      `  ${namespaces.includes(' ') ? `'${namespaces}'` : namespaces}: ${count},\n`,
  )
  return {
    'src/counts.ts': `/** Written by \`npm run generate\`: how many wallets there are of each set of chains. */\nexport const counts = {\n${sets.join('')}}\n`,
    'src/list/first-wallets.ts': `/** Written by \`npm run generate\`: the most used wallets, suggested to people who have none. */\nexport const firstWallets =\n  ${literal(first)}\n`,
    'src/list/wallets.ts': `/** Written by \`npm run generate\`: the other wallets. Their sources are in data/wallets.json. */\nexport const wallets =\n  ${literal({ version, date, wallets: rest })}\n`,
    'src/icons/wallet-groups.ts': groupsFile(
      'walletGroups',
      groups.filter(({ prefix }) => prefix === 'wallet/'),
    ),
    'src/icons/asset-groups.ts': groupsFile(
      'assetGroups',
      groups.filter(({ prefix }) => prefix === 'network/' || prefix === 'coin/'),
    ),
    'src/icons/token-index.ts': `${groupsFile(
      'tokenGroups',
      groups.filter(({ prefix }) => prefix === 'picture/'),
    )}/** Addresses of listed tokens and their pictures, by the beginning of their CAIP-19 ids. */
export const tokenPictures = [\n${pictureIndex(tokenPictures(sources.tokens))}] as const\n`,
    ...Object.fromEntries(
      groups.map(({ file, entries }) => [
        `src/icons/${file}.ts`,
        `/** Written by \`npm run generate\`: data URLs by id. NOTICE-icons.md says where each comes from. */\nexport const icons =\n  ${literal(Object.fromEntries(entries.map(([id, path]) => [id, urlOf(path)])))}\n`,
      ]),
    ),
    'NOTICE-icons.md': noticeOf(
      [...new Set(Object.values(images).flatMap(list => list.map(([, path]) => path)))].filter(
        pictureOf,
      ),
      sources,
      data('icon-licences.json'),
    ),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tokens } = JSON.parse(readFileSync(new URL('data/icons.json', folder), 'utf8'))
  for (const [prefix, { pictures, listed, unknown }] of tokenPictures(tokens)) {
    const of = listed ? `of ${listed} listed tokens` : 'tokens, of which no list ships,'
    process.stdout.write(`${prefix} ${pictures.length} ${of} have an icon\n`)
    for (const token of unknown)
      process.stdout.write(`  ${token}: compare it with the picture, then add its name\n`)
  }
  for (const name of readdirSync(new URL('src/icons', folder)))
    if (/-\d+\.ts$/.test(name)) rmSync(new URL(`src/icons/${name}`, folder))
  for (const [path, text] of Object.entries(await generate()))
    writeFileSync(new URL(path, folder), text)
}
