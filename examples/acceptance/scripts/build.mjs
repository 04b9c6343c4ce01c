import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
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

/** Builds every package into its `dist`. @returns {Promise<Result>} */
export async function compile() {
  const { code, output } = await runNode('node_modules/typescript/bin/tsc', ['-b'], { cwd: root })
  const published = workspaces().filter(each => each.published)
  for (const workspace of published) {
    removeStale(workspace)
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
