import { isAbsolute, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf, minifyCss, sourceOptions } from './sources.mjs'
import { firstView, stageNames } from './stages.mjs'
import { root } from './workspaces.mjs'

/** @import { Stage } from './stages.mjs' */
/** @import { Workspace } from './workspaces.mjs' */

/**
 * @typedef {{ imports: readonly string[], lazy: readonly string[], exports: readonly string[],
 * length: number }} Module what it imports, what it imports by `import()`, the names that it
 * exports, and the length of its text
 */
/** @typedef {Map<string, Module>} Graph */

const source = '@portico/source'

/**
 * Files that programs find by their path in `dist`, not through an export.
 * @type {Record<string, readonly string[]>}
 */
const programs = {
  'sdk/backend': ['cli', 'indexer-thread'],
  'sdk/create-portico': ['cli'],
  'sdk/devnet': ['cli'],
}

/**
 * Style sheets that a package publishes as files, and the source of each.
 * @type {Record<string, Record<string, string>>}
 */
const styleSheets = {
  'sdk/portico': {
    'button.css': 'ui/src/frame/connect-button.css',
    'button-auto.css': 'ui/src/frame/connect-button-auto.css',
    'button-light.css': 'ui/src/frame/connect-button-light.css',
  },
}

/**
 * The entries of a package: the built file, without its extension, and the source of it.
 *
 * @param {Workspace} workspace @returns {Record<string, string>}
 */
export function entriesOf({ folder, manifest }) {
  const exported = Object.values(manifest.exports ?? {}).filter(each => each[source])
  const entries = exported.map(each => [
    each.default.replace(/^\.\/dist\/|\.js$/g, ''),
    join(root, folder, each[source]),
  ])
  return Object.fromEntries([
    ...entries,
    ...(programs[folder] ?? []).map(name => [name, join(root, folder, 'src', `${name}.ts`)]),
  ])
}

/**
 * The package that an import names, such as `@scure/base` of `@scure/base/x`.
 * @param {string} id
 */
const packageOf = id => id.split('/', id.startsWith('@') ? 2 : 1).join('/')

/**
 * Builds a package: a file for each entry and each `import()`, and few files for what several of
 * those share.
 *
 * @param {Workspace} workspace
 * @param {Map<string, Stage>} stages when a page needs each source
 * @returns {Promise<Map<string, string>>} the text of each file of `dist`, by its path there
 */
