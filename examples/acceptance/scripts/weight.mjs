import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from './build.mjs'
import { generatedPart } from './generated-part.mjs'
import { mayShip } from './licences.mjs'
import { fetchByNpm } from './needs.mjs'
import { packAll } from './pack.mjs'
import { result } from './results.mjs'

/** @import { Packed } from './pack.mjs' */
/** @import { Result } from './results.mjs' */

/**
 * What `npm install` of a package adds to an empty folder.
 *
 * @typedef {object} Weight
 * @property {string} name
 * @property {number} packages the package itself included
 * @property {number} megabytes 1 MB = 1,000,000 B of files
 * @property {{ name: string, megabytes: number }[]} largest packages of more than a megabyte,
 * largest first, at most three
 * @property {string[]} licences of all of them, each once
 * @property {string[]} installScripts the packages that have one
 */

/**
 * @typedef {{ name: string, bytes: number, license: string, hasInstallScript: boolean }} Installed
 */

/** The file in which the table stands. */
export const weightPage = 'examples/docs/weight.md'

/** A package may add this much without a sentence that explains it. */
const unexplained = { packages: 30, megabytes: 15 }

/** Why a package adds more than that. @type {Record<string, string>} */
const reasons = {
  '@portico/plugin-eip155': 'viem, as a range: an app that has viem gets no second copy',
  '@portico/plugin-solana':
    '`@solana/web3.js` 2.0.0 is some thirty packages; they name TypeScript as a peer, so npm installs it where an app has none',
  '@portico/plugin-walletconnect':
    '`@walletconnect/universal-provider` 2.21.8, which pins its own viem',
  '@portico/backend':
    'a server: SQLite as prebuilt programs, the clients of PostgreSQL and Redis, viem',
  '@portico/devnet': 'local nodes for development: Anvil, LiteSVM, and the backend',
  'create-portico': 'the codemod reads code with TypeScript 6; no app installs it',
  '@portico/mock-wallets': 'viem signs for the wallets of tests',
  '@portico/wagmi': 'includes `@portico/plugin-eip155` with its viem',
  '@portico/sdk': 'includes `@portico/plugin-eip155` with its viem, and React',
}

/**
 * What a package may add at most.
 * @type {Record<string, { packages: number, megabytes: number }>}
 */
const limits = { '@portico/plugin-polkadot': { packages: 12, megabytes: 10 } }

/**
 * The bytes of the files in a folder, without those of the packages that are installed below it.
 * @param {string} folder
 * @returns {number}
 */
function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.isDirectory())
      return entry.name === 'node_modules' ? sum : sum + bytesIn(join(folder, entry.name))
    return entry.isFile() ? sum + statSync(join(folder, entry.name)).size : sum
  }, 0)
}

/** The packages that npm installed in a folder. @param {string} folder @returns {Installed[]} */
function readInstalled(folder) {
  /** @type {{ packages: Record<string, { license?: string, hasInstallScript?: boolean }> }} */
  const { packages } = JSON.parse(
    readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
  )
  // npm lists the optional packages of other systems too.
  const present = Object.entries(packages).filter(([place]) =>
    existsSync(join(folder, place, 'package.json')),
  )
  return present.map(([place, { license = 'none', hasInstallScript = false }]) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    bytes: bytesIn(join(folder, place)),
    license,
    hasInstallScript,
  }))
}

const megabytesOf = (/** @type {number} */ bytes) => Math.round(bytes / 100_000) / 10

/**
 * Adds up what npm installed.
 * @param {string} name
 * @param {readonly Installed[]} installed
 * @returns {Weight}
 */
export function weightOf(name, installed) {
  const largest = installed
    .filter(({ bytes }) => bytes > 1_000_000)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
  return {
    name,
    packages: installed.length,
    megabytes: megabytesOf(installed.reduce((sum, { bytes }) => sum + bytes, 0)),
    largest: largest.map(each => ({ name: each.name, megabytes: megabytesOf(each.bytes) })),
    licences: [...new Set(installed.map(({ license }) => license))].sort(),
    installScripts: installed.flatMap(each => (each.hasInstallScript ? [each.name] : [])).sort(),
  }
}

/**
 * Installs a package with npm into an empty folder and weighs what is there then. No install script
 * runs.
 *
 * @param {string} name @param {readonly Packed[]} packed every package of ours: npm takes them from
 * these files, because the registry may have none or an earlier one
 * @param {string} folder
 */
