import type TypeScript from 'typescript'
import type { Compiler } from './load-typescript.js'
import type { Migration } from './migration.js'
import { actionOf, advice } from './names.js'

/**
 * Every use of the variables of a declaration. A parameter or a variable of the same name hides
 * them in its own scope.
 */
export function eachUse(
  { ts }: Migration,
  declaration: TypeScript.VariableDeclaration,
  found: (use: TypeScript.Identifier, name: string) => void,
): void {
  const names = new Set(boundNames(ts, declaration.name))
  let home: TypeScript.Node = declaration.parent
  while (home.parent && !isScope(ts, home)) home = home.parent
  const visit = (node: TypeScript.Node, hidden: ReadonlySet<string>): void => {
    if (node === declaration.name) return
    const isInner = node !== home && isScope(ts, node)
    const inside = isInner ? new Set([...hidden, ...declaredIn(ts, node)]) : hidden
    if (
      ts.isIdentifier(node) &&
      names.has(node.text) &&
      !hidden.has(node.text) &&
      isReference(ts, node)
    )
      found(node, node.text)
    ts.forEachChild(node, child => visit(child, inside))
  }
  visit(home, new Set())
}

const isScope = (ts: Compiler, node: TypeScript.Node) =>
  ts.isFunctionLike(node) ||
  ts.isBlock(node) ||
  ts.isCaseBlock(node) ||
  ts.isCatchClause(node) ||
  ts.isForStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isModuleBlock(node) ||
  ts.isSourceFile(node)

/** The names that a scope declares: its parameters, variables, functions and classes. */
function declaredIn(ts: Compiler, scope: TypeScript.Node): readonly string[] {
  const names: string[] = []
  const visit = (node: TypeScript.Node, isDirect: boolean): void => {
    if (ts.isParameter(node) && isDirect) names.push(...boundNames(ts, node.name))
    if (ts.isVariableDeclaration(node) && (isDirect || isVar(ts, node)))
      names.push(...boundNames(ts, node.name))
    if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && isDirect && node.name)
      names.push(node.name.text)
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return
    const isInside = isDirect && !isScope(ts, node)
    ts.forEachChild(node, child => visit(child, isInside))
  }
  if (ts.isFunctionExpression(scope) && scope.name) names.push(scope.name.text)
  ts.forEachChild(scope, child => visit(child, true))
  return names
}

/** A `var` belongs to its function, whatever block it is in. */
const isVar = (ts: Compiler, { parent }: TypeScript.VariableDeclaration) =>
  ts.isVariableDeclarationList(parent) && !(parent.flags & ts.NodeFlags.BlockScoped)

/** The variables of a name or a pattern. */
function boundNames(ts: Compiler, name: TypeScript.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap(element =>
    ts.isBindingElement(element) ? boundNames(ts, element.name) : [],
  )
}

/** False for a name of a declaration, a property, an attribute, or a type. */
export function isReference(ts: Compiler, node: TypeScript.Identifier): boolean {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isExportSpecifier(parent) || ts.isTypeNode(parent) || ts.isQualifiedName(parent))
    return false
  return (parent as { readonly name?: TypeScript.Node }).name !== node
}

/** Gives each variable a name that the file does not have yet, once for each component. */
export function createFreeNames(
  ts: Compiler,
  file: TypeScript.SourceFile,
): (wanted: string, near: TypeScript.Node) => string {
  const inFile = new Set<string>()
  const collect = (node: TypeScript.Node): void => {
    if (ts.isIdentifier(node)) inFile.add(node.text)
    ts.forEachChild(node, collect)
  }
  collect(file)
  const given = new Map<TypeScript.Node, Set<string>>()
  return (wanted, near) => {
    let statement = near
    while (statement.parent && !ts.isSourceFile(statement.parent)) statement = statement.parent
    const taken = given.get(statement) ?? new Set()
    given.set(statement, taken)
    let name = wanted
    for (let count = 2; inFile.has(name) || taken.has(name); count++) name = `${wanted}${count}`
    taken.add(name)
    return name
  }
}

/** `mutate` of wagmi 3 under the name that the action has here. */
export function keyOf(
  hook: string,
  key: string,
): { readonly key: string; readonly isMutate: boolean } {
  const action = actionOf[hook]
  return action !== undefined && (key === 'mutate' || key === 'mutateAsync')
    ? { key: key.replace('mutate', action), isMutate: true }
    : { key, isMutate: false }
}

/** True for a comparison with a status of an account that ours does not have. */
export function isConnecting({ ts }: Migration, { parent }: TypeScript.Node): boolean {
  return (
    ts.isBinaryExpression(parent) &&
    [parent.left, parent.right].some(
      side => ts.isStringLiteralLike(side) && /^(re)?connecting$/.test(side.text),
    )
  )
}

/** True for a call whose promise is dropped. */
const isUnawaited = (ts: Compiler, call: TypeScript.CallExpression) =>
  ts.isExpressionStatement(call.parent) ||
  (ts.isArrowFunction(call.parent) && call.parent.body === call)

/** Where wagmi's `writeContractAsync` resolves with the hash, ours resolves with an object. */
export function readHash(
  { ts, file, edit, note }: Migration,
  call: TypeScript.CallExpression,
): void {
  const { parent } = call
  if (!ts.isAwaitExpression(parent)) {
    if (!isUnawaited(ts, call))
      note(call, 'writeContract() resolves with an object: read its `hash`.')
  } else if (!ts.isExpressionStatement(parent.parent)) {
    edit({ start: parent.getStart(file), end: parent.getStart(file), text: '(' })
    edit({ start: parent.getEnd(), end: parent.getEnd(), text: ').hash' })
  }
}

/** Callbacks of a call get a note, and a call that nobody awaits reports no unhandled rejection. */
export function migrateActionCall(
  { ts, file, edit, note }: Migration,
  call: TypeScript.CallExpression,
): void {
  if (call.arguments.length > 1) note(call, advice['callbacks'] ?? '')
  if (!isUnawaited(ts, call)) return
  // Inserted at both ends, so that edits inside of the arguments stay.
  edit({ start: call.getStart(file), end: call.getStart(file), text: 'void ' })
  edit({ start: call.getEnd(), end: call.getEnd(), text: '.catch(() => undefined)' })
}
