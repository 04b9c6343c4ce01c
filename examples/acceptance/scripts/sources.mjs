import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { rolldown } from 'rolldown'
import { viteImportGlobPlugin } from 'rolldown/experimental'
import ts from 'typescript'

/** @import { Plugin, RolldownOptions } from 'rolldown' */

const pure = '/* @__PURE__ */ '

/**
 * Collects where calls start that run with the module itself.
 * @param {ts.Node} node
 * @param {Set<number>} found
 */
function findCalls(node, found) {
  if (
    ts.isFunctionLike(node) ||
    (ts.isPropertyDeclaration(node) &&
      !ts.getModifiers(node)?.some(each => each.kind === ts.SyntaxKind.StaticKeyword))
  )
    return
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) found.add(node.getStart())
  ts.forEachChild(node, child => findCalls(child, found))
}

/**
 * Where the calls start that give a constant or a class of a module its value.
 * @param {string} id
 * @param {string} code
 */
function callsIn(id, code) {
  const kind = id.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true, kind)
  /** @type {Set<number>} */
  const found = new Set()
  for (const statement of file.statements)
    if (
      ts.isVariableStatement(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isExportAssignment(statement)
    )
      findCalls(statement, found)
  return found
}

/**
 * Marks the calls that give the constants of a module their values as pure, which
 * `sideEffects: false` promises of them: a bundler leaves out what a host does not use of a file
 * that holds many modules. A call that is a whole statement is there for its effect, and stays
 * as it is.
 *
 * @returns {Plugin}
 */
const annotateCalls = () => ({
  name: 'annotate-calls',
  transform: {
    filter: { id: /\/src\/.+(?<!\.d)\.tsx?$/ },
    handler(code, id, { magicString }) {
      const calls = callsIn(id, code)
      if (!calls.size || !magicString) return
      for (const start of calls)
        if (!code.endsWith(pure, start)) magicString.appendLeft(start, pure)
      return { code: magicString }
    },
  },
})

const development = "process.env.NODE_ENV !== 'production'"
const isReadable = `const isDevelopment = ${pure}(() => { try { return ${development} } catch { return false } })();`

/**
 * Guards `process.env.NODE_ENV !== 'production'`, so that a page without a bundler, where `process`
 * is not defined, runs the production code. A bundler replaces the expression and still drops the
 * development branch, because `isDevelopment && false` is false.
 *
 * @returns {Plugin}
 */
const guardMode = () => ({
  name: 'guard-mode',
  transform: {
    filter: { id: /\/src\/.+(?<!\.d)\.tsx?$/, code: /process\.env\.NODE_ENV/ },
    handler(code, id, { magicString }) {
      if (!magicString) return
      const reads = [...code.matchAll(/process\.env\.NODE_ENV/g)]
      for (const { index } of reads) {
        if (!code.startsWith(development, index))
          throw new Error(`${id}: compare the mode as \`${development}\`, which the build guards.`)
        magicString.overwrite(
          index,
          index + development.length,
          `(isDevelopment && ${development})`,
        )
      }
      magicString.prepend(isReadable)
      return { code: magicString }
    },
  },
})

/** The text of a style sheet without what browsers skip. @param {string} file */
export function minifyCss(file) {
  // No `targets`: every browser that we support knows what our style sheets use, and a replacement
  // such as `:lang()` for `:dir()` means something else.
  const { code } = transform({ filename: file, code: readFileSync(file), minify: true })
  // Beside a `var()` lightningcss keeps spaces that mean nothing in a value, though they do in a
  // selector.
  return code
    .toString()
    .replace(/[^{}]*(?=\})/g, values => values.replace(/("[^"]*")|\s*([*/,])\s*/g, '$1$2'))
}

const inlined = /\.css\?inline$/

/**
 * Resolves `import styles from './button.css?inline'` to the minified text, as vite does in
 * development and tests.
 *
 * @returns {Plugin}
 */
const inlineCss = () => ({
  name: 'inline-css',
  resolveId: { filter: { id: inlined }, handler: (id, importer) => join(importer ?? '', '..', id) },
  load: {
    filter: { id: inlined },
    handler: id => ({
      code: `export default ${JSON.stringify(minifyCss(id.replace('?inline', '')))}`,
      moduleType: 'js',
    }),
  },
})

/**
 * Names the packages whose code a file includes, which a host does not install (decision 68).
 * @param {readonly string[]} moduleIds
 */
export function licencesOf(moduleIds) {
  const folders = moduleIds.flatMap(id => id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [])
  const licences = [...new Set(folders)]
    .map(folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    .map(({ name, license }) => `${name} (${license})`)
  return licences.length ? `/*! Includes code of ${[...new Set(licences)].join(', ')}. */` : ''
}

const scripted = /\.js\?script$/
const resolve = {
  extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
  conditionNames: ['@portico/source', 'browser', 'import', 'module', 'default'],
}

/**
 * Resolves `import script from './page-script.js?script'` to the text of a script for a page: that
 * module with all that it imports, as the constant `script`. The build of the packages and the
 * tests, which run on the sources, use this.
 *
 * @returns {Plugin}
 */
export const inlineScript = () => ({
  name: 'inline-script',
  resolveId: {
    filter: { id: scripted },
    handler: (id, importer) => join(importer ?? '', '..', id.replace('.js?', '.ts?')),
  },
  load: {
    filter: { id: /\.ts\?script$/ },
    async handler(id) {
      const bundle = await rolldown({
        input: id.replace('?script', ''),
        platform: 'browser',
        resolve,
        logLevel: 'silent',
      })
      const { output } = await bundle.generate({ format: 'iife', name: 'script', minify: true })
      await bundle.close()
      const text = `${licencesOf(output[0].moduleIds)}${output[0].code}`
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
    },
  },
})

/** What every build of our sources has in common. @satisfies {RolldownOptions} */
export const sourceOptions = {
  platform: /** @type {const} */ ('browser'),
  resolve,
  // The host decides which build it is for.
  transform: {
    target: 'es2022',
    jsx: /** @type {const} */ ('react-jsx'),
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
  },
  experimental: { nativeMagicString: true },
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  // `import.meta.glob(['./text/*.ts', …])`, as Vite and vitest read it: the packages ship with an
  // `import()` for each file.
  plugins: [guardMode(), annotateCalls(), viteImportGlobPlugin(), inlineCss(), inlineScript()],
}
