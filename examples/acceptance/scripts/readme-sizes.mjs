import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { weighAll } from '../size/all-uses.mjs'
import { pluginHosts } from '../size/hosts.mjs'
import { root, workspaces } from './workspaces.mjs'

/** @typedef {{ id: string, gzipBytes: number, budgetBytes: number }} Row */

const file = join(root, 'README.md')
const place = /(?<=<!-- sizes[^\n]*-->\n).*?(?=<!-- \/sizes -->)/s

/**
 * The plugins that are published, in the order of the workspaces.
 * @returns {{ name: string, folder: string, does: string }[]}
 */
export function listedPlugins() {
  return workspaces().flatMap(({ name, folder, published, manifest }) =>
    folder.startsWith('plugins/') && published
      ? [{ name, folder, does: String(manifest.description).replace(/ for Portico\.$|\.$/, '') }]
      : [],
  )
}

const kilobytes = (/** @type {number | undefined} */ bytes) =>
  bytes === undefined || Number.isNaN(bytes) ? 'not measured' : `${(bytes / 1024).toFixed(1)} kB`

/**
 * @param {readonly Row[]} rows as `npm run size -- --json` prints them
 * @param {ReadonlyMap<string, number>} [used] bytes that each plugin loads once all of it is used,
 * by folder
 */
export function sizesTable(rows, used = new Map()) {
  const sizeOf = (/** @type {string} */ id) => kilobytes(rows.find(row => row.id === id)?.gzipBytes)
  const optional = new Set(pluginHosts().map(({ folder }) => folder))
  const plugins = listedPlugins().map(({ name, folder, does }) => {
    const size = optional.has(folder)
      ? sizeOf(`plugin/${folder.split('/').at(-1)}`)
      : 'in every host'
    return `| [${name}](${folder}) | ${does} | ${size} | ${kilobytes(used.get(folder))} |`
  })
  return `\n${[
    '| plugin | what it brings | included, unused | all of it used |',
    '| --- | --- | --- | --- |',
    ...plugins,
    '',
    'All of it used: everything that it loads in English, with the libraries that it brings and without',
    'shipped icons, of which a page loads those that it shows. No visit uses all of it at once.',
    '',
    '| a page | gzip |',
    '| --- | --- |',
    `| a React app before the click, beyond its own React | ${sizeOf('boot/one-chain')} |`,
    `| the same with the Connect view open | ${sizeOf('first-view/one-chain')} |`,
    `| the same for a visitor with three wallets, whose rows it shows | ${sizeOf('first-view/one-chain/three-wallets')} |`,
    `| a page with four chains, WalletConnect and every feature before the click | ${sizeOf('boot/real-page')} |`,
    `| the same with the Connect view open | ${sizeOf('first-view/real-page')} |`,
    `| a page without React before the click | ${sizeOf('boot/plain')} |`,
    `| the same with the Connect view open, React included | ${sizeOf('first-view/plain')} |`,
    `| the kernel alone | ${sizeOf('kernel')} |`,
  ].join('\n')}\n\n`
}

/** Writes what was measured into the README. @param {readonly Row[]} rows */
export async function writeSizes(rows) {
  /** @type {Map<string, number>} */
  const used = new Map()
  for (const { folder } of listedPlugins()) used.set(folder, await weighAll(folder))
  const text = readFileSync(file, 'utf8')
  if (!place.test(text))
    throw new Error('README.md has no place for sizes: <!-- sizes --> … <!-- /sizes -->.')
  writeFileSync(
    file,
    text.replace(place, () => sizesTable(rows, used)),
  )
}
