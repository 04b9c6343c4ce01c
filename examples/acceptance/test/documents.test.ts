import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as accountContracts from '@portico/kernel/account'
import * as backendContracts from '@portico/kernel/backend'
import * as capabilitiesContracts from '@portico/kernel/capabilities'
import * as chainContracts from '@portico/kernel/chain'
import * as connectPageContracts from '@portico/kernel/connect-page'
import * as connectorKitContracts from '@portico/kernel/connector-kit'
import * as sessionContracts from '@portico/kernel/session'
import * as shellContracts from '@portico/kernel/shell'
import * as textContracts from '@portico/kernel/text'
import * as transactionsContracts from '@portico/kernel/transactions'
import * as walletContracts from '@portico/kernel/wallet'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { icons } from '../../../ui/src/primitives/icon.js'
import { viewIcons } from '../../../ui/src/primitives/view-icons.js'
import { root, workspaces } from '../scripts/workspaces.mjs'

/**
 * A block of code in a document. `file` is where it would stand if it were a module beside that
 * document.
 */
interface Block {
  readonly document: string
  readonly line: number
  readonly file: string
  readonly fence: string
  readonly code: string
}

const markdownIn = (folder: string) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter(name => name.endsWith('.md'))
        .map(name => join(folder, name))
    : []
const documents = ['', 'examples/docs', ...workspaces().map(({ folder }) => folder)]
  .flatMap(markdownIn)
  .filter(file => file !== 'CHANGELOG.md')

/** A block that names its file can be imported by the other blocks of its document. */
const ownFile = /^\/\/ (?!examples\/)(\S+\.tsx?)\n/
function blocksOf(document: string): Block[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(
    ({ 1: fence = '', 2: code = '', index }) => {
      const line = text.slice(0, index).split('\n').length + 1
      const extension = fence.startsWith('tsx') ? 'tsx' : 'ts'
      return {
        document,
        line,
        file: join(
          root,
          dirname(document),
          document.replace(/\W/g, '-'),
          ownFile.exec(code)?.[1] ?? `${line}.${extension}`,
        ),
        fence: fence.trim(),
        code,
      }
    },
  )
}

const architecture = readFileSync(join(root, 'examples/docs/architecture.md'), 'utf8')
const sources = workspaces().flatMap(({ folder }) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => !/(^|\/)(node_modules|dist)\//.test(name))
    .map(name => join(folder, name)),
)

const blocks = documents.flatMap(blocksOf)
const typed = blocks.filter(({ fence }) => /^(ts|tsx|typescript|js|jsx|javascript)\b/.test(fence))

/**
 * What the compiler says about blocks that exist in memory only, each a module beside its document.
 */
