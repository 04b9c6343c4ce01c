import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { lengthViolations } from './file-length.js'
import { packageOf, type SourceFile, violations } from './layer-rules.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const left = new Set(['node_modules', 'dist', '.git', 'test-results', 'shots'])
function sources(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (left.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')
      ? [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
      : []
  })
}

/** The sources of what packages export, by the condition that tests and development resolve. */
function entriesOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const folders = [...new Set(files.map(({ path }) => packageOf(path)))].filter(folder =>
    existsSync(join(root, folder, 'package.json')),
  )
  return new Set(
    folders.flatMap(folder => {
      const { exports = {} } = JSON.parse(
        readFileSync(join(root, folder, 'package.json'), 'utf8'),
      ) as { exports?: Record<string, Record<string, string>> }
      return Object.values(exports).flatMap(({ '@portico/source': source }) =>
        source ? [join(folder, source).replaceAll('\\', '/')] : [],
      )
    }),
  )
}

describe('the layers of architecture section 12', () => {
  const files = ['kernel', 'plugins', 'ui', 'sdk', 'examples'].flatMap(folder =>
    sources(join(root, folder)),
  )

  // 1,400 files are parsed, 3 to 5 s of work: with two whole runs on two cores it took 31 and 35 s.
  // The limit is for what hangs.
  const parsingMs = 120_000

  it(
    'every file has at most 500 lines, and every comment at most 100 columns',
    () => {
      expect(files.flatMap(lengthViolations)).toEqual([])
    },
    parsingMs,
  )

  it(
    '[D30b] the layer rules hold in every file of this repository',
    () => {
      expect(files.length).toBeGreaterThan(50)
      expect(violations(files, entriesOf(files))).toEqual([])
    },
    parsingMs,
  )

  const plugin = 'plugins/features/swap/src'
  it.each([
    [
      'a kernel that knows a library',
      'kernel/src/bus.ts',
      "import { z } from 'zod'",
      'mitt and immer alone',
    ],
    [
      'a contract that reaches for an SDK',
      'kernel/src/contracts/chain/caip.ts',
      "import { isAddress } from 'viem'",
      'contracts stand on the kernel alone',
    ],
    [
      'a plugin that imports another',
      `${plugin}/swap-controller.ts`,
      "import { rpc } from '@portico/plugin-eip155'",
      'ask for a capability',
    ],
    [
      'a plugin that imports a type of another',
      `${plugin}/swap-controller.ts`,
      "import type { Rpc } from '@portico/plugin-eip155'",
      'ask for a capability',
    ],
    [
      'a headless half that imports React',
      `${plugin}/swap-controller.ts`,
      "import { useState } from 'react'",
      'headless half',
    ],
    [
      'a headless half that imports the interface',
      `${plugin}/swap-controller.ts`,
      "import { Button } from '@portico/ui'",
      'headless half',
    ],
    [
      'a verifier of sign-ins that wants the kernel',
      'plugins/features/siwx/src/verify/parse.ts',
      "import { fill } from '@portico/kernel/text'",
      'servers that verify sign-ins',
    ],
    [
      'an SDK that a page loads with the plugin',
      'plugins/chains/eip155/src/plugin.ts',
      "import { http } from 'viem'",
      'inside a function',
    ],
    [
      'a view that the headless half imports',
      `${plugin}/swap-controller.ts`,
      "import { Swap } from './views/swap-view.js'",
      'inside a function',
    ],
    [
      'an interface that imports a plugin',
      'ui/src/frame/header.tsx',
      "import { accountView } from '@portico/plugin-account'",
      'stands on react and the kernel',
    ],
    [
      'an example that imports an unpublished file',
      'examples/minimal/main.ts',
      "import { kernel } from '@portico/kernel/src/kernel.js'",
      'published entries only',
    ],
    [
      'a file that reaches into another package',
      'ui/src/frame/header.tsx',
      "import { x } from '../../../kernel/src/kernel.js'",
      'published entry',
    ],
    [
      'a namespace in a feature',
      `${plugin}/swap-controller.ts`,
      "export const chain = 'eip155:1'",
      'names the chain',
    ],
    [
      'a plain error',
      `${plugin}/swap-controller.ts`,
      "export const fail = () => { throw new Error('no') }",
      'plain Error',
    ],
    [
      'state in a module',
      `${plugin}/swap-controller.ts`,
      'let count = 0\nexport const next = () => count++',
      'keeps state in the module',
    ],
    [
      'a ref that bundlers keep',
      `${plugin}/refs.ts`,
      "export const swappedEvent = defineEvent('swapped')",
      'without /* @__PURE__ */',
    ],
    [
      'a ref whose name hides its kind',
      `${plugin}/refs.ts`,
      "export const swapped = /* @__PURE__ */ defineEvent('swapped')",
      'swappedEvent (architecture',
    ],
    [
      'a plugin.ts that does things',
      `${plugin}/plugin.ts`,
      'export const swap = 1\n'.repeat(70),
      'table of contents',
    ],
    [
      'a weak random number',
      `${plugin}/nonce.ts`,
      'export const nonce = () => Math.random()',
      'Math.random',
    ],
    [
      'a hook that only the first test file would get',
      'plugins/features/swap/test/bench.ts',
      'beforeEach(() => undefined)',
      'calls beforeEach',
    ],
    [
      'an HTML sink',
      `${plugin}/views/swap-view.tsx`,
      "export const put = (e: Element) => { e.innerHTML = '' }",
      'text is text',
    ],
  ])('the layer rules catch %s', (_name, path, text, says) => {
    expect(violations([{ path, text }]).join()).toContain(says)
  })

  it.each([
    ['return Math.random()', 'Math.random'],
    ['return Math . /* chance */ random()', 'Math.random'],
    ["return Math['random']()", 'Math.random'],
    ['const { random } = Math\n  return random', 'Math.random'],
    ['return globalThis.Math.random()', 'Math.random'],
    ['return Math?.random()', 'Math.random'],
    ['return [1].map(Math.random)', 'Math.random'],
    ['const { random: any } = window.Math\n  return any()', 'Math.random'],
    ["return eval('1')", 'uses eval'],
    ["return eval /* code */ ('1')", 'uses eval'],
    ["return (0, globalThis.eval)('1')", 'uses eval'],
    ["const run = eval\n  return run('1')", 'uses eval'],
    ["return new Function('return 1')", 'uses Function'],
    ["return new /* code */ Function('return 1')", 'uses Function'],
    ["return Function('return 1')", 'uses Function'],
    ["return new globalThis.Function('return 1')", 'uses Function'],
    ["return (0, eval)('1')", 'uses eval'],
    ["return (eval)('1')", 'uses eval'],
    ["return eval?.('1')", 'uses eval'],
    ["return (eval as (text: string) => unknown)('1')", 'uses eval'],
    ["return ['1'].map(eval)", 'uses eval'],
    ['return { eval }', 'uses eval'],
    ["const { eval: run } = globalThis\n  return run('1')", 'uses eval'],
    ["return window['eval']('1')", 'uses eval'],
    ["return new (Function)('return 1')", 'uses Function'],
    ["return Reflect.construct(Function, ['return 1'])", 'uses Function'],
    ["const { Function: Make } = window\n  return new Make('return 1')", 'uses Function'],
    ["return make.constructor('return 1')", 'uses Function'],
    ["return make['constructor']('return 1')", 'uses Function'],
    ["return setTimeout('code()', 1)", 'uses setTimeout of a text'],
    ['return window.setInterval(`code()`, 1)', 'uses setInterval of a text'],
    ["element.innerHTML = ''", 'innerHTML'],
    ["element['outerHTML'] = ''", 'outerHTML'],
    ["element.insertAdjacentHTML('beforeend', '')", 'insertAdjacentHTML'],
    ["document.write('')", 'document.write'],
    ["window.document.writeln('')", 'document.write'],
    ["return import('https://cdn.example/code.js')", 'import of an address'],
    ["return import(/* code */ '//cdn.example/code.js')", 'import of an address'],
    ["return import('data:text/javascript,1')", 'import of an address'],
    ["return import('./parts/' + element.id)", 'import of an address'],
    ['return import(element.id)', 'import of an address'],
  ])('[S1] [S6] the layer rules catch the forbidden code %j', (body, says) => {
    const text = `export function make(element: Element) {\n  ${body}\n}`
    expect(violations([{ path: `${plugin}/made.ts`, text }]).join()).toContain(says)
  })

  it.each([
    [
      'types',
      "import type { B } from './b.js'\nexport type A = B",
      "import type { A } from './a.js'\nexport type B = A",
    ],
    [
      'import()',
      "export const b = () => import('./b.js')",
      "export const a = () => import('./a.js')",
    ],
    [
      'import() and a type',
      "export const b = () => import('./b.js')\nexport type A = 1",
      "import type { A } from './a.js'\nexport type B = A",
    ],
    [
      'import() and a value',
      "import { b } from './b.js'\nexport const a = b",
      "export const b = () => import('./a.js')",
    ],
    ['re-exports', "export { b } from './b.js'", "export * from './a.js'"],
    [
      'typeof import()',
      "export type A = typeof import('./b.js')",
      "export const a = () => import('./a.js')",
    ],
  ])('the layer rules catch a cycle of two files through %s', (_through, a, b) => {
    const files = [
      { path: `${plugin}/a.ts`, text: a },
      { path: `${plugin}/b.ts`, text: b },
    ]
    expect(violations(files, new Set(files.map(({ path }) => path)))).toEqual([
      expect.stringContaining(`${plugin}/a → ${plugin}/b → ${plugin}/a is a cycle`),
    ])
  })

  it.each([
    ["export { swap } from './swap.js'", true],
    ["export * from './swap.js'", true],
    ["import { swap } from './swap.js'\nexport { swap }", true],
    ["export const swap = () => import('./swap.js')", true],
    ["export const swap = async () => (await import('./swap.js')).swap", true],
    [
      "export const swap = (text: string) => import('./swap.js').then(code => code.create(text))",
      true,
    ],
    ["export function swap() {\n  return import('./swap.js')\n}", true],
    [
      "export const load = (language: string) => (language === 'ar' ? import('./ar.js') : import('./de.js'))",
      true,
    ],
    ["export const fee = 1\nexport * from './swap.js'", false],
    ["export const swap = { load: () => import('./swap.js'), fee: 1 }", false],
    ['export interface Swap { readonly fee: number }', false],
  ])('whether the layer rules report a file as only re-exporting: %j, %s', (text, isCaught) => {
    const file = { path: `${plugin}/on-demand.ts`, text }
    expect(violations([file]).join().includes('only imports and re-exports')).toBe(isCaught)
    expect(violations([file], new Set([file.path]))).toEqual([])
  })

  it.each([
    ['export const styles = `.p-row{display:flex;gap:8px}`', 'button.ts', 'writes CSS in a string'],
    [
      `export const styles = \`\n.p-row {\n  width: \${width}px;\n}\n\``,
      'button.ts',
      'writes CSS in a string',
    ],
    [
      "export const styles = ':host([data-mode=light]){--p-a:1px}'",
      'button.ts',
      'writes CSS in a string',
    ],
    [
      "export const styles = '@media (hover:hover){.p-row:hover{color:red}}'",
      'button.ts',
      'writes CSS in a string',
    ],
    ["export const width = '1px'", 'button.styles.ts', 'holds styles'],
    ["import './button.css'", 'button.ts', "without '?inline'"],
  ])('the layer rules catch CSS outside of .css files: %j', (text, name, says) => {
    expect(violations([{ path: `ui/src/primitives/${name}`, text }]).join()).toContain(says)
  })

  it.each([
    "import styles from './button.css?inline'\nexport const css = styles",
    "export const text = 'Sent {amount} to {name}'",
    `export const width = \`calc(\${columns} * 2px)\``,
    'export const json = \'{ "a": 1 }\'',
    `export const own = \`--_\${name}:var(--portico-\${name});\``,
  ])('the layer rules allow text that is no CSS rule: %j', text => {
    expect(violations([{ path: 'ui/src/primitives/button.ts', text }])).toEqual([])
  })

  it.each([
    ['defineSlice<{ readonly found: unknown }>(spec)', true],
    ['defineSlice<Log>(spec)\ninterface Log { readonly found: unknown }', true],
    [
      "defineSlice<Log>(spec)\ntype Log = { phase: 'unread' } | { phase: 'ready'; entries: readonly unknown[] }",
      true,
    ],
    [
      "defineSlice<Log>(spec)\ntype Log = { phase: 'unread' } | { phase: 'ready'; entries: readonly string[] }",
      false,
    ],
    ['defineSlice<Log>(spec)\ninterface Other { readonly found: unknown }', false],
  ])('whether the layer rules report unknown state of a slice: %j, %s', (text, isCaught) => {
    const found = violations([
      { path: `${plugin}/log.ts`, text: `export const slice = /* @__PURE__ */ ${text}` },
    ])
    expect(found.join().includes('unknown state')).toBe(isCaught)
  })

  it('the layer rules catch an SDK behind a file that a page loads with the plugin, and name that file', () => {
    const found = violations([
      { path: `${plugin}/plugin.ts`, text: "export { transport } from './transport.js'" },
      {
        path: `${plugin}/transport.ts`,
        text: "import { http } from 'viem'\nexport const transport = http",
      },
    ])
    expect(found.join()).toContain(
      `${plugin}/transport.ts imports viem and is loaded with the page`,
    )
  })

  it('the layer rules report nothing that the table of architecture section 12 allows', () => {
    const fine: SourceFile[] = [
      {
        path: `${plugin}/refs.ts`,
        text: "import { defineView } from '@portico/kernel'\nexport const swapView = /* @__PURE__ */ defineView('Swap')",
      },
      {
        path: `${plugin}/node/sdk.ts`,
        text: "import { http } from 'viem'\nexport const transport = http",
      },
      { path: `${plugin}/plugin.ts`, text: "export const load = () => import('./node/sdk.js')" },
      {
        path: `${plugin}/views/swap-view.tsx`,
        text: "import { useState } from 'react'\nimport { Button } from '@portico/ui'\nexport default () => [useState, Button]",
      },
      { path: `${plugin}/note.ts`, text: '// Math.random is not used here\nexport const note = 1' },
      {
        path: `${plugin}/words.ts`,
        text: "export const words = ['eval(1)', 'Math.random()']\nexport type Make = Function\nexport const of = (model: Model) => model.eval()\nexport const isIt = (it: unknown) => it instanceof Function\nexport const own = { eval: 1 }",
      },
    ]
    expect(violations(fine, new Set([`${plugin}/plugin.ts`]))).toEqual([])
  })
})