async function installAlone(name, packed, folder) {
  mkdirSync(folder)
  const files = Object.fromEntries(packed.map(each => [each.name, `file:${each.file}`]))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: files[name] }, overrides: files }),
  )
  await fetchByNpm(
    `What ${name} installs`,
    ['install', '--ignore-scripts', '--loglevel=error'],
    folder,
  )
  return weightOf(name, readInstalled(folder))
}

/** Every published package by itself. @returns {Promise<Weight[]>} */
async function weighAll() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-weight-'))
  try {
    const packed = await packAll(folder)
    const weights = []
    for (const [index, { name }] of packed.entries()) {
      const alone = join(folder, `${index}`)
      weights.push(await installAlone(name, packed, alone))
      rmSync(alone, { recursive: true, force: true })
    }
    return weights
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const largestOf = (/** @type {Weight} */ { largest }) =>
  largest.map(each => `${each.name} ${each.megabytes.toFixed(1)}`).join(', ')

/** The table of the page. @param {readonly Weight[]} weights */
export function weightTable(weights) {
  const rows = weights.map(weight =>
    [
      `\`${weight.name}\``,
      weight.packages,
      weight.megabytes.toFixed(1),
      largestOf(weight) || '',
      weight.licences.join(', '),
      weight.installScripts.join(', ') || 'none',
      reasons[weight.name] ?? '',
    ].join(' | '),
  )
  const head = `Measured with Node ${process.versions.node} on ${process.platform}-${process.arch}.\n\n| package | packages | MB | largest, in MB | licences | install scripts | why |\n| --- | --- | --- | --- | --- | --- | --- |`
  return `${head}\n${rows.map(row => `| ${row} |`).join('\n')}`
}

/**
 * A row holds if nothing runs at the install, every licence may ship, and a large weight is
 * explained and within its limit.
 * @param {Weight} weight
 * @returns {Result}
 */
export function judgeWeight(weight) {
  const { name, packages, megabytes, licences, installScripts } = weight
  const exceeds = (/** @type {typeof unexplained | undefined} */ limit) =>
    limit && (packages > limit.packages || megabytes > limit.megabytes)
  const faults = [
    ...installScripts.map(each => `${each} has an install script`),
    ...licences
      .filter(licence => !mayShip(licence))
      .map(licence => `the licence ${licence} may not ship`),
    ...(exceeds(unexplained) && !reasons[name] ? ['this much needs a reason in weight.mjs'] : []),
    ...(exceeds(limits[name])
      ? [`the limit is ${limits[name]?.packages} packages and ${limits[name]?.megabytes} MB`]
      : []),
  ]
  const figures = [
    `${packages} packages`,
    `${megabytes.toFixed(1)} MB`,
    largestOf(weight),
    licences.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
  return result(
    name,
    faults.length === 0,
    faults.length ? `${figures}\n${faults.join('\n')}` : figures,
  )
}

/**
 * The rows of the page's table, by package.
 * @param {string} text
 * @returns {Map<string, { packages: number, megabytes: number, licences: string[], installScripts:
 * string }>}
 */
export function readWeightTable(text) {
  const rows = [
    ...text.matchAll(
      /^\| `([^`]+)` \| (\d+) \| ([\d.]+) \| [^|]* \| ([^|]+) \| ([^|]+) \| [^|]* \|$/gm,
    ),
  ]
  return new Map(
    rows.map(([, name = '', packages, megabytes, licences = '', installScripts = '']) => [
      name,
      {
        packages: Number(packages),
        megabytes: Number(megabytes),
        licences: licences.split(', '),
        installScripts,
      },
    ]),
  )
}

/**
 * Prints what `npm install` of each published package adds to an empty folder. `--json` prints the
 * figures; `--write` writes them into the page.
 *
 * @param {{ json?: boolean, words?: string[] }} [options]
 * @returns {Promise<Result[]>}
 */
export async function weight({ json = false, words = [] } = {}) {
  const built = await compile()
  if (built.status === 'failed') return [built]
  const weights = await weighAll()
  if (json) process.stdout.write(`${JSON.stringify(weights, null, 2)}\n`)
  const written = words.includes('--write')
    ? [generatedPart(weightPage, 'weight', weightTable(weights), { write: true })]
    : []
  return [...weights.map(judgeWeight), ...written]
}
