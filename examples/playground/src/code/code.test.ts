import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { type Choice, defaultChoice } from '../configuration/choice.js'
import type { PluginLine } from '../configuration/plugins.js'
import { pluginLines } from '../configuration/plugins.js'
import { codeOf, type Kit } from './code.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../../..')

const kits: readonly Kit[] = ['react', 'element', 'headless']
const all = Object.fromEntries(pluginLines.map(({ id, networks }) => [id, Object.keys(networks)]))
const choices: Readonly<Record<string, Partial<Choice>>> = {
  'as by default': {},
  'every plugin with every network': { plugins: all },
  'no plugin at all': { plugins: {} },
  'another first network': { plugins: { eip155: ['base', 'mainnet'] } },
  'the modal inside the page': { placement: 'inside' },
  'the system decides the mode': { mode: 'auto' },
  'an accent and more': {
    mode: 'light',
    variables: {
      'portico-accent': '#ff6600',
      'portico-font': "'Inter', sans-serif",
      'portico-surface-raised': 'oklch(0.2 0.01 265)',
      'portico-radius': '12px',
    },
  },
  'every option at once': {
    ...{
      plugins: all,
      autoConnect: false,
      allowUnsupportedChain: true,
      storage: 'memory',
      logLevel: 'silent',
      language: 'ar',
      placement: 'inside',
    },
    ...{
      title: "Let's connect \\ go",
      order: { settingsRows: ['language', 'theme'], connectMethods: ['wallet'] },
      variables: { 'portico-speed': '0ms' },
    },
  },
}
const cases = Object.entries(choices).flatMap(([name, change]) =>
  kits.map(kit => ({ name, kit, code: codeOf({ ...defaultChoice(), ...change }, kit) })),
)

/**
 * What the compiler says about files that stand in memory beside this one, with the types of the
 * workspace.
 */
function diagnose(files: ReadonlyMap<string, string>): readonly string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const settings: ts.CompilerOptions = {
    ...options,
    composite: false,
    declaration: false,
    noEmit: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
  }
  const host = ts.createCompilerHost(settings)
  const program = ts.createProgram([...files.keys()], settings, {
    ...host,
    fileExists: file => files.has(file) || host.fileExists(file),
    readFile: file => files.get(file) ?? host.readFile(file),
    getSourceFile: (file, language) => {
      const text = files.get(file)
      return text === undefined
        ? host.getSourceFile(file, language)
        : ts.createSourceFile(file, text, language)
    },
  })
  return [...files.keys()].flatMap(file => {
    const source = program.getSourceFile(file)
    const diagnostics = source
      ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      : []
    return diagnostics.map(
      ({ messageText }) =>
        `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}\n${files.get(file)}`,
    )
  })
}

describe('the code for a choice', () => {
  it('the code for a choice compiles, with nothing unused, for many choices and every kind of host', {
    timeout: 120_000,
  }, () => {
    const files = new Map(
      cases.flatMap(({ code }, at) =>
        code.files
          .filter(({ language }) => language !== 'html')
          .map(file => [join(here, `case-${at}-${file.name}`), file.code] as const),
      ),
    )
    expect(files.size).toBe(cases.length)
    expect(diagnose(files)).toEqual([])
  })

  it('the compiler of this test reports an error in broken code', { timeout: 120_000 }, () => {
    const file = join(here, 'broken-app.tsx')
    expect(
      diagnose(
        new Map([
          [
            file,
            "import { createPortico } from '@portico/sdk'\nexport const broken = createPortico({ plugin: [] })\n",
          ],
        ]),
      ),
    ).toHaveLength(1)
  })

  it.each(cases)(
    'the code for a choice has no line above 120 characters and ends with one line feed: $name, $kit',
    ({ code }) => {
      for (const { code: text } of code.files) {
        expect(text).toMatch(/[^\n]\n$/)
        expect(text.split('\n').filter(line => line.length > 120)).toEqual([])
      }
    },
  )

  it.each(cases)(
    'the code for a choice installs every package that it imports: $name, $kit',
    ({ code }) => {
      const imported = code.files.flatMap(file =>
        [...file.code.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name),
      )
      expect(imported.filter(name => !code.install.split(' ').includes(name))).toEqual([])
    },
  )

  it('the code for a single chain is that of the first page of the guide', () => {
    expect(
      codeOf({ ...defaultChoice(), plugins: { eip155: ['mainnet', 'base'] } }, 'react').files[0]
        ?.code,
    ).toBe(`import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { ConnectButton, NetworkButton, PorticoProvider } from '@portico/sdk/react'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet, base] })] })

export const App = () => (
  <PorticoProvider portico={portico}>
    <header style={{ display: 'flex', gap: 8 }}>
      <NetworkButton />
      <ConnectButton />
    </header>
  </PorticoProvider>
)
`)
  })

  it('the code for a choice without a chain has no button for the network', () => {
    const choice: Choice = { ...defaultChoice(), plugins: {} }
    const text = (['react', 'element'] as const)
      .flatMap(kit => codeOf(choice, kit).files.map(file => file.code))
      .join()
    expect(text).toMatch(/ConnectButton.*portico-button/s)
    expect(text).not.toMatch(/NetworkButton/)
  })

  it('the code for a choice names exactly the elements that the kit registers', async () => {
    // Another file of the same process may have imported the element already.
    vi.resetModules()
    const define = vi.fn()
    vi.stubGlobal('customElements', { get: () => undefined, define })
    await import('@portico/sdk/element')
    vi.unstubAllGlobals()
    const pages = cases.flatMap(({ code }) =>
      code.files.filter(({ language }) => language === 'html'),
    )
    const tags = new Set(
      pages.flatMap(({ code }) => [...code.matchAll(/<([a-z]+-[\w-]+)/g)].map(([, tag]) => tag)),
    )
    expect([...tags].sort()).toEqual(define.mock.calls.map(([name]) => name).sort())
  })

  it('the code for a headless choice sets no theme and no messages', () => {
    const choice: Choice = {
      ...defaultChoice(),
      mode: 'light',
      title: 'Hello',
      variables: { 'portico-accent': '#ff6600' },
    }
    expect(codeOf(choice, 'headless').files[0]?.code).not.toMatch(/theme|messages/)
    expect(codeOf(choice, 'react').files[0]?.code).toMatch(/theme: \{ mode: 'light'.*messages/s)
  })

  it('the code for a choice calls a feature without options', () => {
    const send: PluginLine = {
      id: 'send',
      name: 'Send',
      from: '@portico/plugin-send',
      networks: {},
      chosen: [],
      make: () => pluginLines[0]!.make(['mainnet']),
    }
    const code = codeOf(defaultChoice([send]), 'element', [send])
    expect(code.install).toBe('npm install @portico/sdk @portico/plugin-send react react-dom')
    expect(code.files[1]?.code).toContain('createPortico({ plugins: [send()] })')
  })
})