function diagnose(files: ReadonlyMap<string, Block>): string[] {
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
    // As apps have it: they import their own files without an extension.
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: ['node', 'vite/client'],
  }
  const host = ts.createCompilerHost(settings)
  const virtual: ts.CompilerHost = {
    ...host,
    fileExists: file => files.has(file) || host.fileExists(file),
    // A folder of blocks is in memory only, too.
    directoryExists: folder =>
      [...files.keys()].some(file => file.startsWith(`${folder}/`)) ||
      host.directoryExists?.(folder) === true,
    readFile: file => files.get(file)?.code ?? host.readFile(file),
    getSourceFile: (file, language) => {
      const block = files.get(file)
      return block
        ? ts.createSourceFile(file, block.code, language)
        : host.getSourceFile(file, language)
    },
  }
  const frameworks = join(root, 'examples/acceptance/test/frameworks.d.ts')
  const program = ts.createProgram([frameworks, ...files.keys()], settings, virtual)
  return [...files].flatMap(([file, { document, line }]) => {
    const source = program.getSourceFile(file)
    const diagnostics = source
      ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      : []
    return diagnostics.map(({ start, messageText }) => {
      const offset =
        source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line : 0
      return `${document}:${line + offset} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

/** The file that a block shows as it is: it compiles with its example. */
const fileOf = (code: string): string | undefined => /^\/\/ (examples\/\S+\.tsx?)\n/.exec(code)?.[1]

describe('documents', () => {
  it('no block of code opts out of the checks', () => {
    const odd = typed.filter(({ fence }) => !/^(ts|tsx)$/.test(fence))
    expect(
      odd.map(
        ({ document, line, fence }) =>
          `${document}:${line} is marked "${fence}": write ts or tsx alone`,
      ),
    ).toEqual([])
  })

  it('every block of code compiles as it stands', { timeout: 120_000 }, () => {
    const own = typed.filter(({ code }) => !fileOf(code))
    expect(diagnose(new Map(own.map(block => [block.file, block])))).toEqual([])
  })

  it('a block of code that names a file of an example in its first line is that file', () => {
    const named = typed.filter(({ code }) => fileOf(code))
    expect(named.length).toBeGreaterThan(0)
    for (const { document, line, code } of named) {
      const file = fileOf(code) ?? ''
      expect(code, `${document}:${line} is ${file}`).toBe(
        `// ${file}\n${readFileSync(join(root, file), 'utf8')}`,
      )
    }
  })

  it('a block that does not compile is reported with its place', { timeout: 120_000 }, () => {
    const block: Block = {
      document: 'README.md',
      line: 7,
      file: join(root, 'README-broken.ts'),
      fence: 'ts',
      code: "export const one = 1\nexport const two: number = 'two'\n",
    }
    expect(diagnose(new Map([[block.file, block]]))).toEqual([
      "README.md:8 Type 'string' is not assignable to type 'number'.",
    ])
  })

  it('every command that a document names exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const own = new Set(workspaces().flatMap(({ manifest }) => Object.keys(manifest.scripts ?? {})))
    const named = documents.flatMap(document =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(
        ([, name = '']) => ({ document, name }),
      ),
    )
    expect(
      named
        .filter(({ name }) => !(name in scripts) && !own.has(name))
        .map(({ document, name }) => `${document} names npm run ${name}`),
    ).toEqual([])
  })

  it('the guide to features names exactly the icons that exist', () => {
    const guide = readFileSync(join(root, 'examples/docs/write-a-feature.md'), 'utf8')
    const [, listed = ''] = /\n### Icons\n.*?\n\n(`back`.*?)\n\n/s.exec(guide) ?? []
    expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
      [...Object.keys(icons), ...Object.keys(viewIcons)].sort(),
    )
  })

  it('the guide to features names exactly the slots and facts of the contracts, and the architecture the slots', () => {
    const guide = readFileSync(join(root, 'examples/docs/write-a-feature.md'), 'utf8')
    const [places = ''] = /\n## Places to be\n.*?(?=\n## )/s.exec(guide) ?? []
    const [, facts = ''] = /\nFacts to listen to: (.*)/s.exec(places) ?? []
    const refs = [
      accountContracts,
      backendContracts,
      capabilitiesContracts,
      chainContracts,
      connectPageContracts,
      connectorKitContracts,
      sessionContracts,
      shellContracts,
      textContracts,
      transactionsContracts,
      walletContracts,
    ]
      .flatMap(contract => Object.values<unknown>({ ...contract }))
      .map(one => Object(one) as { kind?: unknown; id?: string })
    const named = (kind: string) =>
      refs.flatMap(one => (one.kind === kind && one.id ? [one.id] : []))
    expect([...places.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort()).toEqual(
      named('slot').sort(),
    )
    expect([...facts.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(
      named('event').sort(),
    )
    const [, listed = ''] = /The contracts have (.*?)\.\n/s.exec(architecture) ?? []
    expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(
      named('slot').sort(),
    )
  })

  it('the architecture names only files that exist, and every view that a plugin has', () => {
    const prose = architecture.replace(/^```.*?^```$/gms, '')
    const files = [...prose.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)].map(
      ([, file = '']) => file,
    )
    expect(files.length).toBeGreaterThan(30)
    expect(
      files.filter(file => !sources.some(source => `/${source}`.endsWith(`/${file}`))),
    ).toEqual([])

    const [table = ''] = /\n\| view \| home \|\n.*?\n\n/s.exec(prose) ?? []
    const named = [...table.matchAll(/^\| ([\w, ;]+) \| (?!\*)/gm)].flatMap(
      ([, row = '']) => row.match(/\b[A-Z]\w+/g) ?? [],
    )
    const defined = sources
      .filter(file => /^(kernel\/src\/contracts|plugins\/.*\/src)\/.*\.ts$/.test(file))
      .filter(file => !/\.test(-d)?\.ts$/.test(file))
      .flatMap(file => [
        ...readFileSync(join(root, file), 'utf8').matchAll(/defineView(?:<.*?>)?\(\s*'(\w+)'/gs),
      ])
      .map(([, name]) => name)
    expect(named.sort()).toEqual(defined.sort())
  })

  it('every Portico element that a document names is registered by the kit, or is the modal itself', async () => {
    // Another file of the same process may have imported the element already.
    vi.resetModules()
    const define = vi.fn()
    vi.stubGlobal('customElements', { get: () => undefined, define })
    await import('@portico/sdk/element')
    vi.unstubAllGlobals()
    const known = ['portico-root', ...define.mock.calls.map(([name]) => name)]
    const named = documents.flatMap(document => {
      const text = readFileSync(join(root, document), 'utf8')
      return [...text.matchAll(/<(portico-[\w-]+)/g)].map(([, tag = '']) => ({ document, tag }))
    })
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(({ tag }) => !known.includes(tag))).toEqual([])
  })

  it('the table of what the tests run against names only files that exist, and gives a reason for each imitation', () => {
    const [table = ''] = /\n### What the tests run against\n.*?(?=\n## )/s.exec(architecture) ?? []
    const rows = [...table.matchAll(/^\| (.+) \| (.*`.+) \| (.+) \| (.*)\|$/gm)].map(
      ([, what = '', files = '', kind = '', why = '']) => ({
        what,
        files,
        kind,
        why,
      }),
    )
    expect(rows.length).toBeGreaterThan(10)
    const missing = rows
      .flatMap(({ files }) => [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file))
      .filter(file => !existsSync(join(root, file)))
    expect(missing).toEqual([])
    expect(
      rows
        .filter(({ kind, why }) => kind.startsWith('imitation') && !why.trim())
        .map(({ what }) => what),
    ).toEqual([])
  })

  it('no test, fixture or README calls an imitation real or genuine', () => {
    const folders = workspaces().flatMap(({ folder }) =>
      ['src', 'test', 'e2e', 'fixtures']
        .map(name => join(folder, name))
        .filter(name => existsSync(join(root, name))),
    )
    const code = folders.flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name =>
        join(folder, name),
      ),
    )
    const isTest = (file: string) =>
      /\.(test|spec)\.tsx?$|\/(test|e2e|fixtures)\/.*\.tsx?$/.test(file)
    const files = [...code.filter(isTest), ...documents.filter(file => file.endsWith('README.md'))]
    const claim =
      /\b(?:a|an|the|on|over|our|one|\w+'s)\s+(?:real|genuine)\s+(?:relay|wallet|router|node|ledger|chain|backend|aggregator|service|Uniswap|KyberSwap|Kyber|Jupiter|Safe app)s?\b/i
    const found = files.filter(file =>
      claim.test(readFileSync(join(root, file), 'utf8').replaceAll(/\s+\*?\s*/g, ' ')),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  const links = documents.flatMap(document =>
    [
      ...readFileSync(join(root, document), 'utf8')
        .replace(/^```.*?^```$/gms, '')
        .matchAll(/\]\((?!#|mailto:)([^)#\s]+)/g),
    ].map(([, target = '']) => ({ document, target })),
  )
  const isAddress = (target: string) => /^https?:/.test(target)
  const inRepository = /^https:\/\/github\.com\/portico-kit\/portico\/(?:blob|tree)\/main\//

  it('every link to a file of this repository has an existing target', () => {
    const pathOf = (document: string, target: string) =>
      inRepository.test(target)
        ? target.replace(inRepository, '')
        : join(dirname(document), decodeURIComponent(target))
    expect(
      links
        .filter(({ target }) => !isAddress(target) || inRepository.test(target))
        .filter(({ document, target }) => !existsSync(join(root, pathOf(document, target))))
        .map(({ document, target }) => `${relative('.', document)} → ${target}`),
    ).toEqual([])
  })

  it('the README of a published package links to addresses, which lead somewhere from node_modules', () => {
    const readmes = links.filter(({ document }) =>
      /^(kernel|plugins|sdk|ui)\/(?!.*templates).*README\.md$/.test(document),
    )
    expect(readmes.length).toBeGreaterThan(30)
    expect(readmes.filter(({ target }) => !isAddress(target))).toEqual([])
  })
})
