import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf, sourceOptions } from './sources.mjs'
import { root } from './workspaces.mjs'

/** @import { OutputChunk } from 'rolldown' */
/** @import { Stage } from './stages.mjs' */

const entry = 'virtual:global'
/** What `window.Portico` has. */
const exports = [
  ...['index', 'element'].map(name => join(root, `sdk/portico/src/${name}.ts`)),
  '@portico/plugin-directory',
  '@portico/plugin-eip155',
]
/** The script that a page includes. The other files stand beside it. */
export const scriptName = 'portico.global.js'

/**
 * The file that a module belongs to, by the first pattern that its path matches. Few files, because
 * the script carries the hash of each.
 * @type {readonly (readonly [string, RegExp])[]}
 */
const parts = [
  ['german', /\/text\/de\.ts$/],
  ['arabic', /\/text\/ar\.ts$/],
  ['token-icons', /\/icons\/(tokens|coins|token-i)/],
  ['network-icons', /\/icons\/networks/],
  ['wallet-icons', /\/icons\/wallets/],
  ['directory', /\/plugins\/connectors\/directory\//],
  ['ethereum', /\/plugins\/chains\/eip155\/|\/node_modules\/(?!react|scheduler)/],
  ['features', /./],
]

/** The value of an `integrity` attribute. @param {string} text */
export const integrityOf = text => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** The names of `a as b, c`, as pairs. @param {string} list */
const pairsOf = list =>
  list.split(',').map(each => {
    const [from = '', to = from] = each.trim().split(' as ')
    return /** @type {const} */ ([from, to])
  })

const imported = (/** @type {string} */ file) =>
  new RegExp(`import\\{([^}]*)\\}from[\`"']\\./${file.replaceAll('.', '\\.')}[\`"'];`)
const exported = /export\{([^}]*)\};\s*$/

const helperFile = 'rolldown-runtime.js'
/**
 * Puts rolldown's helpers into the code that imports them.
 * @param {string} code
 * @param {string} helpers
 */
const withHelpers = (code, helpers) =>
  code.replace(imported(helperFile), (_, names) => {
    const given = pairsOf(exported.exec(helpers)?.[1] ?? '').map(([from, to]) => `${to}:${from}`)
    const taken = pairsOf(names).map(([from, to]) => `${from}:${to}`)
    return `const{${taken}}=(()=>{${helpers.replace(exported, '')}return{${given}}})();`
  })

/**
 * The script: the code of the first load, and what fetches the other files. Those get what they
 * share with it from a property of the global object, because a script is no module.
 *
 * @param {{ boot: string, main: string, shared: string, files: Record<string,
 * readonly [integrity: string, needs: readonly string[]]> }} given
 */
function scriptOf({ boot, main, shared, files }) {
  const [, names = ''] = exported.exec(boot) ?? []
  const [, given = ''] = /^export\{([^}]*)\}from[^;]+;\s*$/.exec(main) ?? []
  if (!names || !given) throw new Error(`${scriptName}: rolldown writes exports in another way.`)
  const all = pairsOf(names).map(([from, to]) => `${to}:${from}`)
  const api = pairsOf(given).map(([from, to]) => `${to}:portico_shared.${from}`)
  // A file is imported once its hash, and those of the files that it needs, are right: from then on
  // the page has these modules.
  return `(()=>{const portico_url=document.currentScript.src,portico_files=${JSON.stringify(files)},portico_loads=new Map;
const portico_check=name=>{const known=portico_loads.get(name);if(known)return known;const url=new URL(name,portico_url).href;const load=new Promise((resolve,reject)=>{const link=document.createElement("link");if(!link.relList.supports("modulepreload"))return resolve();link.rel="modulepreload";link.integrity=portico_files[name][0];link.href=url;link.onload=()=>{link.remove();resolve()};link.onerror=()=>{link.remove();portico_loads.delete(name);reject(new TypeError("Failed to fetch dynamically imported module: "+url))};document.head.append(link)});portico_loads.set(name,load);return load};
const portico_load=name=>name==="boot"?Promise.resolve(portico_shared):Promise.all([...portico_files[name][1],name].map(portico_check)).then(()=>import(new URL(name,portico_url).href));
${boot.replace(exported, '')}
const portico_shared={${all.join()},portico_load};globalThis[Symbol.for(${JSON.stringify(shared)})]=portico_shared;globalThis.Portico={${api.join()}}})();
`
}

/**
 * Builds the script of pages without a bundler, and the files that it loads.
 *
 * @param {Map<string, Stage>} stages when a page needs each source
 * @returns {Promise<Map<string, string>>} the texts by their paths in `dist`
 */
