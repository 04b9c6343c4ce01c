import type TypeScript from 'typescript'
import type { Migration } from './migration.js'
import { advice } from './names.js'
import { eachUse } from './uses.js'

/** What the parts of wagmi's balance are called in ours. */
const parts: Readonly<Record<string, string>> = {
  value: 'amount',
  decimals: 'token.decimals',
  symbol: 'token.symbol',
}

/** Moves `useBalance`: its options, and what is read of `data`. */
export function migrateBalance(
  migration: Migration,
  declaration: TypeScript.VariableDeclaration,
  call: TypeScript.CallExpression,
): void {
  const { ts, file, edit, note } = migration
  const [options] = call.arguments
  if (options) {
    // wagmi reads any address, ours an account that is connected.
    note(call, advice['balanceOptions'] ?? '')
    const chainId =
      ts.isObjectLiteralExpression(options) &&
      options.properties.find(one => one.name?.getText(file) === 'chainId')
    edit({
      start: options.getStart(file),
      end: options.getEnd(),
      text: chainId ? `{ ${chainId.getText(file)} }` : '',
    })
  }
  const data = localOf(migration, declaration, 'data')
  if (data === undefined) {
    note(call, advice['useBalance'] ?? '')
    return
  }
  eachUse(migration, declaration, (use, name) => {
    const { parent } = use
    if (name !== data || !ts.isPropertyAccessExpression(parent) || parent.expression !== use) return
    const part = parts[parent.name.text]
    if (part) edit({ start: parent.name.getStart(file), end: parent.name.getEnd(), text: part })
    else if (parent.name.text === 'formatted') note(parent, advice['formatted'] ?? '')
  })
}

/** The variable that a part of the result is destructured to. */
function localOf(
  { ts, file }: Migration,
  { name }: TypeScript.VariableDeclaration,
  key: string,
): string | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined
  const element = name.elements.find(one => (one.propertyName ?? one.name).getText(file) === key)
  return element && ts.isIdentifier(element.name) ? element.name.text : undefined
}
