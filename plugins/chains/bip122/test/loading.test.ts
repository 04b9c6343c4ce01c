/** Checks what is loaded when, by following the imports. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(
  fileURLToPath(new URL('../src', import.meta.url)),
)

describe('loading', () => {
  it('the plugin alone is loaded before its first use', () => {
    expect(packagesWith('index.ts')).toEqual(['@portico/kernel'])
  })
  it('detecting and listing wallets loads no library either', () => {
    for (const name of ['discovery', 'wallet-list'])
      expect(
        packagesWith(`wallets/${name}.ts`).filter(from => !from.startsWith('@portico/')),
        name,
      ).toEqual([])
  })
  it('connecting a wallet loads no library for transactions', () => {
    for (const name of [
      'page-connector',
      'sats-connect-adapter',
      'global-object-adapter',
      'wallet-standard-adapter',
    ])
      expect(packagesWith(`wallets/${name}.ts`), name).not.toContain('@scure/btc-signer')
  })
  it('[D52] only the core of sats-connect is loaded, in one file, with the first picked wallet of that protocol', () => {
    const users = files.filter(name =>
      /sats-connect/.test(
        textOf(name)
          .match(/^import .*$/gm)
          ?.join('\n') ?? '',
      ),
    )
    expect(users).toEqual(['wallets/sats-connect.ts'])
    expect(valueImports('wallets/sats-connect.ts')).toEqual(['@sats-connect/core'])
    const loaders = files.filter(name => textOf(name).includes("import('./sats-connect.js')"))
    expect(loaders).toEqual(['wallets/sats-connect-adapter.ts'])
  })
  it('each dynamic import names an existing file', () => {
    expect(missing()).toEqual([])
  })
})
