/**
 * Builds the page of the frame for one host, with a manifest of what it consists of.
 *
 * `node scripts/build-frame.mjs configuration.json folder` writes the files and prints the SHA-256
 * of the manifest. The same source and configuration make the same bytes.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { frameHeaders } from './frame-headers.mjs'
import { buildRecoveryFile } from './recovery-file.mjs'

const source = fileURLToPath(new URL('../src/page', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const manifestPath = '.well-known/portico-frame.json'

/**
 * @typedef {object} FrameBuild
 * @property {readonly string[]} origins the exact origins of the pages that may use this wallet
 * @property {readonly ('bip122' | 'polkadot')[]} [namespaces] beside eip155 and solana
 * @property {readonly object[]} [networks] what the frame knows beside its own list
 */

/**
 * Writes the files, and the manifest at `/.well-known/portico-frame.json`.
 *
 * @param {{ outDir: string, configuration: FrameBuild }} options
 * @returns {Promise<{ readonly sha256: string, readonly headers: Readonly<Record<string, string>> }>}
 * `sha256`: of the manifest; `headers`: to serve each file with
 */
export async function buildFrame({ outDir, configuration }) {
  const { origins, namespaces = [], networks = [] } = configuration
  /** @type {Readonly<Record<string, string>>} */
  const contents = {
    'portico-origins': origins.join(' '),
    'portico-namespaces': namespaces.join(' '),
    'portico-networks': networks.length > 0 ? JSON.stringify(networks) : '',
  }
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    // The folder of this checkout must not be in the names of files, which come from their content.
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'production'] },
    worker: { format: 'es' },
    plugins: [
      {
        name: 'portico-configuration',
        transformIndexHtml: {
          order: 'pre',
          handler: html =>
            html.replace(
              /<meta name="(portico-\w+)" content="" \/>/g,
              (_tag, name) => `<meta name="${name}" content="${quoted(contents[name] ?? '')}" />`,
            ),
        },
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['frame', 'stop', 'window'].map(name => join(source, `${name}.html`)),
      },
    },
  })
  // The export screen offers it to people who keep a part of their wallet.
  writeFileSync(join(outDir, 'recovery.html'), (await buildRecoveryFile()).html)
  const headers = frameHeaders(configuration)
  const manifest = `${JSON.stringify(
    { version, configuration: { origins, namespaces, networks }, headers, files: hashesOf(outDir) },
    null,
    2,
  )}\n`
  mkdirSync(join(outDir, '.well-known'), { recursive: true })
  writeFileSync(join(outDir, manifestPath), manifest)
  return { sha256: sha256(manifest), headers }
}

/** @param {string} folder */
function hashesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => /** @type {const} */ ([nameIn(folder, file), sha256(readFileSync(file))]))
    .filter(([name]) => name !== `/${manifestPath}`)
  return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
/** @param {string} folder @param {string} file */
const nameIn = (folder, file) => `/${relative(folder, file).split(sep).join('/')}`
/** @param {string | Buffer} content */
const sha256 = content => createHash('sha256').update(content).digest('hex')
/** @param {string} text */
const quoted = text =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const [, program, configurationFile, folder] = process.argv
if (program === fileURLToPath(import.meta.url) && configurationFile && folder) {
  const configuration = JSON.parse(readFileSync(configurationFile, 'utf8'))
  const { sha256: sum } = await buildFrame({ outDir: resolve(folder), configuration })
  process.stdout.write(`${sum}  ${manifestPath}\n`)
}
