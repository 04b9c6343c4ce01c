import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { runInNewContext } from 'node:vm'
import metadataHex from '@polkadot/types-support/metadata/v15/polkadot-hex'
import * as original from '@polkadot-api/merkleize-metadata'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { languages } from '../languages.mjs'
import { bundle, entriesOf } from '../scripts/bundle.mjs'
import { mayShip } from '../scripts/licences.mjs'
import { minifyCss, sourceOptions } from '../scripts/sources.mjs'
import { readStages } from '../scripts/stages.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

const published = workspaces().filter(each => each.published && Object.keys(entriesOf(each)).length)
const built = new Map<string, ReadonlyMap<string, string>>()
beforeAll(async () => {
  const stages = await readStages()
  for (const workspace of published) built.set(workspace.folder, await bundle(workspace, stages))
}, 120_000) // builds every package

const scriptsOf = (folder: string) =>
  [...(built.get(folder) ?? [])].filter(([file]) => file.endsWith('.js'))
/** What a file imports at its top. Code inside of texts, such as templates, has single quotes. */
const importsOf = (code: string) =>
  [...code.matchAll(/^(?:import|export)\b[^"'\n]*"([^"\n]+)"/gm)].map(([, from = '']) => from)

const textOf = (folder: string, file: string) => built.get(folder)?.get(file) ?? ''

/** A file of `dist` and those that it brings along. */
function filesOf(folder: string, file: string): ReadonlySet<string> {
  const found = new Set([file])
  for (const name of found)
    for (const from of importsOf(textOf(folder, name)))
      if (from.startsWith('.')) found.add(posix.join(posix.dirname(name), from))
  return found
}

/** The packages that a file of `dist` brings along. */
const packagesOf = (folder: string, file: string) =>
  [...filesOf(folder, file)]
    .flatMap(name => importsOf(textOf(folder, name)))
    .filter(from => !from.startsWith('.'))

/** The packages that any file of a package imports, at its top or later. */
const dependenciesOf = (folder: string) => {
  const lazy = (code: string) =>
    [...code.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, from = '']) => from)
  const all = scriptsOf(folder).flatMap(([, code]) => [...importsOf(code), ...lazy(code)])
  return [
    ...new Set(
      all
        .filter(from => !/^(\.|node:)/.test(from))
        .map(from => from.split('/', from.startsWith('@') ? 2 : 1).join('/')),
    ),
  ].sort()
}

describe('the build of packages', () => {
  it('emits exactly the entries with components and hooks with `use client` at the top, so that a Next server component can import them', () => {
    const marked = published.flatMap(workspace =>
      Object.keys(entriesOf(workspace))
        .filter(name => /^(['"])use client\1;/.test(textOf(workspace.folder, `${name}.js`)))
        .map(name => `${workspace.folder}/${name}`),
    )
    expect(marked.sort()).toEqual([
      'sdk/portico/react',
      'sdk/portico/react/eip155',
      'sdk/portico/react/sign-in',
      'sdk/portico/react/swap',
      'ui/frame/connect-button',
      'ui/frame/index',
      'ui/index',
      'ui/primitives/panes',
      'ui/react/index',
    ])
  })

  describe('the mode of a page', () => {
    /** The kernel in a page that passes one plugin twice, as a script. */
    const pageOf = async (mode?: string) => {
      const made = await rolldown({
        input: 'page',
        platform: 'neutral',
        transform: {
          define: { 'process.env.NODE_ENV': mode ? JSON.stringify(mode) : 'process.env.NODE_ENV' },
        },
        plugins: [
          {
            name: 'page',
            resolveId(id, importer = '') {
              // As an import map of a page without a bundler names it.
              if (id === 'immer') return join(root, 'node_modules/immer/dist/immer.production.mjs')
              if (id.startsWith('.')) return posix.join(posix.dirname(importer), id)
              return id === 'mitt' ? undefined : id
            },
            load: id =>
              id === 'page'
                ? `import { createKernel, definePlugin } from 'index.js'
                   const plugin = definePlugin({ id: 'a', setup() {} })
                   export const messages = []
                   const onError = error => messages.push(error.message)
                   createKernel({ plugins: [plugin, plugin], onError })`
                : built.get('kernel')?.get(id),
          },
        ],
      })
      const { output } = await made.generate({ format: 'iife', name: 'page', minify: true })
      await made.close()
      return output[0].code
    }
    const messageOf = (script: string, globals: Record<string, unknown> = {}) =>
      runInNewContext(`${script};page.messages[0]`, { AbortController, ...globals })
    const sentence = /^The plugin "a" is in the list twice\. Hint: /

    it('the mode is production in a page without a bundler, where `process` is not defined', async () => {
      const script = await pageOf()
      expect(messageOf(script)).toMatch(/^DUPLICATE /)
      expect(messageOf(script, { process: {} })).toMatch(/^DUPLICATE /)
    })

    it('the mode in Node is that of NODE_ENV, and development where NODE_ENV is not set', async () => {
      const script = await pageOf()
      expect(messageOf(script, { process: { env: {} } })).toMatch(sentence)
      expect(messageOf(script, { process: { env: { NODE_ENV: 'production' } } })).toMatch(
        /^DUPLICATE /,
      )
    })

    it('a bundler sets the mode, and drops the sentences and the guard in production', async () => {
      expect(messageOf(await pageOf('development'))).toMatch(sentence)
      const script = await pageOf('production')
      expect(messageOf(script)).toMatch(/^DUPLICATE /)
      expect(/in the list twice|NODE_ENV|"production"|`production`/.exec(script)?.[0]).toBe(
        undefined,
      )
    })

    it('every published file reads the mode behind the guard', () => {
      const reading = published.flatMap(({ folder }) =>
        scriptsOf(folder)
          .filter(([, code]) => code.includes('process.env.NODE_ENV'))
          .map(([file, code]) => ({ file: `${folder}/${file}`, code })),
      )
      expect(reading.length).toBeGreaterThan(3)
      for (const { file, code } of reading)
        expect({ file, bare: /(?<!return |&& )process\.env\.NODE_ENV/.exec(code)?.[0] }).toEqual({
          file,
          bare: undefined,
        })
    })
  })

  it.each(published.map(each => each.folder))('emits no circular imports in %s', folder => {
    const scripts = new Map(
      scriptsOf(folder).map(([file, code]) => [
        file,
        importsOf(code).map(from => posix.join(posix.dirname(file), from)),
      ]),
    )
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (file: string, trail: readonly string[]) => {
      if (trail.includes(file)) cycles.push([...trail, file].join(' → '))
      else if (!done.has(file))
        for (const next of scripts.get(file) ?? [])
          if (scripts.has(next)) visit(next, [...trail, file])
      done.add(file)
    }
    for (const file of scripts.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })

  it.each(['kernel', 'sdk/portico', 'plugins/features/swap', 'plugins/chains/eip155'])(
    'emits startup code of %s from which a bundler removes everything that a host does not use',
    async folder => {
      const started = filesOf(folder, 'index.js')
      for (const [file, code] of scriptsOf(folder).filter(
        ([name]) => started.has(name) || name.startsWith('first-view'),
      )) {
        const made = await rolldown({
          input: 'page',
          external: id => id !== 'page' && id !== 'file',
          // As if the package did not promise that its files have no effects.
          treeshake: { moduleSideEffects: id => id === 'file' },
          plugins: [
            {
              name: 'page',
              resolveId: id =>
                id === 'page' || id === 'file'
                  ? id
                  : { id, external: true, moduleSideEffects: false },
              load: id => (id === 'page' ? "import 'file'" : code),
            },
          ],
        })
        const { output } = await made.generate({ comments: false })
        await made.close()
        expect({ file, kept: output[0].code.replace(/^import .*$/gm, '').trim() }).toEqual({
          file,
          kept: '',
        })
      }
    },
  )

  it('[D39d] ships a loader for each translation file of a package that any bundler can resolve', () => {
    const translated = published.map(({ folder }) => ({
      folder,
      files: [...(built.get(folder)?.keys() ?? [])].filter(file => /^text\/[^/]+\.js$/.test(file)),
    }))
    expect(translated.filter(({ files }) => files.length).map(({ folder }) => folder)).toEqual(
      published
        .map(({ folder }) => folder)
        .filter(folder => existsSync(join(root, folder, 'src/text'))),
    )
    for (const { folder, files } of translated) {
      const loaded = scriptsOf(folder).flatMap(([, code]) =>
        [...code.matchAll(/"\.\/text\/\w+\.ts": \(\) => import\("\.\/(text\/[^"]+)"\)/g)].map(
          ([, file]) => file,
        ),
      )
      expect({ folder, loaded: loaded.sort() }).toEqual({ folder, loaded: files.sort() })
      expect({ folder, languages: files.map(file => file.slice(5, -3)) }).toEqual({
        folder,
        languages: files.length ? [...languages].sort() : [],
      })
    }
  })

  it('does not ship a test file in the folder of translations as a language', async () => {
    const globs = published.flatMap(({ folder }) =>
      readdirSync(join(root, folder, 'src'), { encoding: 'utf8' })
        .filter(file => /^(?!.*\.test\.).+\.ts$/.test(file))
        .flatMap(file =>
          [
            ...readFileSync(join(root, folder, 'src', file), 'utf8').matchAll(
              /import\.meta\.glob<Translation>\(.+?\)/g,
            ),
          ].map(([call]) => call),
        ),
    )
    expect(globs.length).toBeGreaterThan(15)
    const folder = mkdtempSync(join(tmpdir(), 'portico-translations-'))
    try {
      mkdirSync(join(folder, 'text'))
      for (const name of ['de', 'de.test'])
        writeFileSync(join(folder, 'text', `${name}.ts`), `export default { name: '${name}' }`)
      const table = [...new Set(globs)].map(
        (call, at) => `export const translations${at} = ${call}`,
      )
      writeFileSync(join(folder, 'plugin.ts'), `type Translation = unknown\n${table.join('\n')}`)
      const made = await rolldown({ ...sourceOptions, input: join(folder, 'plugin.ts') })
      const { output } = await made.generate({ format: 'esm' })
      await made.close()
      expect(
        output.flatMap(each =>
          each.type === 'chunk' && each.isDynamicEntry ? each.facadeModuleId : [],
        ),
      ).toEqual([join(folder, 'text/de.ts')])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('emits no file that only has a helper of the bundler, so no request for it delays the modal', () => {
    const files = published.flatMap(({ folder }) =>
      scriptsOf(folder).map(([file]) => `${folder}/${file}`),
    )
    expect(files.filter(file => /rolldown-runtime/.test(file))).toEqual([])
  })

  it('emits the code of the modal in its entry file, without a file that only re-exports it', () => {
    const exported =
      /^export \{ (.*) \};$/m.exec(textOf('ui', 'frame/index.js'))?.[1]?.split(', ') ?? []
    expect(exported).toEqual(expect.arrayContaining(['modal']))
    expect(textOf('ui', 'frame/index.js')).toMatch(/^const modal = /m)
  })

  it('emits the text of every style sheet once, minified', () => {
    const sheets = published.flatMap(({ folder }) =>
      readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
        // Those two are published as files alone.
        .filter(file => file.endsWith('.css') && !/connect-button-(auto|light)/.test(file))
        .map(file => ({ folder, file, css: minifyCss(join(root, folder, 'src', file)) })),
    )
    expect(sheets.length).toBeGreaterThan(30)
    for (const { folder, file, css } of sheets) {
      const holding = scriptsOf(folder).filter(([, code]) => code.includes(JSON.stringify(css)))
      expect({ file, files: holding.length }).toEqual({ file, files: 1 })
      expect({ file, spare: /\n|\/\*|[{;:,] | [{}]/.exec(css)?.[0] }).toEqual({
        file,
        spare: undefined,
      })
    }
  })

  it('publishes the light colours of the buttons for servers, the same as the buttons have with the mode light', () => {
    const [, light = 'none'] =
      /\.portico-button\[data-mode=light\](\{[^}]*\})/.exec(textOf('sdk/portico', 'button.css')) ??
      []
    const rule = `.portico-button:not([data-mode])${light}`
    expect(textOf('sdk/portico', 'button-light.css')).toBe(rule)
    expect(textOf('sdk/portico', 'button-auto.css')).toBe(
      `@media (prefers-color-scheme:light){${rule}}`,
    )
  })

  it('publishes the style sheet of the buttons as the text that the buttons adopt', () => {
    const css = textOf('sdk/portico', 'button.css')
    expect(css).toMatch(/^\.portico-button\{/)
    expect(scriptsOf('ui').filter(([, code]) => code.includes(JSON.stringify(css)))).toHaveLength(1)
  })

  /**
   * What a package has besides what its files import: React DOM for the modal of `@portico/ui`,
   * which an app gets with the sdk.
   */
  const passedOn: Readonly<Record<string, readonly string[]>> = { 'sdk/portico': ['react-dom'] }

  it.each(published.map(each => each.folder))(
    'the manifest of %s has React and React DOM as peers exactly when its code imports them',
    folder => {
      const { manifest } = published.find(each => each.folder === folder)!
      const react = (names: readonly string[]) =>
        names.filter(name => /^react(-dom)?$/.test(name)).sort()
      expect(
        react(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })),
      ).toEqual(react([...new Set([...dependenciesOf(folder), ...(passedOn[folder] ?? [])])]))
    },
  )

  it.each(published.map(each => each.folder))(
    'the manifest of %s names each package that its code imports',
    folder => {
      const { name, manifest } = published.find(each => each.folder === folder)!
      const named = [
        name,
        ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
      ]
      expect(dependenciesOf(folder).filter(each => !named.includes(each))).toEqual([])
    },
  )

  it('ships the page script of the mock wallets, so that a test bundles nothing', () => {
    expect(dependenciesOf('sdk/mock-wallets')).not.toContain('rolldown')
    const page = [...filesOf('sdk/mock-wallets', 'page.js')]
      .map(file => textOf('sdk/mock-wallets', file))
      .join('\n')
    expect(/"\/\*! Includes code of [^*]*viem \(MIT\)[^*]*\*\/var script=/.test(page)).toBe(true)
  })

  it('includes only code of libraries whose licence may ship, and names each library (decision 59)', () => {
    const notices = published.flatMap(({ folder }) =>
      scriptsOf(folder).flatMap(([, code]) => [
        ...code.matchAll(/\/\*! Includes code of (.*?)\. \*\//g),
      ]),
    )
    const licences = notices.flatMap(([, list = '']) =>
      list.split(', ').map(each => / \((.*)\)$/.exec(each)?.[1] ?? 'none'),
    )
    expect(licences.length).toBeGreaterThan(10)
    expect(licences.filter(licence => !mayShip(licence))).toEqual([])
  })

  describe('the code of a bundled library', () => {
    // Inside the repository, so that the files find the packages of the root: the versions that a
    // host has.
    const cache = join(root, 'node_modules', '.cache', 'portico')
    const load = async (folder: string, file: string) => {
      mkdirSync(cache, { recursive: true })
      const copy = mkdtempSync(join(cache, 'bundled-'))
      try {
        for (const name of filesOf(folder, file)) {
          mkdirSync(join(copy, posix.dirname(name)), { recursive: true })
          writeFileSync(join(copy, name), textOf(folder, name))
        }
        return await import(/* @vite-ignore */ join(copy, file))
      } finally {
        rmSync(copy, { recursive: true })
      }
    }

    it('[D52] the core of sats-connect sends a request to the wallet at a path, and passes its result and its error on', async () => {
      const answers: Readonly<Record<string, object>> = {
        getInfo: { result: { version: '1.0.0', supports: [] } },
        signMessage: { result: { signature: 'abc' } },
        signPsbt: { error: { code: -32_000, message: 'Rejected' } },
      }
      const requests: unknown[] = []
      const request = async (...ask: readonly [string]) => {
        requests.push(ask)
        return { jsonrpc: '2.0', id: '1', ...answers[ask[0]] }
      }
      vi.stubGlobal('window', { a: { wallet: { request } } })
      const core = await load('plugins/chains/bip122', 'wallets/sats-connect.js')
      expect(await core.request('signMessage', { message: 'text' }, 'a.wallet')).toMatchObject({
        result: { signature: 'abc' },
      })
      expect(await core.request('signPsbt', {}, 'a.wallet')).toMatchObject({
        error: { code: -32_000, message: 'Rejected' },
      })
      expect(requests.slice(1)).toEqual([
        ['signMessage', { message: 'text' }],
        ['signPsbt', {}],
      ])
    })

    it('[S2] the bundled library of the metadata hash computes the same hash as with its own dependencies', async () => {
      const { merkleizeMetadata } = await load('plugins/chains/polkadot', 'merkleize-metadata.js')
      const facts = { decimals: 10, tokenSymbol: 'DOT' }
      // The recording is an optional value: a byte for its presence, then the length in four bytes.
      const metadata = `0x${metadataHex.slice(2 + 10)}` as const
      expect(merkleizeMetadata(metadata, facts).digest()).toEqual(
        original.merkleizeMetadata(metadata, facts).digest(),
      )
    })
  })

  it('emits hooks from which a bundler takes only those that a host imports', async () => {
    const importedFor = async (line: string) => {
      const made = await rolldown({
        input: 'page',
        treeshake: { moduleSideEffects: false },
        // Bundlers say that they leave out `use client`.
        logLevel: 'silent',
        plugins: [
          {
            name: 'page',
            resolveId(id, importer = '') {
              if (id.startsWith('.')) return posix.join(posix.dirname(importer), id)
              return id === 'page' || importer === 'page' ? id : { id, external: true }
            },
            load: id => (id === 'page' ? line : built.get('sdk/portico')?.get(id)),
          },
        ],
      })
      const { output } = await made.generate({})
      await made.close()
      return importsOf(output.map(each => (each.type === 'chunk' ? each.code : '')).join('\n'))
    }
    const account = await importedFor("export { useAccount } from 'react.js'")
    expect(account).toContain('@portico/kernel/session')
    expect(account.filter(name => /viem|transactions|capabilities|plugin-/.test(name))).toEqual([])
    const write = await importedFor("export { useWriteContract } from 'react/eip155.js'")
    expect(write).toContain('@portico/plugin-eip155/contracts')
    expect(write.filter(name => /viem|plugin-(?!eip155)/.test(name))).toEqual([])
  })

  it('emits entries for headless hosts that do not import React', () => {
    const headless = [
      ['kernel', 'index.js'],
      ...['account', 'chain', 'session', 'transactions'].map(
        noun => ['kernel', `contracts/${noun}/index.js`] as const,
      ),
      ['kernel', 'rpc/index.js'],
      ['sdk/portico', 'index.js'],
      ['plugins/features/siwx', 'server/index.js'],
      ['plugins/features/siwx', 'verify/index.js'],
      ['plugins/chains/solana', 'index.js'],
    ] as const
    for (const [folder, file] of headless) {
      expect(built.get(folder)?.has(file)).toBe(true)
      expect(
        packagesOf(folder, file).filter(name =>
          /^react|^@portico\/ui(\/(?!button-labels|translations)|$)/.test(name),
        ),
      ).toEqual([])
    }
  })
})
