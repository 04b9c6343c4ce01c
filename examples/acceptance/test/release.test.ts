import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readNotes, readRelease } from '../scripts/changelog.mjs'
import { publishRelease } from '../scripts/publish-release.mjs'
import { manifestWith, nextVersion } from '../scripts/release.mjs'
import { root } from '../scripts/workspaces.mjs'

const changelog = `# Changelog

## Unreleased

- One thing.
- Another.

## 0.1.0 (2026-01-02)

- The first.
`

describe('a release', () => {
  it('a release closes the section of what is unreleased under its version and day, and opens a new one', () => {
    expect(readRelease(changelog, '0.2.0', '2026-03-04')).toEqual({
      notes: '- One thing.\n- Another.\n',
      next: `# Changelog

## Unreleased

## 0.2.0 (2026-03-04)

- One thing.
- Another.

## 0.1.0 (2026-01-02)

- The first.
`,
    })
  })

  it('a release is refused where the changelog says no change', () => {
    const { next } = readRelease(changelog, '0.2.0', '2026-03-04')
    expect(() => readRelease(next, '0.3.0', '2026-03-05')).toThrow('Nothing is unreleased')
    expect(() => readRelease('# Changelog\n', '0.3.0', '2026-03-05')).toThrow('has no section')
  })

  it('the notes of a tag are its section of the changelog', () => {
    const { next, notes } = readRelease(changelog, '0.2.0', '2026-03-04')
    expect(readNotes(next, '0.2.0')).toBe(notes)
    expect(readNotes(next, '0.1.0')).toBe('- The first.\n')
    expect(() => readNotes(next, '0.9.0')).toThrow('has no section "## 0.9.0"')
  })

  it.each([
    [undefined, '0.2.0', '0.2.0'],
    ['patch', '0.1.0', '0.1.1'],
    ['minor', '0.1.9', '0.2.0'],
    ['major', '0.1.9', '1.0.0'],
    ['2.0.0-beta.1', '0.1.0', '2.0.0-beta.1'],
    ['2.0.0-release-candidate.1', '0.1.0', '2.0.0-release-candidate.1'],
    ['2.0.0-beta.2', '2.0.0-beta.1', '2.0.0-beta.2'],
    ['major', '2.0.0-beta.1', '2.0.0'],
    ['minor', '1.3.0-beta.1', '1.3.0'],
    ['patch', '1.2.4-beta.1', '1.2.4'],
    ['major', '1.3.0-beta.1', '2.0.0'],
  ])('a release with the word %s after version %s is %s', (word, now, version) => {
    expect(nextVersion(word, now, changelog)).toBe(version)
  })

  it.each([
    [undefined, '0.1.0 is released: add patch'],
    ['next', '"next" is no version'],
    ['1.0.0-', '"1.0.0-" is no version'],
    ['1.0.0-beta..1', '"1.0.0-beta..1" is no version'],
    ['01.0.0', '"01.0.0" is no version'],
    ['0.1.0', '0.1.0 is released: add patch'],
  ])('a release with the word %s after a released version is refused', (word, sentence) => {
    expect(() => nextVersion(word, '0.1.0', changelog)).toThrow(sentence)
  })

  it('a release after a prerelease is in every range between the packages', () => {
    const manifest = (version: string) => `{
  "version": "${version}",
  "dependencies": { "@portico/kernel": "^${version}", "viem": "^2.0.0-beta.1" }
}`
    const before = manifest('2.0.0-beta.1')
    expect(manifestWith(before, '2.0.0')).toBe(
      manifest('2.0.0').replace('"viem": "^2.0.0"', '"viem": "^2.0.0-beta.1"'),
    )
    expect(manifestWith(before, '2.0.0-beta.2')).toContain('"@portico/kernel": "^2.0.0-beta.2"')
  })

  it('a publication leaves out what is published, and gives prereleases the tag next', {
    tags: ['thorough'],
    timeout: 60_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-publication-'))
    const published: string[] = []
    const versions = new Map([['tried-one', ['1.0.0']]])
    const registry = createServer((request, response) => {
      const name = decodeURIComponent((request.url ?? '').slice(1))
      let body = ''
      request.on('data', part => {
        body += part
      })
      request.on('end', () => {
        if (request.method === 'PUT') {
          const { 'dist-tags': tags } = JSON.parse(body) as { 'dist-tags': object }
          published.push(`${name} ${JSON.stringify(tags)}`)
        }
        const known = versions.get(name)
        response.writeHead(request.method === 'PUT' ? 201 : known ? 200 : 404)
        response.end(
          JSON.stringify({
            name,
            'dist-tags': { latest: known?.[0] },
            versions: Object.fromEntries(
              (known ?? []).map(each => [each, { name, version: each }]),
            ),
          }),
        )
      })
    })
    await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve))
    const { port } = registry.address() as AddressInfo
    try {
      for (const [name, version] of [
        ['tried-one', '1.0.0'],
        ['tried-two', '1.0.0'],
        ['tried-six', '1.0.0-beta.1'],
      ] as const) {
        const source = join(folder, name)
        mkdirSync(source)
        writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version }))
        execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: source, stdio: 'pipe' })
      }
      const results = await publishRelease(folder, [
        `--registry=http://127.0.0.1:${port}/`,
        `--//127.0.0.1:${port}/:_authToken=none`,
      ])
      expect(results.map(({ title, status, detail }) => [title, status, detail])).toEqual([
        ['tried-one@1.0.0', 'passed', 'is published already'],
        ['tried-six@1.0.0-beta.1', 'passed', 'published as next'],
        ['tried-two@1.0.0', 'passed', 'published as latest'],
      ])
      expect(published).toEqual([
        'tried-six {"next":"1.0.0-beta.1"}',
        'tried-two {"latest":"1.0.0"}',
      ])
    } finally {
      registry.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('the workflows of the public repository call only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const folder = join(root, '.github/workflows')
    const called = readdirSync(folder).flatMap(file => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\bnpm run ([\w:-]+)/g),
    ])
    expect(called.length).toBeGreaterThan(1)
    expect(called.map(([, name = '']) => name).filter(name => !(name in scripts))).toEqual([])
  })

  it('the workflows of the public repository run only actions at a commit, and name its release', () => {
    const folder = join(root, '.github/workflows')
    const actions = readdirSync(folder).flatMap(file =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\buses: (.*)/g)].map(
        ([, action = '']) => action,
      ),
    )
    expect(actions.length).toBeGreaterThan(3)
    const pinned = /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/
    expect(actions.filter(action => !pinned.test(action))).toEqual([])
  })
})
