/**
 * Writes what ships of the directory from what is kept by hand: `data/wallets.json`, where every fact names its public source, and the icons of `@web3icons/core`.
 * A test compares what this makes with what is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('..', import.meta.url)

/** Text as a literal of our style. JSON in a text is read faster by every engine than the same as code. @param {unknown} value */
const literal = value => `'${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The picture of a wallet: one svg, in one line. @param {string} name of the icon */
async function svgOf(name) {
  const { default: svg } = await import(`@web3icons/core/svgs/wallets/background/${name}.svg.js`)
  return svg.replace(/\s*\n\s*/g, '').replace(/ class="[^"]*"/, '')
}

/** @returns {Promise<Record<string, string>>} the files by their path in the package */
export async function generate() {
  /** @type {{ version: number, date: string, wallets: { id: string, namespaces: string[], icon?: string, injected?: object, sources: object }[] }} */
  const { version, date, wallets } = JSON.parse(readFileSync(new URL('data/wallets.json', folder), 'utf8'))
  const pictures = await Promise.all(wallets.flatMap(({ id, icon }) => (icon ? [svgOf(icon).then(svg => [id, svg])] : [])))
  // Which names a wallet has in the page is a fact of the data that nothing here reads.
  const shipped = wallets.map(({ sources, icon, injected, ...wallet }) => wallet)
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { namespaces } of wallets) counts.set(namespaces.join(' '), (counts.get(namespaces.join(' ')) ?? 0) + 1)
  const sets = [...counts].map(([namespaces, count]) => `  ${namespaces.includes(' ') ? `'${namespaces}'` : namespaces}: ${count},\n`)
  return {
    'src/counts.ts': `/** Written by \`npm run generate\` from data/wallets.json: how many wallets there are of each set of chains. */\nexport const counts = {\n${sets.join('')}}\n`,
    'src/list/wallets.ts': `/** Written by \`npm run generate\` from data/wallets.json, where the source of every fact stands. */\nexport const wallets =\n  ${literal({ version, date, wallets: shipped })}\n`,
    'src/list/icons.ts': `/** Written by \`npm run generate\`: the icons of \`@web3icons/core\` (MIT) by the id of their wallet. */\nexport const icons =\n  ${literal(Object.fromEntries(pictures))}\n`,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const [path, text] of Object.entries(await generate())) writeFileSync(new URL(path, folder), text)
