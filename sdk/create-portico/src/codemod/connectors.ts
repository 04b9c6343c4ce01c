import type TypeScript from 'typescript'
import type { Migration } from './migration.js'

/** The code of the plugins in the place of wagmi's connectors. Notes each that is dropped. */
export function connectorPlugins(
  migration: Migration,
  projectId: TypeScript.Expression | undefined,
  connectors: TypeScript.Expression | undefined,
): readonly string[] {
  const { ts, file, need, note } = migration
  const plugins: string[] = []
  const pair = (code: string) => {
    need('@portico/plugin-walletconnect', 'walletconnect')
    plugins.push(`walletconnect({ projectId: ${code} })`)
  }
  if (projectId) pair(projectId.getText(file))
  if (!connectors) return plugins
  if (!ts.isArrayLiteralExpression(connectors)) {
    note(connectors, 'The connectors are not a list in this call: see the table of connectors.')
    return plugins
  }
  for (const connector of connectors.elements) {
    const name = nameOf(migration, connector)
    const id = name === 'walletConnect' && projectIdIn(migration, connector)
    if (id) pair(id)
    else if (name === 'safe') {
      need('@portico/plugin-safe', 'safe')
      plugins.push('safe()')
      if (hasOptions(ts, connector))
        note(connector, 'The options of safe() are not moved: name trusted pages in `origins`.')
    } else if (name !== 'injected' || hasOptions(ts, connector))
      note(connector, dropped(connector.getText(file).split('(', 1)[0] ?? ''))
  }
  return plugins
}

const dropped = (code: string) =>
  `The connector ${code}() is dropped: Portico finds installed wallets by itself; on a phone they connect by walletconnect() and directory().`

/** The name by which wagmi exports the connector. */
const nameOf = ({ ts, imported }: Migration, node: TypeScript.Expression) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression)
    ? imported.get(node.expression.text)?.name
    : undefined

const hasOptions = (ts: Migration['ts'], node: TypeScript.Expression) =>
  ts.isCallExpression(node) && node.arguments.length > 0

/** The code of the id in `walletConnect({ projectId })`. */
function projectIdIn({ ts, file }: Migration, connector: TypeScript.Node): string | undefined {
  let found: string | undefined
  const visit = (node: TypeScript.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'projectId')
      found = node.initializer.getText(file)
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'projectId')
      found = 'projectId'
    ts.forEachChild(node, visit)
  }
  visit(connector)
  return found
}
