import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readNotes, readRelease } from './changelog.mjs'
import { copyRepository } from './clean-copy.mjs'
import { MissingNeed } from './needs.mjs'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Packed } from './pack.mjs' */
/** @import { Result } from './results.mjs' */

/** Where a release is put together. `.cache` is known neither to git nor to npm. */
const releaseFolder = join(cache, 'release')

const packageManifests = async (/** @type {string} */ folder) => {
  const { stdout } = await run('git', ['ls-files', '*package.json'], { cwd: root })
  return stdout
    .split('\n')
    .filter(file => /(^|\/)package\.json$/.test(file) && existsSync(join(folder, file)))
    .filter(file => !file.includes('/stubs/'))
}

/**
 * A manifest with the version of a release, which may follow a prerelease.
 *
 * @param {string} manifest the text of a package.json @param {string} version
 */
export const manifestWith = (manifest, version) =>
  manifest
    .replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
    .replaceAll(/("@portico\/[\w-]+": )"\^[^"]+"/g, `$1"^${version}"`)

/**
 * Writes the version into every package, into the ranges between them, into the source that names
 * it, and into the changelog.
 *
 * @param {string} folder a clone
 * @param {string} version
 * @param {string} day such as 2026-11-28
 * @returns {Promise<string>} the notes of this release
 */
export async function writeVersion(folder, version, day) {
  for (const file of await packageManifests(folder)) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, manifestWith(text, version))
  }
  const source = join(folder, 'sdk/portico/src/version.ts')
  writeFileSync(
    source,
    readFileSync(source, 'utf8').replace(
      /packageVersion = '[^']*'/,
      `packageVersion = '${version}'`,
    ),
  )
  const changelog = join(folder, 'CHANGELOG.md')
  const { notes, next } = readRelease(readFileSync(changelog, 'utf8'), version, day)
  writeFileSync(changelog, next)
  const { code, output } = await run(
    'npm',
    ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'],
    { cwd: folder },
  )
  if (code !== 0) throw new Error(`The lock file does not take the version:\n${output}`)
  return notes
}

/**
 * Builds a clone, packs each package, and writes the tarballs with their integrity hashes.
 *
 * @param {string} folder a clone
 * @param {string} notes what changed
 * @returns {Promise<Packed[]>}
 */
async function packRelease(folder, notes) {
  rmSync(releaseFolder, { recursive: true, force: true })
  mkdirSync(releaseFolder, { recursive: true })
  const script = join(folder, 'examples/acceptance/scripts/pack-release.mjs')
  const { code, output, stdout } = await run(process.execPath, [script, releaseFolder], {
    cwd: folder,
  })
  if (code !== 0) throw new Error(`The release could not be packed:\n${output}`)
  const packages = /** @type {Packed[]} */ (JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  writeFileSync(join(releaseFolder, 'notes.txt'), notes)
  writeFileSync(
    join(releaseFolder, 'integrity.json'),
    `${JSON.stringify(
      Object.fromEntries(packages.map(({ file, integrity }) => [basename(file), integrity])),
      undefined,
      2,
    )}\n`,
  )
  return packages
}

// The grammar of Semantic Versioning, without the metadata of a build: npm ignores it.
const versionForm =
  /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-(0|[1-9]\d*|\d*[a-z-][\da-z-]*)(\.(0|[1-9]\d*|\d*[a-z-][\da-z-]*))*)?$/i

/**
 * The version of the next release. The first word after the command, or that of the packages where
 * it was never released. After a prerelease the words name the release that it prepares.
 *
 * @param {string | undefined} word a version, or `major`, `minor`, `patch`
 * @param {string} now the version of the packages
 * @param {string} changelog
 */
export function nextVersion(word, now, changelog) {
  const isReleased = (/** @type {string} */ version) => changelog.includes(`\n## ${version} `)
  if (word === undefined) {
    if (!isReleased(now)) return now
    throw new MissingNeed(`${now} is released: add patch, minor, major, or a version.`)
  }
  const [major = 0, minor = 0, patch = 0] = now.split(/[.-]/).map(Number)
  const isBefore = now.includes('-')
  const known = /** @type {Record<string, string>} */ ({
    major: `${isBefore && !minor && !patch ? major : major + 1}.0.0`,
    minor: `${major}.${isBefore && !patch ? minor : minor + 1}.0`,
    patch: `${major}.${minor}.${isBefore ? patch : patch + 1}`,
  })
  const version = known[word] ?? word
  if (!versionForm.test(version))
    throw new MissingNeed(`"${word}" is no version: add patch, minor, major, or such as 1.2.3.`)
  if (isReleased(version))
    throw new MissingNeed(`${version} is released: add patch, minor, major, or another version.`)
  return version
}

const readManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @param {readonly Packed[]} packages @returns {Result[]} */
const packedResults = packages =>
  packages.map(({ name, size, integrity }) =>
    result(name, true, `${(size / 1000).toFixed(1)} kB, ${integrity}`),
  )

/**
 * Packs this clone as it is, for the workflow that publishes a tag.
 *
 * @param {string} tag such as v1.2.3
 * @returns {Promise<Result[]>}
 */
async function packTagged(tag) {
  const { version } = readManifest()
  if (tag !== `v${version}`)
    throw new MissingNeed(`The tag "${tag}" is not the version of the packages: use v${version}.`)
  const notes = readNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  return packedResults(await packRelease(root, notes))
}

/**
 * Makes a release: version, changelog, tarballs and their integrity hashes. `--dry-run` works in a
 * copy of this clone, `--try` publishes to a registry on this machine and installs from it, and
 * `--publish` publishes what the workflow of a tag has packed.
 *
 * @param {import('./run.mjs').Options} options
 * @returns {Promise<Result[]>}
 */
export async function release({ words }) {
  if (words.includes('--try')) return (await import('./try-release.mjs')).tryRelease(words)
  if (words.includes('--publish'))
    return (await import('./publish-release.mjs')).publishRelease(releaseFolder)
  if (words.includes('--tag')) return packTagged(words[words.indexOf('--tag') + 1] ?? '')
  const isDry = words.includes('--dry-run')
  const { version: now } = readManifest()
  const version = nextVersion(
    words.find(word => !word.startsWith('--')),
    now,
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  )
  const copy = isDry ? await copyRepository() : undefined
  try {
    const folder = copy?.folder ?? root
    const notes = await writeVersion(folder, version, new Date().toISOString().slice(0, 10))
    const packages = await packRelease(folder, notes)
    return [
      result(
        `version ${version}`,
        packages.every(each => each.version === version),
      ),
      result('changelog', true, `${notes.split('\n').length} lines in notes.txt`),
      ...packedResults(packages),
      result(isDry ? 'this clone is as it was' : 'next: commit, tag and push', true, releaseFolder),
    ]
  } finally {
    copy?.remove()
  }
}
