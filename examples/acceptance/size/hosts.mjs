import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { rolldown } from 'rolldown'
import { build } from 'vite'
import { cache, root, workspaces } from '../scripts/workspaces.mjs'

const kB = 1024

/** Rows land at least 4 % below the limit of their page, so that a small addition fits. */
const margin = 0.96

/**
 * What each row may cost at most, in bytes of gzip -9. The limits of pages are 18 kB with the page
 * for one chain, 24 kB for four and 32 kB for the real page; until the Connect view is complete 40,
 * 50 and 60 kB, and 6 kB for icons. With one chain there is no margin.
 */
export const budgets = new Map([
  ['kernel', 9.4 * kB],
  ['boot/one-chain', 18 * kB],
  ['boot/four-chains', margin * 24 * kB],
  ['boot/real-page', margin * 32 * kB],
  ['boot/defaults', 48 * kB],
  ['boot/plain', 18.15 * kB],
  ['first-view/one-chain', 40 * kB],
  ['first-view/one-chain/three-wallets', 40 * kB],
  ['first-view/four-chains', margin * 50 * kB],
  ['first-view/four-chains/three-wallets', margin * 50 * kB],
  // With 6 kB for the icons of known wallets (decision 85).
  ['first-view/real-page', 65 * kB],
  ['first-view/real-page/three-wallets', 65 * kB],
  // Ours: React is part of it, and so are the rows of the wallets, which an idle page prefetches
  // for every visitor.
  ['first-view/plain', 106 * kB],
])

/** Included but unused, by the folder a plugin stands in. @type {Record<string, number>} */
const pluginBudgets = { base: 1 * kB, features: 1 * kB, chains: 3 * kB, connectors: 2 * kB }
/**
 * Balances also bring two rows of Settings, the values by network and the page of a token; sign-in
 * also decides what follows a connection, and what the modal opens with.
 */
const largerBudgets = new Map([
  ['balances', 1.35 * kB],
  ['siwx', 1.1 * kB],
])
/**
 * Plugins whose service another one needs: its row is what it adds to them.
 * @type {Record<string, string>}
 */
const needs = { send: 'transactions', swap: 'transactions' }

/**
 * How a host includes a plugin, where it is not by calling the function of its name without
 * options.
 * @type {Record<string, string>}
 */
const calls = {
  eip155: 'eip155({ networks: [mainnet] })',
  // Without them it lists nothing, and is less than what hosts have.
  walletconnect: "walletconnect({ relayUrl: 'wss://relay.example', projectId: 'example' })",
}
const imports = { eip155: 'eip155, mainnet' }

/**
 * Every plugin of this repository that `createPortico` does not include by itself, each to be
 * measured in a separate host.
 *
 * @returns {{ name: string, folder: string, budgetBytes: number, marker: string, source: string,
 * needs?: string }[]} `marker`: its plugin id, which stands in its code
 */
export function pluginHosts() {
  return workspaces().flatMap(({ name: pkg, folder, published }) => {
    const [, kind = '', name = ''] =
      folder.match(/^plugins\/(chains|connectors|features|base(?=\/transactions$))\/([^/]+)$/) ?? []
    const budgetBytes = largerBudgets.get(name) ?? pluginBudgets[kind]
    if (budgetBytes === undefined || !published) return []
    const named = /** @type {Record<string, string>} */ (imports)[name] ?? name
    const needed = needs[name]
    const [line, call] = needed
      ? [`import { ${needed} } from '@portico/plugin-${needed}'\n`, `${needed}(), `]
      : ['', '']
    const source = `import { createPortico } from '@portico/sdk'\n${line}import { ${named} } from '${pkg}'\ncreatePortico({ plugins: [${call}${calls[name] ?? `${name}()`}] })\n`
    return [
      {
        name,
        folder,
        budgetBytes,
        marker: `${kind.replace(/s$/, '')}/${name}`,
        source,
        ...(needed && { needs: needed }),
      },
    ]
  })
}

/**
 * @typedef {object} BuiltHost
 * @property {string} name
 * @property {string} folder of the built page
 * @property {boolean} opens whether its button opens the modal
 * @property {string[]} absent names of the plugins that it does not include
 * @property {string[]} found where something of those stands in it nevertheless; empty when all is
 * well
 * @property {Record<string, string[]>} modules what each emitted file is made of, largest first,
 * with its share of the text before minification
 * @property {string} [problem] why it could not be built
 */

/** @typedef {{ name: string, folder: string, opens: boolean, includes: string[] }} Host */

/** Writes a generated host page. @param {string} name @param {string} source */
function writeHost(name, source) {
  const folder = join(cache, 'size', 'hosts', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.js'), source)
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>host</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
  )
  return folder
}

