import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostsPage, hostsTable, readHosts, readLibrary } from '../scripts/hosts-page.mjs'
import { readPackages } from '../scripts/messages.mjs'
import { idsOf } from '../scripts/spec.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

const folder = 'plugins/chains/tally'
const library = 'const relay = "wss://relay.walletconnect.org"'
const read = (source: string, path = 'networks.ts') =>
  readHosts([{ folder, sources: { [`${folder}/src/${path}`]: source } }], library)
const network =
  "export const main = /* @__PURE__ */ defineTallyNetwork({ name: 'Tally', rpcUrls: ['https://rpc.tally.dev', 'wss://two.tally.dev/v1'], explorer: { url: 'https://book.tally.dev' } })\n"

describe('the hosts in SECURITY.md', () => {
  it('the hosts in SECURITY.md are those that the defaults of the code name, each classified', () => {
    expect(hostsPage().map(({ status, detail }) => [status, detail])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
    ])
  })

  it('the hosts in SECURITY.md are stale when a default has changed', () => {
    const [, page] = hostsPage({ text: '<!-- hosts -->\n\n| host |\n\n<!-- /hosts -->' })
    expect(page).toMatchObject({ status: 'failed', detail: 'run npm run pages' })
  })

  it('the hosts in SECURITY.md begin with the default networks of an app that lists none', () => {
    const { contacts } = readHosts(readPackages())
    const defaults = contacts.filter(({ when }) =>
      when.startsWith('when something needs the chain'),
    )
    expect(defaults.map(({ what }) => what)).toEqual([
      'Bitcoin (`bitcoin`)',
      'Ethereum (`mainnet`)',
      'Polkadot (`polkadotRelay`)',
      'Solana (`solanaMainnet`)',
    ])
    expect(contacts.slice(0, 4)).toEqual(defaults)
  })

  it('the hosts in SECURITY.md contain the endpoints of a network, but not its explorer', () => {
    const { contacts, faults } = read(`${network}const { networks = [main] } = options`)
    expect(faults).toEqual([])
    expect(contacts[0]).toEqual({
      hosts: ['rpc.tally.dev', 'two.tally.dev'],
      folder,
      what: 'Tally (`main`)',
      when: 'when something needs the chain: a balance, a fee, a transaction',
    })
    expect(hostsTable(contacts, () => '@portico/plugin-tally')).toContain(
      '| `rpc.tally.dev`, `two.tally.dev` | Tally (`main`) | [plugin-tally](plugins/chains/tally) |',
    )
    expect(read(network).contacts[0]?.when).toBe('the same, where you list this network')
  })

  it.each([
    ['an option', "export const prices = ({ url = 'https://prices.tally.dev/v1' } = {}) => url"],
    ['a template', `fetch(\`https://prices.tally.dev/\${asset}\`)`],
    ['a socket', "new WebSocket('wss://prices.tally.dev')"],
  ])(
    'the hosts in SECURITY.md contain every address in the code, and an unclassified one fails the check, in %s',
    (_, code) => {
      expect(read(code, 'prices.ts').faults).toEqual([
        expect.stringContaining('say in hosts-page.mjs when prices.tally.dev is contacted'),
      ])
    },
  )

  it('the hosts in SECURITY.md leave out examples, comments, imports and addresses inside a text', () => {
    const code = [
      "import type { Tally } from 'https://types.tally.dev'",
      '// https://comment.tally.dev',
      "export const example = 'https://rpc.example/eth'",
      "export const hint = 'such as https://hint.tally.dev'",
      `export const icon = '<svg xmlns="http://www.w3.org/2000/svg">'`,
      "export const local = ['http://localhost:8545', 'http://127.0.0.1']",
    ]
    expect(read(code.join('\n')).faults).toEqual([])
  })

  it('the hosts in SECURITY.md contain the default relay of WalletConnect, and a new host in its library fails the check', () => {
    const { contacts } = readHosts(readPackages())
    expect(contacts.find(({ what }) => what === 'the relay of WalletConnect')?.hosts).toEqual([
      'relay.walletconnect.org',
    ])
    expect(
      readLibrary(`${library}; "https://verify.walletconnect.org"; "https://github.com/a"`),
    ).toEqual({ relay: ['relay.walletconnect.org'], faults: [] })
    expect(readLibrary('"https://spy.reown.com/v1"').faults).toEqual([
      expect.stringContaining('spy.reown.com'),
    ])
  })
})

describe('the promises of SECURITY.md', () => {
  const tests = workspaces()
    .flatMap(({ folder }) => ['src', 'test', 'e2e'].map(name => join(root, folder, name)))
    .filter(path => existsSync(path))
    .flatMap(path =>
      readdirSync(path, { recursive: true, encoding: 'utf8' }).map(file => join(path, file)),
    )
    .filter(file => /\.(?:test|spec)\.tsx?$/.test(file))
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const promises = text.split(/^## /m)[0]?.match(/^- (?:.|\n(?!- |\n))+/gm) ?? []

  it('each promise of SECURITY.md has an id that a test cites, except the one about stored data', () => {
    const cited = new Set(tests.flatMap(file => idsOf(readFileSync(file, 'utf8'))))
    const without = promises.filter(promise => {
      const ids =
        /\(((?:[SRD][\d.]+[a-z]?(?:, )?)+)\)\.$/.exec(promise.trim())?.[1]?.split(', ') ?? []
      return !ids.length || ids.some(id => !cited.has(id))
    })
    expect(promises.length).toBeGreaterThan(6)
    expect(without).toEqual([expect.stringContaining('What it stores in the browser')])
  })

  it('the promises of SECURITY.md name nothing that is only planned', () => {
    const threats = readFileSync(join(root, 'examples/docs/threats.md'), 'utf8')
    const planned = [...threats.matchAll(/^\| (S\d+) \|[^\n]*\| Planned\. \|$/gm)].map(
      ([, id = '']) => id,
    )
    expect(planned).toContain('S8')
    expect(
      promises
        .flatMap(promise => promise.match(/\bS\d+\b/g) ?? [])
        .filter(id => planned.includes(id)),
    ).toEqual([])
    expect(text).not.toMatch(/embedded wallet|social login|on-ramp/i)
  })
})
