/** Statements that only import or re-export. */
import ts from 'typescript'

/**
 * Whether an expression is an `import()`, or picks something out of one:
 * `import('./a.js').then(a => a.b)`, `(await import('./a.js')).b`.
 */
function isImport(node: ts.Expression): boolean {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isPropertyAccessExpression(node)
  )
    return isImport(node.expression)
  if (ts.isConditionalExpression(node)) return isImport(node.whenTrue) && isImport(node.whenFalse)
  if (!ts.isCallExpression(node)) return false
  return node.expression.kind === ts.SyntaxKind.ImportKeyword || isImport(node.expression)
}
/** Whether a function does nothing but import another file. */
function onlyImports(node: ts.Node | undefined): boolean {
  if (
    !node ||
    !(
      ts.isArrowFunction(node) ||
      ts.isFunctionExpression(node) ||
      ts.isFunctionDeclaration(node)
    ) ||
    !node.body
  )
    return false
  if (!ts.isBlock(node.body)) return isImport(node.body)
  const [first, second] = node.body.statements
  return (
    !second &&
    first !== undefined &&
    ts.isReturnStatement(first) &&
    first.expression !== undefined &&
    isImport(first.expression)
  )
}
export const passesOn = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) ||
  ts.isExportDeclaration(statement) ||
  onlyImports(statement) ||
  (ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => onlyImports(initializer)))