/** @returns {Host[]} */
function hosts() {
  const kept = join(root, 'examples', 'acceptance', 'size', 'hosts')
  const all = pluginHosts().map(({ name }) => name)
  const host = (
    /** @type {string} */ name,
    /** @type {boolean} */ opens,
    /** @type {string[]} */ includes,
  ) => ({
    name,
    folder: join(kept, name),
    opens,
    includes,
  })
  return [
    host('kernel', false, []),
    host('react', false, []),
    host('react-host', true, ['eip155']),
    host('plain-host', true, ['eip155']),
    host('four-chains-host', true, ['eip155', 'solana', 'bip122', 'polkadot']),
    host('defaults-host', true, all),
    host(
      'real-page-host',
      true,
      all.filter(name => name !== 'safe'),
    ),
    {
      name: 'bare',
      folder: writeHost(
        'bare',
        "import { createPortico } from '@portico/sdk'\ncreatePortico({ plugins: [] })\n",
      ),
      opens: false,
      includes: [],
    },
    ...pluginHosts().map(({ name, source, needs: needed }) => ({
      name: `with-${name}`,
      folder: writeHost(`with-${name}`, source),
      opens: false,
      includes: needed ? [needed, name] : [name],
    })),
  ]
}

/** @param {string} folder @returns {{ file: string, text: string }[]} */
const scriptsOf = folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .map(file => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** @param {Record<string, { renderedLength: number }>} modules @returns {string[]} */
function sharesOf(modules) {
  const lengths = Object.entries(modules).map(([id, { renderedLength }]) => ({
    name: id.replace(`${root}/`, ''),
    renderedLength,
  }))
  const total = lengths.reduce((sum, each) => sum + each.renderedLength, 0)
  return lengths
    .toSorted((a, b) => b.renderedLength - a.renderedLength)
    .map(
      ({ name, renderedLength }) =>
        `${String(Math.round((100 * renderedLength) / total)).padStart(3)} %  ${name}`,
    )
}

/**
 * Builds a host for production from what would be published, and looks for what it should not
 * contain: modules of a plugin that it does not include, and the plugin's id in any emitted file.
 *
 * @param {Host} host
 * @returns {Promise<BuiltHost>}
 */
async function buildHost({ name, folder, opens, includes }) {
  const outDir = join(cache, 'size', 'built', name)
  const left = pluginHosts().filter(plugin => !includes.includes(plugin.name))
  /** @type {string[]} */
  const found = []
  /** @type {Record<string, string[]>} */
  const modules = {}
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The polyfill is vite's, for browsers of 2022 and before; it is no part of what is measured.
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
    plugins: [
      {
        name: 'absence',
        generateBundle(_, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            modules[`/${chunk.fileName}`] = sharesOf(chunk.modules)
            for (const plugin of left)
              found.push(
                ...chunk.moduleIds
                  .filter(id => id.includes(`/${plugin.folder}/`))
                  .map(id => `${chunk.fileName} contains ${id.slice(root.length + 1)}`),
              )
          }
        },
      },
    ],
  })
  for (const { file, text } of scriptsOf(outDir)) {
    for (const { name: plugin, marker } of left)
      if (
        text.includes(`"${marker}"`) ||
        text.includes(`\`${marker}\``) ||
        text.includes(`'${marker}'`)
      )
        found.push(`${file} names ${marker} (${plugin})`)
  }
  return { name, folder: outDir, opens, absent: left.map(plugin => plugin.name), found, modules }
}

/**
 * Builds the kernel as a library, not as a page: what a page's bundler puts around dynamic imports
 * is in the rows of the pages.
 *
 * @param {Host} host
 * @returns {Promise<BuiltHost>}
 */
async function buildDoor({ name, folder, opens }) {
  const outDir = join(cache, 'size', 'built', name)
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.write({
    dir: outDir,
    format: 'esm',
    minify: true,
    entryFileNames: 'main.js',
    cleanDir: true,
  })
  await bundle.close()
  writeFileSync(
    join(outDir, 'index.html'),
    '<!doctype html><title>host</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
  )
  const chunks = output.filter(each => each.type === 'chunk')
  return {
    name,
    folder: outDir,
    opens,
    absent: [],
    found: [],
    modules: Object.fromEntries(
      chunks.map(chunk => [`/${chunk.fileName}`, sharesOf(chunk.modules)]),
    ),
  }
}

/**
 * Builds every host. A host that fails is reported, and the others are still built.
 * @returns {Promise<BuiltHost[]>}
 */
export async function buildHosts() {
  /** @type {BuiltHost[]} */
  const built = []
  for (const host of hosts()) {
    if (!existsSync(host.folder)) throw new Error(`The host page ${host.folder} is missing.`)
    try {
      built.push(await (host.name === 'kernel' ? buildDoor(host) : buildHost(host)))
    } catch (error) {
      built.push({
        name: host.name,
        folder: host.folder,
        opens: host.opens,
        absent: [],
        found: [],
        modules: {},
        problem: stripVTControlCharacters(error instanceof Error ? error.message : String(error)),
      })
    }
  }
  return built
}
