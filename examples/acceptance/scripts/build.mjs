import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { bundle, entriesOf } from './bundle.mjs'
import { buildGlobalScript } from './global-script.mjs'
import { readPackages } from './messages.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { packAll } from './pack.mjs'
import { tryPackedHost } from './packed-host.mjs'
import { runNode } from './process.mjs'
import { result } from './results.mjs'
import { readStages } from './stages.mjs'
import { readDeclarations } from './storage-page.mjs'
import { root, workspaces } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */
/** @import { Packed } from './pack.mjs' */
/** @import { Workspace } from './workspaces.mjs' */

/**
 * Leaves in `dist` what was built and the declarations of sources that are there. A file that is as
 * it should be is not touched: a server may be reading it.
 *
 * @param {Workspace} workspace @param {Map<string, string>} built texts by file
 */
function writeDist({ folder }, built) {
  const dist = join(root, folder, 'dist')
  const stems = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
    file => file.replace(/\.tsx?$/, ''),
  )
  const known = new Set([...built.keys(), '.tsbuildinfo', ...stems.map(stem => `${stem}.d.ts`)])
  for (const entry of existsSync(dist)
    ? readdirSync(dist, { recursive: true, withFileTypes: true })
    : []) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !known.has(relative(dist, file).replaceAll('\\', '/'))) rmSync(file)
  }
  for (const [name, text] of built) {
    const file = join(dist, name)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Builds every package into its `dist`. @returns {Promise<Result>} */
export const compile = () => oneAtATime('build', () => compileAll())

/** Builds every package where the declarations stand already. @returns {Promise<Result>} */
export const bundleOnly = () =>
  oneAtATime('build', () => compileAll(async () => ({ code: 0, output: '' })))

const declare = () => runNode('node_modules/typescript/bin/tsc', ['-b'], { cwd: root })

/**
 * @param {() => Promise<{ code: number, output: string }>} writeDeclarations
 * @returns {Promise<Result>}
 */
async function compileAll(writeDeclarations = declare) {
  const { faults } = readDeclarations(readPackages())
  if (faults.length) return result('build', false, faults.join('\n'))
  const packages = workspaces().filter(each => Object.keys(entriesOf(each)).length)
  const [{ code, output }, built] = await Promise.all([
    writeDeclarations(),
    bundleAll(packages).catch(asError),
  ])
  if (code !== 0 || built instanceof Error)
    return result(
      'build',
      false,
      [code && output, built instanceof Error && built.message].filter(Boolean).join('\n'),
    )
  for (const workspace of packages) {
    writeDist(workspace, built.get(workspace.name) ?? new Map())
    if (workspace.published) cpSync(join(root, 'LICENSE'), join(root, workspace.folder, 'LICENSE'))
  }
  return result('build', true, `${packages.length} packages`)
}

/**
 * @param {readonly Workspace[]} packages
 * @returns {Promise<Map<string, Map<string, string>>>} the files of each, by its name
 */
async function bundleAll(packages) {
  const stages = await readStages()
  const built = new Map()
  for (const workspace of packages) built.set(workspace.name, await bundle(workspace, stages))
  for (const [file, text] of await buildGlobalScript(stages))
    built.get('@portico/sdk').set(file, text)
  return built
}

/** @param {unknown} error */
const asError = error => (error instanceof Error ? error : new Error(String(error)))

/** @param {Packed} packed @returns {Result} */
function lintContents({ name, paths }) {
  const missing = ['README.md', 'LICENSE']
    .filter(path => !paths.includes(path))
    .map(path => `${path} is missing`)
  const odd = paths
    .filter(path => /^src\/|^(?!templates\/).*\.test\b|\.tsbuildinfo$/.test(path))
    .map(path => `${path} should not be published`)
  return result(
    `${name}: contents`,
    missing.length + odd.length === 0,
    [...missing, ...odd].join('\n') || `${paths.length} files`,
  )
}

/** @param {Workspace} workspace @param {Buffer} tarball @returns {Promise<Result>} */
async function lintPackage({ name, manifest }, tarball) {
  const { buffer, byteOffset, byteLength } = tarball
  const bytes = /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength))
  const { messages } = await publint({ strict: true, pack: { tarball: bytes } })
  const sentences = messages.map(
    message => formatMessage(message, manifest, { color: false }) ?? message.code,
  )
  return result(`${name}: publint`, messages.length === 0, sentences.join('\n'))
}

/** @param {Workspace} workspace @param {string} tarball @returns {Promise<Result>} */
async function lintTypes({ name, manifest }, tarball) {
  const withoutTypes = Object.keys(manifest.exports).filter(entry => /\.(json|css)$/.test(entry))
  const args = [
    tarball,
    '--profile',
    'esm-only',
    '--no-emoji',
    '--no-color',
    '--format',
    'ascii',
    ...(withoutTypes.length ? ['--exclude-entrypoints', ...withoutTypes] : []),
  ]
  const { code, output } = await runNode('node_modules/@arethetypeswrong/cli/dist/index.js', args, {
    cwd: root,
  })
  return result(`${name}: attw`, code === 0, code === 0 ? undefined : output)
}

/**
 * Packs every public package as npm would publish it, reads the packages with publint and attw, and
 * builds an app on them.
 * @returns {Promise<Result[]>}
 */
export async function lintPackages() {
  const published = workspaces().filter(each => each.published)
  const folder = mkdtempSync(join(tmpdir(), 'portico-pack-'))
  try {
    const packages = await packAll(folder).catch(asError)
    if (packages instanceof Error) return [result('npm pack', false, packages.message)]
    const results = []
    for (const packed of packages) {
      const workspace = published.find(each => each.name === packed.name)
      if (!workspace) throw new Error(`npm packed ${packed.name}, which is none of ours.`)
      results.push(
        lintContents(packed),
        ...(await Promise.all([
          lintPackage(workspace, readFileSync(packed.file)),
          lintTypes(workspace, packed.file),
        ])),
      )
    }
    return [...results, ...(await tryPackedHost(packages))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds what would be published and checks it. @returns {Promise<Result[]>} */
export async function build() {
  const built = await compile()
  return built.status === 'passed' ? [built, ...(await lintPackages())] : [built]
}
