import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { chains, features, frameworks } from './app/choices.js'
import { runCommand } from './cli.js'
import { processTerminal } from './terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'create-portico-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command as in a terminal where these answers are typed; without them, in none. */
async function create(args: readonly string[], answers?: readonly string[]): Promise<string> {
  let printed = ''
  const left = [...(answers ?? [])]
  await runCommand(args, {
    folder,
    write: text => {
      printed += text
    },
    ...(answers && {
      ask: async question => {
        printed += question
        return left.shift()
      },
    }),
  })
  expect(left, 'every answer was asked for').toEqual([])
  return printed
}
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const packagesOf = (app: string): string[] => {
  const { dependencies } = JSON.parse(read(app, 'package.json')) as { dependencies: object }
  return Object.keys(dependencies).filter(name => name.startsWith('@portico/'))
}
/** What the compiler says about the syntax of a file. */
const faultsIn = (file: string) =>
  ts.transpileModule(read(file), {
    reportDiagnostics: true,
    fileName: file,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX },
  }).diagnostics

describe('the command create-portico', () => {
  it.each<string>(frameworks.map(({ id }) => id))(
    'create-portico writes an app with %s that contains only the chosen chains and features',
    async framework => {
      const app = `app-${framework}`
      const printed = await create([
        app,
        `--framework=${framework}`,
        '--chains=solana,bip122',
        '--features=send',
      ])
      expect(printed).toContain(`cd ${app}`)
      expect(packagesOf(app)).toEqual([
        '@portico/plugin-bip122',
        '@portico/plugin-send',
        '@portico/plugin-solana',
        '@portico/plugin-transactions',
        '@portico/sdk',
      ])
      const source = framework === 'next' ? 'app' : 'src'
      const code = read(app, source, 'portico.ts')
      expect(code.slice(code.indexOf('plugins:'))).toBe(`plugins: [
    solana({ networks: [solanaMainnet] }),
    bip122({ networks: [bitcoin] }),
    transactions(),
    send(),
  ],
})
`)
      const files = readdirSync(join(folder, app), { recursive: true, encoding: 'utf8' })
      const faults = files
        .filter(file => /\.tsx?$/.test(file))
        .flatMap(file => faultsIn(join(app, file)))
      expect(faults).toEqual([])
    },
  )

  it('create-portico writes an app whose packages are all of Portico or of a named version', async () => {
    await create([
      'all',
      '--framework=react',
      `--chains=${chains.map(({ id }) => id)}`,
      `--features=${features.map(({ id }) => id)}`,
    ])
    const manifest = JSON.parse(read('all', 'package.json')) as Record<
      string,
      Record<string, string>
    >
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.length).toBeGreaterThan(20)
    expect(versions.filter(([, range]) => !/^[~^]\d+\.\d+\.\d+$/.test(range))).toEqual([])
    expect(read('all', 'src', 'portico.ts')).toContain(
      "import { evmQuotes } from '@portico/plugin-swap/evm'",
    )
  })

  it('create-portico asks for what no flag says, by number or by name', async () => {
    const printed = await create([], ['asked', '3', 'solana,1', ''])
    expect(printed).toContain('3  vue')
    expect(packagesOf('asked')).toEqual([
      '@portico/plugin-directory',
      '@portico/plugin-eip155',
      '@portico/plugin-solana',
      '@portico/sdk',
    ])
    expect(read('asked', 'src', 'app.vue')).toContain('<portico-button>')
  })

  it.each([
    ['for an app', [], []],
    ['after the folder of an app', [], ['left']],
    ['after the framework of an app', [], ['left', '1']],
    ['after the chains of an app', [], ['left', '1', '']],
    ['for a plugin', ['plugin', 'left'], []],
    ['for the name of a plugin', ['plugin', 'left'], ['1']],
  ])('create-portico writes nothing when the questions end %s', async (_, args, answers) => {
    const before = readdirSync(folder)
    await expect(create(args, answers)).rejects.toMatchObject({
      code: 'CANCELLED',
      message: 'Cancelled. Nothing was written.',
    })
    expect(readdirSync(folder)).toEqual(before)
  })

  it.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('create-portico writes nothing after %s in a terminal', async (_, key) => {
    const before = readdirSync(folder)
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
    const output = Object.assign(new PassThrough(), { isTTY: true })
    const terminal = processTerminal(input, output)
    const running = runCommand([], { ...terminal, folder })
    input.write(key)
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
    terminal.close()
    expect(readdirSync(folder)).toEqual(before)
  })

  it('create-portico writes an app and a plugin into folders of absolute paths', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'create-portico-'))
    try {
      await create([join(elsewhere, 'far-app'), '--framework=html'])
      await create(['plugin', join(elsewhere, 'far-plugin'), '--kind=chain', '--name=pebbles'])
      expect(readdirSync(elsewhere)).toEqual(['far-app', 'far-plugin'])
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  it('create-portico writes the project id of WalletConnect into the app as text', async () => {
    await create(['paired', '--framework=html', '--features=walletconnect', "--project-id=a'b"])
    expect(read('paired', 'src', 'portico.ts')).toContain("const projectId = 'a\\'b'\n")
  })

  it.each([
    ['chain', 'pebble', 'src/plugin.ts', 'export const pebble = (options: PebbleOptions)'],
    ['chain --wallets=standard', 'stone', 'src/chain.ts', "'stone:signMessage'"],
    ['connector', 'night-sky', 'src/connector.ts', ':night-sky`,'],
    ['feature', 'guest-book', 'src/guest-book-controller.ts', "'GUEST_BOOK_FORGED'"],
  ])(
    'create-portico writes a plugin of the kind %s under its name everywhere',
    async (kind, name, file, code) => {
      await create(['plugin', ...`--kind=${kind}`.split(' '), `--name=${name}`])
      const plugin = `portico-plugin-${name}`
      expect(read(plugin, file)).toContain(code)
      const files = readdirSync(join(folder, plugin), { recursive: true, encoding: 'utf8' })
      expect(files).toContain(`test/${name}.test.ts`)
      expect(read(plugin, 'package.json')).toContain('"weigh": "portico-weigh ./src/index.ts"')
      const left = files
        .filter(path => /\.\w+$/.test(path))
        .filter(path => /my[-_ ]?(chain|wallet|feature)/i.test(path + read(plugin, path)))
      expect(left).toEqual([])
    },
  )

  it('create-portico refuses a folder that is not empty, and leaves it as it was', async () => {
    mkdirSync(join(folder, 'used'))
    writeFileSync(join(folder, 'used', 'notes.txt'), '')
    await expect(create(['used', '--framework=react'])).rejects.toMatchObject({
      code: 'FOLDER_NOT_EMPTY',
      message:
        'The folder "used" is not empty (notes.txt). Name another folder, or empty it first.',
    })
    expect(readdirSync(join(folder, 'used'))).toEqual(['notes.txt'])
  })

  it('create-portico accepts a folder that has nothing but a repository', async () => {
    mkdirSync(join(folder, 'cloned', '.git'), { recursive: true })
    await create(['cloned', '--framework=html'])
    expect(readdirSync(join(folder, 'cloned'))).toContain('package.json')
  })

  it.each([
    [['My App', '--framework=react'], 'BAD_NAME', 'such as "my-app"'],
    [['a', '--framework=angular'], 'UNKNOWN_CHOICE', 'Choose from react, next, vue, html.'],
    [
      ['a', '--framework=react', '--chains=cardano'],
      'UNKNOWN_CHOICE',
      'There is no chain "cardano"',
    ],
    [['a', '--framework=react', '--chains=none'], 'UNKNOWN_CHOICE', 'An app needs a chain'],
    [['a', '--framework=react', '--features=fly'], 'UNKNOWN_CHOICE', 'There is no feature "fly"'],
    [
      ['a', '--framework=react', '--chains=bip122', '--features=swap'],
      'UNKNOWN_CHOICE',
      'works on eip155 and solana: add one to --chains',
    ],
    [['a'], 'NO_TERMINAL', 'Add --framework with one of react, next, vue, html'],
    [['a', '--frame=react'], 'BAD_ARGUMENT', "Unknown option '--frame'"],
    [['a', 'b', '--framework=react'], 'BAD_ARGUMENT', '"b" is one argument too many'],
    [['plugin'], 'NO_TERMINAL', 'Add --kind with one of chain, connector, feature'],
    [
      ['plugin', '--kind=feature', '--wallets=standard', '--name=x'],
      'BAD_ARGUMENT',
      '--wallets is an option of --kind chain',
    ],
    [['plugin', '--kind=chain'], 'NO_TERMINAL', 'Name the plugin: --name night-sky.'],
    [
      ['plugin', '--kind=theme', '--name=x'],
      'UNKNOWN_CHOICE',
      'There is no kind of plugin "theme"',
    ],
    [['plugin', '--kind=feature', '--name=Night Sky'], 'BAD_NAME', 'such as "night-sky"'],
    [['plugin', '--kind=feature', '--name=1st'], 'BAD_NAME', 'cannot be the name of a plugin'],
    [['plugin', '--kind=feature', '--name=class'], 'BAD_NAME', 'such as "my-class"'],
    [['plugin', '--kind=chain', '--name=import'], 'BAD_NAME', '"import" is a word of JavaScript'],
    [['plugin', '--kind=connector', '--name=await'], 'BAD_NAME', '"await" is a word of JavaScript'],
    [
      ['plugin', '--kind=chain', '--name=a-long-name'],
      'BAD_NAME',
      'it has 3 to 8 characters; "a-long-name" has 11',
    ],
  ])(
    'create-portico refuses %j with a sentence that says what to do',
    async (args, code, sentence) => {
      await expect(create(args)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(sentence),
      })
      expect(readdirSync(folder)).not.toContain('a')
    },
  )

  it('create-portico prints every option with --help', async () => {
    const printed = await create(['--help'])
    for (const { id } of [...frameworks, ...chains, ...features]) expect(printed).toContain(id)
  })
})
