import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { sourceOptions } from './sources.mjs'
import { root, workspaces } from './workspaces.mjs'

/**
 * In which order a page needs our code: with itself, and when the modal opens. What waits for the
 * person to use it has no stage.
 */
export const stageNames = /** @type {const} */ (['boot', 'first-view'])

/** @typedef {typeof stageNames[number]} Stage */

/** What is fetched when the modal opens. */
export const firstView = [
  'ui/src/frame/index.ts',
  'plugins/base/connection/src/views/connect-view.tsx',
  'plugins/base/connection/src/views/wallet-list.tsx',
  'plugins/base/connection/src/discovery/discover-wallets.ts',
  'plugins/chains/bip122/src/wallets/discovery.ts',
  'plugins/chains/eip155/src/wallets/discovery.ts',
  'plugins/chains/polkadot/src/wallets/discovery.ts',
  'plugins/chains/solana/src/wallets/discovery.ts',
  'plugins/connectors/directory/src/views/no-wallet.tsx',
  'plugins/connectors/directory/src/views/suggested-wallets.tsx',
  'plugins/connectors/directory/src/views/suggestions.ts',
  'plugins/connectors/walletconnect/src/discovery.ts',
  'plugins/connectors/walletconnect/src/views/pairing-frame.tsx',
]

const page = 'virtual:page'

/**
 * Actions, and hooks over them: a page needs those that it calls, and most pages call none before a
 * wallet is connected.
 */
const onDemand = /\/(?:actions\/[\w-]+|react\/(?:actions|values|custom-buttons))\.js$/

/**
 * Bundles a page with every plugin and reads when it first needs each module.
 * The packages are built apart, so none of them can tell by itself.
 *
 * @returns {Promise<Map<string, Stage>>} by source file; what is needed later, or by no page, is
 * not in it
 */
export async function readStages() {
  const kit = ['index', 'react', 'element', 'defaults'].map(name => `sdk/portico/src/${name}.ts`)
  const plugins = workspaces()
    .filter(({ published }) => published)
    .flatMap(({ folder }) => [
      `${folder}/src/plugin.ts`,
      `${folder}/src/connecting/connect-gate-plugin.ts`,
    ])
  const sources = [...kit, ...plugins]
    .map(file => join(root, file))
    .filter(file => existsSync(file))
  const made = await rolldown({
    input: { boot: page },
    ...sourceOptions,
    external: (id, importer = '') =>
      (/^[^./]/.test(id) && !id.startsWith('@portico/') && id !== page) ||
      (importer.startsWith(join(root, 'sdk/portico/src')) && onDemand.test(id)),
    treeshake: { moduleSideEffects: false },
    plugins: [
      ...sourceOptions.plugins,
      {
        name: 'page',
        resolveId: id => (id === page ? id : undefined),
        load: id =>
          id === page
            ? sources
                .map((file, index) => `export * as part${index} from ${JSON.stringify(file)}`)
                .join('\n')
            : undefined,
      },
    ],
  })
  const { output } = await made.generate({ format: 'esm' })
  await made.close()
  const chunks = new Map(
    output.filter(each => each.type === 'chunk').map(chunk => [chunk.fileName, chunk]),
  )
  /** @type {Map<string, Stage>} */
  const stages = new Map()
  /** @param {string} file @param {Stage} stage @param {Set<string>} [seen] */
  const mark = (file, stage, seen = new Set()) => {
    const chunk = chunks.get(file)
    if (!chunk || seen.has(file)) return
    seen.add(file)
    for (const [id, { renderedLength }] of Object.entries(chunk.modules))
      if (renderedLength && !stages.has(id)) stages.set(id, stage)
    for (const next of chunk.imports) mark(next, stage, seen)
  }
  const facades = new Map(
    [...chunks.values()].flatMap(chunk =>
      [...chunk.moduleIds, chunk.facadeModuleId].map(id => [id, chunk.fileName]),
    ),
  )
  mark(facades.get(page) ?? '', 'boot')
  for (const file of firstView) {
    const chunk = facades.get(join(root, file))
    if (!chunk)
      throw new Error(`No page loads ${file} any more: say in stages.mjs what took its place.`)
    mark(chunk, 'first-view')
  }
  return stages
}
