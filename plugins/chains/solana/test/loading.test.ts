/** What is loaded when: read from the imports themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))
const at = (name: string) => join(source, name)

/** What a file imports as a value, at its top. */
function valueImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s+'([^']+)'/gms)]
    .filter(([, names = '']) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names.replace(/\s+/g, ' ')))
    .map(([, , from = '']) => from)
}
/** Every package that comes with a file, without a dynamic import. */
function packagesWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const from of valueImports(file)) {
    if (!from.startsWith('.')) packages.add(from)
    else for (const one of packagesWith(resolve(dirname(file), from.replace(/\.js$/, '.ts')), seen)) packages.add(one)
  }
  return packages
}
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const ours = ['@portico/kernel', '@portico/kernel/contracts']
const isSdk = (name: string) => name.startsWith('@solana')

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect([...packagesWith(at('index.ts'))].sort()).toEqual(ours)
  })

  it('to list the wallets of the page is no library', () => {
    expect([...packagesWith(at('lazy/discovery.ts'))].sort()).toEqual(ours)
  })

  it('to connect, to restore and to follow a wallet is what reads its keys', () => {
    expect([...packagesWith(at('lazy/standard-connector.ts'))].sort()).toEqual(['@noble/curves/ed25519.js', ...ours, '@scure/base'])
  })

  it('[D51] to sign, to switch, to read balances, to send and to wait is no SDK', () => {
    expect([...packagesWith(at('lazy/chain.ts'))].filter(isSdk)).toEqual([])
  })

  it('[D51] of @solana/web3.js comes with the first transfer, and @solana/kit never', () => {
    expect(sources.filter(name => valueImports(at(name)).some(isSdk))).toEqual(['lazy/build-transaction.ts'])
    for (const name of sources) expect(readFileSync(at(name), 'utf8')).not.toContain('@solana/kit')
    const { dependencies } = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
    expect(dependencies['@solana/web3.js']).toBe('2.0.0')
  })

  it('is a file that exists, for each dynamic import', () => {
    for (const name of sources) {
      for (const [, from = ''] of readFileSync(at(name), 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
        expect(existsSync(resolve(dirname(at(name)), from.replace(/\.js$/, '.ts')))).toBe(true)
    }
  })
})
