/** Code that no page may contain: sinks of HTML, code made at run time, weak random numbers. */
import ts from 'typescript'

const sinks = /^(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)$/
const isNamed = (node: ts.Node, name: string): boolean =>
  ts.isIdentifier(node) && node.text === name
/** What a node takes from which object: `a.b` and `a['b']`. */
function memberOf(node: ts.Node): { readonly of: ts.Node; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text }
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? { of: node.expression, name: node.argumentExpression.text }
    : undefined
}
const globals = ['globalThis', 'window', 'self']
/** `Math`, and `globalThis.Math`. */
function isGlobal(node: ts.Node, name: string): boolean {
  const member = memberOf(node)
  return (
    isNamed(node, name) ||
    (member?.name === name && globals.some(object => isNamed(member.of, object)))
  )
}
const takesFrom = (node: ts.Node, object: string, name: string): boolean =>
  ts.isVariableDeclaration(node) &&
  ts.isObjectBindingPattern(node.name) &&
  node.initializer !== undefined &&
  isGlobal(node.initializer, object) &&
  node.name.elements.some(element => (element.propertyName ?? element.name).getText() === name)

const makers = ['eval', 'Function']
/**
 * `eval` and `Function` used as values; a call of `constructor`, which may be `Function`; timers
 * that are given code as text.
 */
function codeMaker(node: ts.Node): string | undefined {
  const taken = makers.find(maker => globals.some(object => takesFrom(node, object, maker)))
  if (taken) return taken
  const member = makers.find(maker => !ts.isIdentifier(node) && isGlobal(node, maker))
  if (member) return member
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    if (memberOf(node.expression)?.name === 'constructor') return 'Function'
    const timer = ['setTimeout', 'setInterval'].find(
      name => isNamed(node.expression, name) || memberOf(node.expression)?.name === name,
    )
    const [first] = node.arguments ?? []
    if (timer && first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)))
      return `${timer} of a text`
  }
  return ts.isIdentifier(node) && makers.includes(node.text) && isValue(node)
    ? node.text
    : undefined
}
/**
 * Whether a name stands for what it means, rather than naming a member, a declaration or a type.
 * The right side of `instanceof` makes nothing.
 */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent))
    return false
  if (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
  )
    return false
  if (ts.isShorthandPropertyAssignment(parent)) return true
  const { name, propertyName } = parent as {
    readonly name?: ts.Node
    readonly propertyName?: ts.Node
  }
  return name !== node && propertyName !== node
}
/**
 * Whether an import takes its code from an address, or from wherever an expression says at run
 * time.
 */
function importsFromAddress(node: ts.Node): boolean {
  const call =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
      ? node
      : undefined
  if (!call && !ts.isImportDeclaration(node)) return false
  const from = ts.isImportDeclaration(node) ? node.moduleSpecifier : call?.arguments[0]
  return (
    !from || !ts.isStringLiteralLike(from) || /^(?!node:)[a-z][a-z\d+.-]*:|^[\\/]/i.test(from.text)
  )
}
/** Read in the syntax tree: comments, strings and types are none of it, and no spacing hides it. */
export function forbiddenIn(node: ts.Node): readonly [what: string, instead: string] | undefined {
  if (importsFromAddress(node))
    return ['import of an address', 'a bundler has to know all code that runs (threat S1)']
  const member = memberOf(node)
  const takes = (object: string, name: RegExp) =>
    member !== undefined && isGlobal(member.of, object) && name.test(member.name)
  if (takes('Math', /^random$/) || takesFrom(node, 'Math', 'random'))
    return ['Math.random', 'take crypto.getRandomValues (decision 30)']
  if (takes('document', /^write(?:ln)?$/))
    return ['document.write', 'text is text: use nodes (threat S6)']
  const name = member?.name ?? (ts.isIdentifier(node) ? node.text : '')
  if (sinks.test(name)) return [name, 'text is text: use nodes (threat S6)']
  const maker = codeMaker(node)
  return maker === undefined ? undefined : [maker, 'no code is made at run time (threat S1)']
}
