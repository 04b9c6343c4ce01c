/** What is loaded when: read from the imports themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

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
const at = (name: string) => join(source, name)
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect([...packagesWith(at('index.ts'))].sort()).toEqual(['@portico/kernel', '@portico/kernel/contracts'])
  })
  it('to notice and to list wallets needs no library either', () => {
    for (const name of ['discovery', 'wallet-list']) expect([...packagesWith(at(`lazy/${name}.ts`))].sort().at(-1), name).toMatch(/^@portico.kernel/)
  })
  it('to connect a wallet needs no library for transactions', () => {
    for (const name of ['page-connector', 'sats-speaker', 'global-speaker', 'standard-speaker'])
      expect([...packagesWith(at(`lazy/${name}.ts`))], name).not.toContain('@scure/btc-signer')
  })
  it('[D52] of sats-connect is its core alone, in one file, which arrives with the first wallet that was picked and speaks by it', () => {
    const users = sources.filter(name =>
      /sats-connect/.test(
        readFileSync(at(name), 'utf8')
          .match(/^import .*$/gm)
          ?.join('\n') ?? '',
      ),
    )
    expect(users).toEqual(['lazy/sats-connect.ts'])
    expect(valueImports(at('lazy/sats-connect.ts'))).toEqual(['@sats-connect/core'])
    const loaders = sources.filter(name => readFileSync(at(name), 'utf8').includes("import('./sats-connect.js')"))
    expect(loaders).toEqual(['lazy/sats-speaker.ts'])
  })
  it('is a file that exists, for each dynamic import', () => {
    for (const name of sources) {
      for (const [, from = ''] of readFileSync(at(name), 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
        expect(existsSync(resolve(dirname(at(name)), from.replace(/\.js$/, '.ts')))).toBe(true)
    }
  })
})