export async function bundle(workspace, stages) {
  const { folder, manifest } = workspace
  const src = join(root, folder, 'src')
  const entries = Object.entries(entriesOf(workspace))
  // What such an entry exports stands in the file of its stage, which takes its place: a file that
  // only re-exports would be one more request.
  const opening = entries.filter(([, file]) => firstView.includes(relative(root, file)))
  const input = Object.fromEntries(entries.filter(entry => !opening.includes(entry)))
  const outside = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
  /** @type {Graph} */
  const graph = new Map()
  const made = await rolldown({
    ...sourceOptions,
    input,
    external: id => id.startsWith('node:') || outside.has(packageOf(id)),
    treeshake: { moduleSideEffects: manifest.sideEffects !== false },
    plugins: [
      ...sourceOptions.plugins,
      {
        name: 'graph',
        buildEnd() {
          for (const id of this.getModuleIds()) {
            const info = this.getModuleInfo(id)
            if (info && isAbsolute(id))
              graph.set(id, {
                imports: info.importedIds,
                lazy: info.dynamicallyImportedIds,
                exports: info.exports,
                length: info.code?.length ?? 0,
              })
          }
        },
      },
    ],
  })
  /** @type {SharedFile[] | undefined} */
  let files
  const fileAt = (/** @type {number} */ index) => {
    files ??= sharedFiles(graph, input, stages, src).map(file => {
      const entry = opening.find(
        ([, id]) =>
          file.order === stageNames.indexOf('first-view') &&
          graph.get(id)?.imports.some(each => file.ids.includes(each)),
      )
      return { ...file, name: entry?.[0] ?? file.name }
    })
    return files[index]
  }
  const { output } = await made.generate({
    dir: join(root, folder, 'dist'),
    format: 'esm',
    sourcemap: true,
    banner: ({ moduleIds }) => licencesOf(moduleIds),
    entryFileNames: '[name].js',
    // The file of such an entry exports under the names of its sources; all others under short
    // ones.
    minifyInternalExports: !opening.length,
    chunkFileNames: ({ facadeModuleId }) => {
      const [, bundled] = /.*\/node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(facadeModuleId ?? '') ?? []
      if (bundled) return `${bundled}.js`
      return facadeModuleId?.startsWith(src) ? `${nameOf(src, facadeModuleId)}.js` : '[name].js'
    },
    // A group takes along what its modules import, unless a group before it has that.
    codeSplitting: {
      groups: Array.from({ length: mostFiles }, (_, index) => ({
        debugName: `${index}`,
        name: () => fileAt(index)?.name ?? null,
        test: id => fileAt(index)?.ids.includes(id) ?? false,
      })),
    },
  })
  await made.close()
  for (const [name, file] of opening) {
    const chunk = output.find(each => each.type === 'chunk' && each.fileName === `${name}.js`)
    const exported =
      (chunk?.type === 'chunk' && /^export \{ (.*) \};$/m.exec(chunk.code)?.[1]?.split(', ')) || []
    const missing = graph.get(file)?.exports.filter(each => !exported.includes(each)) ?? []
    if (missing.length)
      throw new Error(
        `${folder}: ${name} does not export ${missing.join(', ')}. Export it from the main entry too.`,
      )
  }
  const sheets = Object.entries(styleSheets[folder] ?? {})
  const client = entries
    .filter(([, file]) => importsReact(graph, file))
    .map(([name]) => `${name}.js`)
  const texts = output.map(each => {
    const text = each.type === 'chunk' ? each.code : String(each.source)
    // On the first line, so that source maps stay true.
    const directive = client.includes(each.fileName) ? "'use client';" : ''
    return /** @type {const} */ ([each.fileName, directive + text])
  })
  return new Map([
    ...withOwnHelper(texts),
    ...sheets.map(([name, file]) => /** @type {const} */ ([name, minifyCss(join(root, file))])),
  ])
}

const helperFile = 'rolldown-runtime.js'
/**
 * Rolldown's helpers. `__exportAll` makes the namespace of a module that shares its file with
 * others: what `import()` of that module resolves to. `__commonJSMin` runs a CommonJS module of a
 * bundled library once. Each in one line, so that source maps stay true.
 *
 * @type {Record<string, string>}
 */
const helpers = {
  __exportAll:
    'const __exportAll = all => { const target = {}; for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true }); return target };',
  __commonJSMin:
    'const __commonJSMin = (run, module) => () => (module || (run((module = { exports: {} }).exports, module, module.exports), (run = null)), module.exports);',
}

/**
 * The helpers that a file imports, as code. A helper that is not known keeps the import.
 * @param {string} imported the line
 * @param {string} names
 */
function helpersOf(imported, names) {
  const code = names.split(', ').map(name => helpers[name.split(' as ').at(-1) ?? ''])
  return code.includes(undefined) ? imported : code.join(' ')
}

/**
 * Writes rolldown's helpers into each file that uses them. As a file of their own they would be one
 * more request of each package before the modal is painted.
 *
 * @param {readonly (readonly [file: string, text: string])[]} files
 */
function withOwnHelper(files) {
  const changed = files.map(
    ([file, text]) =>
      /** @type {const} */ ([
        file,
        text.replace(/^import \{ ([^}]+) \} from "[./]+rolldown-runtime\.js";$/m, helpersOf),
      ]),
  )
  // A package that uses other helpers keeps the file.
  return changed.some(([, text]) => text.includes(`/${helperFile}"`))
    ? changed
    : changed.filter(([file]) => file !== helperFile)
}

/**
 * What modules import, and what that imports, themselves included.
 * @param {Graph} graph
 * @param {string} start
 */
