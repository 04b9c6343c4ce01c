import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { buildFrame } from '../scripts/build-frame.mjs'

const configuration = {
  origins: ['https://app.example', 'https://shop.example'],
  namespaces: ['bip122', 'polkadot'],
  networks: [
    {
      id: 'eip155:1',
      name: 'A & "B" <c>',
      symbol: 'ETH',
      decimals: 18,
      rpcUrls: ['https://node.example/key'],
    },
  ],
} as const

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
async function build() {
  const outDir = mkdtempSync(join(tmpdir(), 'portico-frame-'))
  folders.push(outDir)
  const { sha256, headers } = await buildFrame({ outDir, configuration })
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const bytes = new Map(
    files.map(file => [file.slice(outDir.length).replaceAll('\\', '/'), readFileSync(file)]),
  )
  return { sha256, headers, bytes }
}
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('The build of the frame', () => {
  it('two builds are equal byte for byte, and the manifest lists each file with its hash and the version', {
    timeout: 120_000,
  }, async () => {
    const [one, other] = [await build(), await build()]
    expect([...one.bytes.keys()].toSorted()).toEqual([...other.bytes.keys()].toSorted())
    for (const [name, bytes] of one.bytes)
      expect(other.bytes.get(name)?.equals(bytes), name).toBe(true)
    expect(one.sha256).toBe(other.sha256)

    const path = '/.well-known/portico-frame.json'
    const manifest = JSON.parse(String(one.bytes.get(path)))
    expect(digest(one.bytes.get(path) as Buffer)).toBe(one.sha256)
    const listed = [...one.bytes].filter(([name]) => name !== path)
    expect(manifest.files).toEqual(
      Object.fromEntries(listed.map(([name, bytes]) => [name, digest(bytes)])),
    )
    expect(manifest).toMatchObject({ version: '0.1.0', configuration, headers: one.headers })
    expect(Object.keys(manifest.files)).toEqual(
      expect.arrayContaining(['/frame.html', '/recovery.html']),
    )
  })

  it('the configuration is in the page itself, and the policy names its pages and nodes', {
    timeout: 120_000,
  }, async () => {
    const { bytes, headers } = await build()
    const html = String(bytes.get('/frame.html'))
    expect(html).toContain('content="https://app.example https://shop.example"')
    const networks = /name="portico-networks" content="([^"]*)"/.exec(html)?.[1] ?? ''
    const read = networks.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    expect(JSON.parse(read)).toEqual(configuration.networks)
    const policy = headers['content-security-policy']
    expect(policy).toContain('frame-ancestors https://app.example https://shop.example;')
    expect(policy).toContain("connect-src 'self' https://node.example;")
    expect(policy).toContain("require-trusted-types-for 'script'")
    // Without a page that may use it, no page may show it.
    const alone = await buildFrame({
      outDir: folders.at(-1) ?? '',
      configuration: { origins: [] },
    })
    expect(alone.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('the frame loads at most 120 kB of compressed JavaScript before a signature, also with accounts of all four namespaces', {
    timeout: 120_000,
  }, async () => {
    const { bytes } = await build()
    const scripts = [...bytes].flatMap(([path, content]) =>
      path.endsWith('.js')
        ? [{ name: path.replace('/assets/', ''), text: String(content), content }]
        : [],
    )
    const find = (pattern: RegExp) => scripts.filter(({ name }) => pattern.test(name))
    const start = find(/^(?:frame|key-worker)-/)
    // The worker's own parts import its entry: they derive accounts, and most of them also sign.
    const accounts = scripts.filter(
      ({ name, text }) => /from\s*["']\.\/key-worker-/.test(text) && !/^bip122-(?!acc)/.test(name),
    )
    const addresses = find(/^(?:substrate-address|utils|esm)-/)
    expect(start).toHaveLength(2)
    expect(accounts.map(({ name }) => name.split('-')[0]).toSorted()).toEqual(
      expect.arrayContaining(['bip122', 'eip155', 'polkadot', 'solana']),
    )
    const sum = [...start, ...accounts, ...addresses]
      .map(({ content }) => gzipSync(content).length)
      .reduce((total, size) => total + size, 0)
    expect(sum).toBeGreaterThan(60_000)
    expect(sum).toBeLessThan(120_000)
  })
})
