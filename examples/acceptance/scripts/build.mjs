import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { oneAtATime } from './one-at-a-time.mjs'
import { tryPackedHost } from './packed-host.mjs'
import { run, runNode } from './process.mjs'
import { result } from './results.mjs'
import { root, workspaces } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */
/** @import { Workspace } from './workspaces.mjs' */

/** Takes away what was built from a file that is gone, so that it is not published. @param {Workspace} workspace */
function removeStale({ folder }) {
  const dist = join(root, folder, 'dist')
  if (!existsSync(dist)) return
  const stems = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map(file => file.replace(/\.tsx?$/, ''))
  const known = new Set(stems)
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const stem = file.replace(/(\.d\.ts|\.js)$/, '')
    if (stem !== file && !known.has(stem)) rmSync(join(dist, file))
  }
}

/** @param {readonly string[]} names @param {string} id what an import names */
const isFrom = (names, id) => names.some(name => id === name || id.startsWith(`${name}/`))

/**
 * Puts what a built file imports from a devDependency into that file, so that a host installs neither that package nor its peers (decision 68).
 *
 * @param {Workspace} workspace
 */
async function bundleDevDependencies({ folder, manifest }) {
  const dist = join(root, folder, 'dist')
  const outside = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const bundled = Object.keys(manifest.devDependencies ?? {}).filter(name => !name.startsWith('@portico/'))
  if (bundled.length === 0 || !existsSync(dist)) return
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(each => each.endsWith('.js'))) {
    const file = join(dist, name)
    const imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, id = '']) => id)
    const from = bundled.filter(each => imports.some(id => isFrom([each], id)))
    if (from.length === 0) continue
    const external = (/** @type {string} */ id, /** @type {string | undefined} */ importer, /** @type {boolean} */ isResolved) =>
      !isResolved && (isFrom(outside, id) || (importer === file && !isFrom(from, id)))
    const bundle = await rolldown({ input: file, platform: 'browser', external, treeshake: { moduleSideEffects: false } })
    const { output } = await bundle.generate({ format: 'esm' })
    await bundle.close()
    const licences = from.map(each => `${each} (${JSON.parse(readFileSync(join(root, 'node_modules', each, 'package.json'), 'utf8')).license})`)
    writeFileSync(file, `/*! Includes code of ${licences.join(', ')} and of its dependencies under the same licence. */\n${output[0].code}`)
  }
}

/** Builds every package into its `dist`. @returns {Promise<Result>} */
export const compile = () => oneAtATime('build', compileAll)

/** @returns {Promise<Result>} */
async function compileAll() {
  const { code, output } = await runNode('node_modules/typescript/bin/tsc', ['-b'], { cwd: root })
  const published = workspaces().filter(each => each.published)
  for (const workspace of published) {
    removeStale(workspace)
    await bundleDevDependencies(workspace)
    cpSync(join(root, 'LICENSE'), join(root, workspace.folder, 'LICENSE'))
  }
  return result('build', code === 0, code === 0 ? `${published.length} packages` : output)
}

/** @typedef {{ name: string, filename: string, files: { path: string }[] }} Packed what `npm pack --json` says */

/** @param {Packed} packed @returns {Result} */
function lintContents({ name, files }) {
  const paths = files.map(({ path }) => path)
  const missing = ['README.md', 'LICENSE'].filter(path => !paths.includes(path)).map(path => `${path} is missing`)
  const odd = paths.filter(path => /^src\/|\.test\b|\.tsbuildinfo$/.test(path)).map(path => `${path} should not be published`)
  return result(`${name}: contents`, missing.length + odd.length === 0, [...missing, ...odd].join('\n') || `${paths.length} files`)
}

/** @param {Workspace} workspace @param {Buffer} tarball @returns {Promise<Result>} */
async function lintPackage({ name, manifest }, tarball) {
  const { buffer, byteOffset, byteLength } = tarball
  const bytes = /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength))
  const { messages } = await publint({ strict: true, pack: { tarball: bytes } })
  const sentences = messages.map(message => formatMessage(message, manifest, { color: false }) ?? message.code)
  return result(`${name}: publint`, messages.length === 0, sentences.join('\n'))
}

/** @param {Workspace} workspace @param {string} tarball @returns {Promise<Result>} */
async function lintTypes({ name, manifest }, tarball) {
  const withoutTypes = Object.keys(manifest.exports).filter(door => /\.(json|css)$/.test(door))
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
  const { code, output } = await runNode('node_modules/@arethetypeswrong/cli/dist/index.js', args, { cwd: root })
  return result(`${name}: attw`, code === 0, code === 0 ? undefined : output)
}

/** Packs every public package as npm would publish it reads the packages with publint and attw, and builds an app on them. @returns {Promise<Result[]>} */
export async function lintPackages() {
  const published = workspaces().filter(each => each.published)
  const folder = mkdtempSync(join(tmpdir(), 'portico-pack-'))
  try {
    const only = published.flatMap(({ name }) => ['-w', name])
    const { code, output, stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder, ...only], { cwd: root })
    if (code !== 0) return [result('npm pack', false, output)]
    const results = []
    const packages = []
    for (const packed of /** @type {Packed[]} */ (JSON.parse(stdout))) {
      const workspace = published.find(each => each.name === packed.name)
      if (!workspace) throw new Error(`npm packed ${packed.name}, which is none of ours.`)
      const file = join(folder, packed.filename)
      packages.push({ name: packed.name, file })
      results.push(lintContents(packed), ...(await Promise.all([lintPackage(workspace, readFileSync(file)), lintTypes(workspace, file)])))
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