function closureOf(graph, start) {
  const found = new Set([start])
  for (const id of found) for (const next of graph.get(id)?.imports ?? []) found.add(next)
  return found
}

/**
 * True for an entry that a server component may import as a client component only.
 * @param {Graph} graph
 * @param {string} entry
 */
const importsReact = (graph, entry) =>
  [...closureOf(graph, entry)].some(id => /^react(-dom)?$/.test(packageOf(id)))

/** @param {string} src @param {string} id */
const nameOf = (src, id) => relative(src, id).replace(/\.tsx?$|\?inline$/, '')

/** The most shared files that a package may have. */
const mostFiles = 160

/** A shared file with less text than this is not worth a separate request. */
const leastLength = 4200

/**
 * @typedef {object} SharedFile
 * @property {string} name its path without the extension
 * @property {string[]} ids of its modules
 * @property {number} order files of a later stage come after those of an earlier one
 * @property {readonly string[]} users the entries and `import()`s that need it
 * @property {readonly string[]} kinds of packages that all of its users import
 */

/**
 * The files of what stands behind the main entries, which only re-export, and of what several
 * entries and `import()`s need:
 *
 * - a page starts with modules of their own, which bundlers of hosts take apart;
 * - the first view is one file, and so are all other views of a plugin;
 * - the rest goes by who needs it, and little things join a file that all of their users have
 *   anyway.
 *
 * No file brings along React or an SDK that one of its users does without.
 *
 * @param {Graph} graph @param {Record<string, string>} input the main entry first @param
 * {Map<string, Stage>} stages @param {string} src the folder of the sources
 * @returns {SharedFile[]} a file imports nothing of one that comes after it
 */
function sharedFiles(graph, input, stages, src) {
  const lengthOf = (/** @type {readonly string[]} */ ids) =>
    ids.reduce((sum, id) => sum + (graph.get(id)?.length ?? 0), 0)
  const needsOf = (/** @type {SharedFile} */ { ids }) =>
    new Set(ids.flatMap(id => [...closureOf(graph, id)]))
  /** @type {SharedFile[]} */
  const files = []
  for (const group of groupsOf(graph, input, stages, src)) {
    const needs = needsOf(group)
    const packages = kindsOf([...needs].filter(id => !graph.has(id)))
    const lastNeeded = files.findLastIndex(({ ids }) => ids.some(id => needs.has(id)))
    const takes = (/** @type {SharedFile} */ { name, kinds, users }, /** @type {number} */ index) =>
      !name &&
      index >= lastNeeded &&
      group.users.every(user => users.includes(user)) &&
      packages.every(each => kinds.includes(each))
    const [smallest] = files.filter(takes).sort((a, b) => a.users.length - b.users.length)
    if (!group.name && smallest && lengthOf(group.ids) < leastLength)
      smallest.ids.push(...group.ids)
    else files.push(group)
  }
  const largest = (/** @type {readonly string[]} */ ids) =>
    ids
      .filter(id => id.startsWith(src) && /\.tsx?$/.test(id))
      .sort((a, b) => lengthOf([b]) - lengthOf([a]))[0]
  return files.map(file => ({
    ...file,
    name: file.name || nameOf(src, largest(file.ids) ?? join(src, 'vendor')),
  }))
}

/**
 * Modules that belong together. What a module needs, its users need too: so it comes before it.
 *
 * @param {Graph} graph @param {Record<string, string>} input @param {Map<string, Stage>} stages
 * @param {string} src
 * @returns {SharedFile[]}
 */