export async function buildGlobalScript(stages) {
  /** @type {Map<string, readonly string[]>} */
  const graph = new Map()
  /** @type {Set<string>} */
  const boot = new Set()
  const reach = (/** @type {string} */ id) => {
    if (boot.has(id)) return
    boot.add(id)
    for (const next of graph.get(id) ?? []) reach(next)
  }
  const made = await rolldown({
    ...sourceOptions,
    input: entry,
    transform: {
      ...sourceOptions.transform,
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    plugins: [
      // A page has no mode: the first is the guard of it.
      ...sourceOptions.plugins.slice(1),
      {
        name: 'global',
        resolveId: id => (id === entry ? id : undefined),
        load: id =>
          id === entry
            ? exports.map(each => `export * from ${JSON.stringify(each)}`).join('\n')
            : undefined,
        buildEnd() {
          for (const id of this.getModuleIds())
            graph.set(id, this.getModuleInfo(id)?.importedIds ?? [])
        },
      },
    ],
  })
  const isBoot = (/** @type {string} */ id) => {
    if (!boot.size) reach(entry)
    return boot.has(id)
  }
  const isFirstView = (/** @type {string} */ id) =>
    stages.get(id) === 'first-view' || /\/node_modules\/(react|react-dom|scheduler)\//.test(id)
  const { output } = await made.generate({
    format: 'esm',
    minify: true,
    chunkFileNames: '[name].js',
    codeSplitting: {
      // A group takes along what its modules import, unless a group before it has that.
      groups: [
        { name: 'boot', test: isBoot },
        { name: 'modal', test: isFirstView },
        ...parts.map(([name, pattern]) => ({
          name,
          test: (/** @type {string} */ id) => pattern.test(id.replaceAll('\\', '/')),
        })),
      ].map((group, index, { length }) => ({ ...group, priority: length - index })),
    },
  })
  await made.close()
  return textsOf(output.filter(each => each.type === 'chunk'))
}

/** @param {readonly OutputChunk[]} chunks @returns {Map<string, string>} */
function textsOf(chunks) {
  const named = (/** @type {string} */ name) => chunks.find(({ fileName }) => fileName === name)
  const main = chunks.find(({ isEntry }) => isEntry)
  const boot = named('boot.js')
  if (!main || !boot)
    throw new Error(`${scriptName}: rolldown built no ${boot ? 'entry' : 'boot'}.`)
  const helpers = named(helperFile)?.code ?? ''
  // Two versions on one page do not share code.
  const shared = `portico.global.${createHash('sha256').update(boot.code).digest('hex').slice(0, 12)}`
  const loadedBy = (/** @type {string} */ code, /** @type {string} */ load) =>
    code.replace(/\bimport\(([`"'])\.\/([\w.-]+)\1\)/g, (_, _quote, file) =>
      file === boot.fileName ? `${load}("boot")` : `${load}(${JSON.stringify(file)})`,
    )
  const others = chunks.filter(each => ![main, boot, named(helperFile)].includes(each))
  const needsOf = (
    /** @type {OutputChunk} */ { imports },
    /** @type {Set<string>} */ found = new Set(),
  ) => {
    for (const file of imports) {
      const chunk = others.find(({ fileName }) => fileName === file)
      if (!chunk || found.has(file)) continue
      found.add(file)
      needsOf(chunk, found)
    }
    return found
  }
  /** @type {Map<string, string>} */
  const texts = new Map()
  /** @type {Record<string, readonly [string, readonly string[]]>} */
  const files = {}
  for (const chunk of others) {
    const place = `globalThis[Symbol.for(${JSON.stringify(shared)})]`
    const code = loadedBy(withHelpers(chunk.code, helpers), `${place}.portico_load`).replace(
      imported(boot.fileName),
      (_, names) => `const{${pairsOf(names).map(([from, to]) => `${from}:${to}`)}}=${place};`,
    )
    if (code.includes(boot.fileName))
      throw new Error(`${scriptName}: ${chunk.fileName} imports the first load in another way.`)
    const text = licencesOf(chunk.moduleIds) + code
    texts.set(`global/${chunk.fileName}`, text)
    const needs = [...needsOf(chunk)].filter(file => file !== chunk.fileName)
    files[chunk.fileName] = [integrityOf(text), needs]
  }
  const script =
    licencesOf(boot.moduleIds) +
    scriptOf({
      boot: loadedBy(withHelpers(boot.code, helpers), 'portico_load'),
      main: main.code,
      shared,
      files,
    })
  texts.set(`global/${scriptName}`, script)
  texts.set('global/integrity.json', `${JSON.stringify({ [scriptName]: integrityOf(script) })}\n`)
  return texts
}
