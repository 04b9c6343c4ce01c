import type TypeScript from 'typescript'
import type { Migration } from './migration.js'

/**
 * The code of `rpcUrls` for a transport of wagmi. Undefined where the transport names no endpoint.
 * `defaults` is the code of the endpoints that the network has by itself.
 */
export function endpointsCode(
  migration: Migration,
  transport: TypeScript.Expression,
  defaults: string,
): string | undefined {
  const { ts, file, note } = migration
  const urls = urlsOf(migration, transport)
  if (!urls) {
    note(
      transport,
      'This transport is not moved: give the network `rpcUrls`, a list of https URLs.',
    )
    return undefined
  }
  if (!urls.length) return undefined
  const codes = urls.map(url => url.getText(file))
  if (urls.every(url => isText(ts, url))) return `[${codes.join(', ')}]`
  // wagmi takes the endpoint of the chain where an environment variable is not set.
  const [only] = codes
  return codes.length === 1 && isPlain(ts, urls[0])
    ? `${only} ? [${only}] : ${defaults}`
    : `[${[...codes, `...${defaults}`].join(', ')}].filter(url => typeof url === 'string')`
}

/** The URLs in `http(url)` and `fallback([http(a), http(b)])`. Undefined: another transport. */
function urlsOf(
  migration: Migration,
  transport: TypeScript.Expression,
): readonly TypeScript.Expression[] | undefined {
  const { ts, imported, note } = migration
  if (!ts.isCallExpression(transport) || !ts.isIdentifier(transport.expression)) return undefined
  const name = imported.get(transport.expression.text)?.name
  const [first, options] = transport.arguments
  if (options) note(options, 'The options of this transport are not moved.')
  if (name === 'http') return first ? [bare(ts, first)] : []
  if (name !== 'fallback' || !first || !ts.isArrayLiteralExpression(first)) return undefined
  const lists = first.elements.map(element => urlsOf(migration, element))
  return lists.includes(undefined) ? undefined : lists.flatMap(list => list ?? [])
}

/** Without `as string` and `!`, which hide that a variable may not be set. */
const bare = (ts: Migration['ts'], node: TypeScript.Expression): TypeScript.Expression =>
  ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(ts, node.expression)
    : node
const isText = (ts: Migration['ts'], node: TypeScript.Expression) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
const isPlain = (ts: Migration['ts'], node: TypeScript.Expression | undefined): boolean =>
  node !== undefined &&
  (ts.isIdentifier(node) ||
    ts.isMetaProperty(node) ||
    (ts.isPropertyAccessExpression(node) && isPlain(ts, node.expression)))