function groupsOf(graph, input, stages, src) {
  // The contracts are one thing with an entry for each noun: every page imports most of them.
  const [[mainName = ''] = []] = Object.entries(input)
  const isMain = (/** @type {string} */ name) => name === mainName || name.startsWith('contracts/')
  const main = new Set(
    Object.entries(input).flatMap(([name, file]) => (isMain(name) ? [file] : [])),
  )
  const entries = new Map(
    Object.entries(input).flatMap(([name, file]) => (isMain(name) ? [] : [[file, name]])),
  )
  const lazy = new Set([...graph.values()].flatMap(each => each.lazy).filter(id => graph.has(id)))
  const lazyAtStart = new Set(
    [...graph].flatMap(([id, each]) => (stages.get(id) === 'boot' ? each.lazy : [])),
  )
  const users = [...new Set([...Object.values(input), ...lazy])].map(id => {
    const needs = closureOf(graph, id)
    return { id, needs, kinds: kindsOf([...needs].filter(each => !graph.has(each))) }
  })

  /**
   * The name of the file that a module belongs to; `''`: it goes by its users; undefined: it stays
   * where rolldown puts it.
   *
   * @param {string} id @param {readonly typeof users[number][]} by its users @param {readonly
   * string[]} shared the kinds that all of them import
   */
  const fileOf = (id, by, shared) => {
    // What stands beside an entry would come along into pages.
    if (entries.has(id)) return `${entries.get(id)}-entry`
    const styled = entries.get(id.replace(/\.css\?inline$/, '.tsx'))
    if (styled !== undefined && stages.get(id) !== 'boot') return `${styled}-entry`
    // Bundlers of hosts see which modules their page starts with, and leave the others for later.
    if (stages.get(id) === 'boot') return nameOf(src, id)
    if (stages.has(id)) return [stages.get(id), ...shared].join('-')
    // A person who sees one view of a plugin often opens the next.
    if (
      by.every(user => lazy.has(user.id) && user.kinds.includes('react')) &&
      by.some(user => lazyAtStart.has(user.id))
    )
      return 'views'
    if (lazy.has(id) || (by.length < 2 && !main.has(by[0]?.id ?? ''))) return undefined
    return by.every(user => !lazy.has(user.id)) || shared.includes('react')
      ? ['rest', ...shared].join('-')
      : ''
  }

  /** @type {Map<string, SharedFile>} */
  const groups = new Map()
  for (const id of graph.keys()) {
    const by = users.filter(({ needs }) => needs.has(id))
    const shared = by[0]?.kinds.filter(kind => by.every(user => user.kinds.includes(kind))) ?? []
    const name = fileOf(id, by, shared)
    if (name === undefined) continue
    const ids = by.map(user => user.id)
    const key = name || ids.join()
    const order = stages.has(id) ? stageNames.indexOf(stages.get(id) ?? 'boot') : stageNames.length
    const group = groups.get(key) ?? { name, ids: [], order, users: ids, kinds: shared }
    groups.set(key, { ...group, ids: [...group.ids, id] })
  }
  const depthOf = (/** @type {SharedFile} */ { ids }) =>
    Math.max(...ids.map(id => closureOf(graph, id).size))
  // An entry of the first view is for some pages only: what it shares with the first view stays
  // there.
  const isPart = (/** @type {SharedFile} */ { name, order }) =>
    order === stageNames.indexOf('first-view') && name.endsWith('-entry')
  // What an entry shares with others is theirs, too.
  const isLateEntry = (/** @type {SharedFile} */ { name, order }) =>
    order === stageNames.length && name.endsWith('-entry')
  return [...groups.values()].sort(
    (a, b) =>
      a.order - b.order ||
      Number(isPart(a)) - Number(isPart(b)) ||
      Number(isLateEntry(a)) - Number(isLateEntry(b)) ||
      b.users.length - a.users.length ||
      depthOf(a) - depthOf(b),
  )
}

/**
 * What the packages that files import are to their users. Those that every user of ours has anyway,
 * are nothing.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const kinds = [
  [/^(node:.+|immer|mitt|@portico\/(kernel|plugin-.+))$/, ''],
  [/^(react|react-dom|@portico\/ui)$/, 'react'],
  [/^(@noble\/.+|@scure\/(base|sr25519)|@portico\/signatures)$/, 'crypto'],
]

/** @param {readonly string[]} ids of what is imported from outside */
function kindsOf(ids) {
  const packages = ids.filter(id => !id.startsWith('\0')).map(packageOf)
  return [
    ...new Set(
      packages.map(
        name =>
          kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name.split('/').at(-1) ?? name,
      ),
    ),
  ]
    .filter(Boolean)
    .sort()
}
