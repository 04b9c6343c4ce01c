import { readdirSync, readFileSync } from 'node:fs'
import { vitePage } from '../app/vite-parts.js'
import type { Spellings } from '../names.js'
import type { Files } from '../new-folder.js'
import { packageFolder } from '../package-folder.js'
import { dependencies, json } from '../versions.js'

export const pluginKinds = [
  { id: 'chain', label: 'A chain: its networks, wallets and capabilities' },
  { id: 'connector', label: 'A connector: a wallet for chains that the app has' },
  { id: 'feature', label: 'A feature: something that people do with an account' },
] as const
export type PluginKind = (typeof pluginKinds)[number]['id']

/** How the wallets of a chain stand in the page. */
export const walletKinds = [
  { id: 'object', label: 'An object of the wallet, such as window.myChain' },
  { id: 'standard', label: 'They register themselves by the Wallet Standard' },
] as const
export type WalletKind = (typeof walletKinds)[number]['id']

/** Undefined: the range of Portico's own packages. */
const peerRanges = { '@portico/ui': undefined, react: '>=18.3' } as const

type Packages = Parameters<typeof dependencies>[1]

/** What each kind is beside: the name in its templates, and packages that it needs. */
const kinds: Readonly<
  Record<
    PluginKind,
    {
      readonly placeholder: Spellings
      /** Beside the kernel. */
      readonly peers: readonly (keyof typeof peerRanges)[]
      readonly devDependencies: Packages
      readonly guide: string
    }
  >
> = {
  chain: {
    placeholder: {
      kebab: 'my-chain',
      snake: 'my_chain',
      constant: 'MY_CHAIN',
      camel: 'myChain',
      pascal: 'MyChain',
      title: 'My Chain',
    },
    peers: [],
    devDependencies: [],
    guide: 'write-a-chain',
  },
  connector: {
    placeholder: {
      kebab: 'my-wallet',
      snake: 'my_wallet',
      constant: 'MY_WALLET',
      camel: 'myWallet',
      pascal: 'MyWallet',
      title: 'My Wallet',
    },
    peers: [],
    devDependencies: ['@portico/plugin-eip155'],
    guide: 'write-a-chain',
  },
  feature: {
    placeholder: {
      kebab: 'my-feature',
      snake: 'my_feature',
      constant: 'MY_FEATURE',
      camel: 'myFeature',
      pascal: 'MyFeature',
      title: 'My Feature',
    },
    peers: ['@portico/ui', 'react'],
    devDependencies: ['@portico/ui', '@portico/plugin-eip155', '@portico/mock-wallets'],
    guide: 'write-a-feature',
  },
}

/**
 * Every file of a new plugin package. `version`: the release of Portico that it is written for.
 * `wallets`: of a chain.
 */
export function pluginFiles(
  packageName: string,
  kind: PluginKind,
  name: Spellings,
  version: string,
  wallets: WalletKind = 'object',
): Files {
  const { placeholder, peers, devDependencies, guide } = kinds[kind]
  // A server verifies sign-ins by the second one, and loads nothing else of the plugin.
  const entries = [['.', 'index'], ...(kind === 'chain' ? [['./verify', 'verify']] : [])]
  const rename = (text: string) => renamed(text, placeholder, name)
  const folder = new URL(`templates/${templateOf(kind, wallets)}/`, packageFolder)
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => [
      rename(path.replaceAll('\\', '/')),
      rename(readFileSync(new URL(path, folder), 'utf8')),
    ])
  return {
    'package.json': json({
      name: packageName,
      version: '0.1.0',
      description: `${name.title} for Portico`,
      type: 'module',
      sideEffects: false,
      exports: Object.fromEntries(
        entries.map(([entry, file]) => [
          entry,
          { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
        ]),
      ),
      files: ['dist'],
      scripts: {
        dev: 'vite page',
        test: 'vitest run',
        build: 'tsc -p tsconfig.build.json',
        check: 'tsc --noEmit',
        weigh: 'portico-weigh ./src/index.ts',
      },
      // A second copy of these would find no kernel, so the app brings them.
      peerDependencies: {
        ...dependencies(version, ['@portico/kernel']),
        ...Object.fromEntries(peers.map(peer => [peer, peerRanges[peer] ?? `^${version}`])),
      },
      devDependencies: dependencies(version, [
        '@portico/kernel',
        '@portico/sdk',
        '@types/react',
        'react',
        'react-dom',
        'typescript',
        'vite',
        'vitest',
        ...devDependencies,
      ]),
    }),
    'tsconfig.json': json({ compilerOptions, include: ['src', 'test', 'page'] }),
    'tsconfig.build.json': json({
      extends: './tsconfig.json',
      compilerOptions: { noEmit: false, declaration: true, outDir: 'dist', rootDir: 'src' },
      include: ['src'],
    }),
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['test/**/*.test.{ts,tsx}'] } })
`,
    'page/index.html': vitePage(name.title, '    <portico-button></portico-button>', './main.ts'),
    '.gitignore': 'node_modules/\ndist/\n.DS_Store\n',
    'README.md': `# ${packageName}

A plugin for [Portico](https://github.com/portico-kit/portico).

| command | what it does |
| --- | --- |
| \`npm run dev\` | a page with the plugin and a scripted wallet |
| \`npm test\` | the contract that Portico holds every ${kind} to |
| \`npm run check\` | types |
| \`npm run weigh\` | what the plugin adds to a page before the click and at first use |
| \`npm run build\` | what npm publishes, in \`dist\` |

[The guide](https://github.com/portico-kit/portico/blob/main/examples/docs/${guide}.md) explains
every part.
`,
    ...Object.fromEntries(written),
  }
}

/** The folder of a kind's template. */
const templateOf = (kind: PluginKind, wallets: WalletKind): string =>
  kind === 'chain' && wallets === 'standard' ? 'chain-standard' : kind

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  jsx: 'react-jsx',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
}

/** The text with one name in the place of another, in every spelling. */
function renamed(text: string, from: Spellings, to: Spellings): string {
  const spellings = ['kebab', 'snake', 'constant', 'camel', 'pascal', 'title'] as const
  return spellings.reduce((now, spelling) => now.replaceAll(from[spelling], to[spelling]), text)
}
