import type TypeScript from 'typescript'
import { connectorPlugins } from './connectors.js'
import { isKitModule, type Migration } from './migration.js'
import { networks } from './names.js'
import { endpointsCode } from './transports.js'

const plugin = '@portico/plugin-eip155'

/** Replaces `createConfig` of wagmi and `getDefaultConfig` of RainbowKit by `createPortico`. */
export function migrateConfig(migration: Migration): void {
  const { ts, file, imported, edit } = migration
  const visit = (node: TypeScript.Node): void => {
    if (ts.isModuleDeclaration(node) && node.name.text === 'wagmi') {
      // Types of wagmi's config, which Portico does not need.
      edit({ start: node.getFullStart(), end: node.getEnd(), text: '' })
      return
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { from = '', name } = imported.get(node.expression.text) ?? {}
      const [options] = node.arguments
      if (
        isKitModule(from) &&
        (name === 'createConfig' || name === 'getDefaultConfig') &&
        options &&
        ts.isObjectLiteralExpression(options)
      ) {
        edit({
          start: node.getStart(file),
          end: node.getEnd(),
          text: porticoCall(migration, options).replaceAll('\n', `\n${indentOf(file, node)}`),
        })
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
}

/** The blanks at the beginning of the line in which a node begins. */
function indentOf(file: TypeScript.SourceFile, node: TypeScript.Node): string {
  const start = file.text.lastIndexOf('\n', node.getStart(file)) + 1
  return /^[ \t]*/.exec(file.text.slice(start))?.[0] ?? ''
}

function porticoCall(migration: Migration, options: TypeScript.ObjectLiteralExpression): string {
  const { ts, file, need, note } = migration
  const property = (name: string) => {
    const found = options.properties.find(one => one.name?.getText(file) === name)
    if (found && ts.isPropertyAssignment(found)) return found.initializer
    return found && ts.isShorthandPropertyAssignment(found) ? found.name : undefined
  }
  const chains = property('chains')
  const transports = property('transports')
  const list =
    chains && ts.isArrayLiteralExpression(chains)
      ? chains.elements.map(chain => networkCode(migration, chain, transports))
      : []
  if (!list.length)
    note(options, 'The chains are not a list in this call: pass `networks` to eip155().')
  if (transports && ts.isObjectLiteralExpression(transports))
    noteOtherTransports(migration, transports, chains)
  need('@portico/sdk', 'createPortico')
  need(plugin, 'eip155')
  need('@portico/plugin-directory', 'directory')
  const plugins = [`eip155({ networks: [${list.join(', ')}] })`, 'directory()']
  plugins.push(...connectorPlugins(migration, property('projectId'), property('connectors')))
  if (migration.app.sends) {
    need('@portico/plugin-transactions', 'transactions')
    plugins.push('transactions()')
  }
  const known = [
    'chains',
    'transports',
    'connectors',
    'projectId',
    'ssr',
    'appName',
    'storage',
    'multiInjectedProviderDiscovery',
  ]
  for (const one of options.properties) {
    const name = one.name?.getText(file) ?? ''
    if (!known.includes(name))
      note(one, `The option "${name}" is not moved: see the table of options.`)
  }
  return `createPortico({\n  plugins: [\n${plugins.map(code => `    ${code},\n`).join('')}  ],\n})`
}

/** A network of ours for a chain of viem, with the endpoint that the transports name. */
function networkCode(
  migration: Migration,
  chain: TypeScript.Expression,
  transports: TypeScript.Expression | undefined,
): string {
  const { ts, file, imported, need, note } = migration
  const name = chain.getText(file)
  let code = name
  // Chains of wagmi are imported from elsewhere; any other keeps its import or its declaration.
  const origin = imported.get(name)
  const isMoved = origin?.from === 'wagmi/chains'
  const element = isMoved && origin.name !== name ? `${origin.name} as ${name}` : name
  if (isMoved && networks.has(origin.name)) need(plugin, element)
  else {
    need(plugin, 'fromChain')
    if (isMoved) need('viem/chains', element)
    code = `fromChain(${name})`
  }
  if (!transports) return code
  if (!ts.isObjectLiteralExpression(transports)) {
    note(transports, `The endpoints of ${name} are not moved: give the network \`rpcUrls\`.`)
    return code
  }
  const transport = transports.properties.find(
    (one): one is TypeScript.PropertyAssignment =>
      ts.isPropertyAssignment(one) && one.name.getText(file) === `[${name}.id]`,
  )?.initializer
  const urls = transport && endpointsCode(migration, transport, `${code}.rpcUrls`)
  return urls ? `{ ...${code}, rpcUrls: ${urls} }` : code
}

/** Transports of no chain of the list, such as `{ 1: http(url) }`. */
function noteOtherTransports(
  { ts, file, note }: Migration,
  transports: TypeScript.ObjectLiteralExpression,
  chains: TypeScript.Expression | undefined,
): void {
  const listed = chains && ts.isArrayLiteralExpression(chains) ? [...chains.elements] : []
  const taken = new Set(listed.map(chain => `[${chain.getText(file)}.id]`))
  for (const one of transports.properties)
    if (!taken.has(one.name?.getText(file) ?? ''))
      note(one, 'This transport is not moved: give its network `rpcUrls`, a list of https URLs.')
}
