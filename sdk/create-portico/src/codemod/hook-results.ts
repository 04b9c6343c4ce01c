import type TypeScript from 'typescript'
import { migrateBalance } from './balances.js'
import { isKitModule, type Migration } from './migration.js'
import { actions, advice, flags, hooks, openers, partHooks, queryHooks } from './names.js'
import {
  createFreeNames,
  eachUse,
  isConnecting,
  keyOf,
  migrateActionCall,
  readHash,
} from './uses.js'
import { migrateWholeResult } from './whole-results.js'

/** How one variable is written from now on. */
interface Rewrite {
  /** The code in the place of the variable. Undefined: as before. */
  readonly code?: string
  /** Calls of it return a promise, whose rejection the state of the hook has. */
  readonly isAction?: true
  /** Calls of it resolve with an object that has the hash. */
  readonly resolvesWithHash?: true
}

/** Rewrites what hooks return: flags, functions that end in Async, hashes, and calls. */
export function migrateHooks(migration: Migration): void {
  const { ts, file, imported } = migration
  const freeName = createFreeNames(ts, file)
  const visit = (node: TypeScript.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      ts.isCallExpression(node.initializer) &&
      ts.isIdentifier(node.initializer.expression)
    ) {
      const found = imported.get(node.initializer.expression.text)
      if (found?.from === 'wagmi' && hooks[found.name] && !partHooks[found.name])
        migrateHook(migration, node, found.name, wanted => freeName(wanted, node))
      if (
        isKitModule(found?.from ?? '') &&
        (found?.name === 'useConnectModal' || found?.name === 'useAccountModal')
      )
        migrateModal(migration, node)
    }
    migratePartHook(migration, node)
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'uid' &&
      node.expression.getText(file) === 'connector'
    )
      migration.edit({ start: node.name.getStart(file), end: node.name.getEnd(), text: 'id' })
    ts.forEachChild(node, visit)
  }
  visit(file)
}

/** `useConnectors()` → `useConnect().connectors`. */
function migratePartHook(migration: Migration, node: TypeScript.Node): void {
  const { ts, file, imported, edit, note } = migration
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
  const found = imported.get(node.expression.text)
  const code = found?.from === 'wagmi' && partHooks[found.name]
  if (!code) return
  edit({ start: node.getStart(file), end: node.getEnd(), text: code })
  if (found.name === 'useChains') note(node, advice['useChains'] ?? '')
}

function migrateHook(
  migration: Migration,
  declaration: TypeScript.VariableDeclaration,
  hook: string,
  freeName: (wanted: string) => string,
): void {
  const { ts, file, edit, note } = migration
  const call = declaration.initializer as TypeScript.CallExpression
  const isAccount = hook === 'useAccount' || hook === 'useConnection'
  if (isAccount)
    edit({ start: call.getStart(file), end: call.getEnd(), text: "useAccount('eip155')" })
  noteOptions(migration, call)
  if (hook === 'useBalance') migrateBalance(migration, declaration, call)
  if (!ts.isObjectBindingPattern(declaration.name)) {
    migrateWholeResult(migration, declaration, hook)
    return
  }
  const wanted = `${hook.slice(3, 4).toLowerCase()}${hook.slice(4)}Status`
  const own = declaration.name.elements.find(
    one => (one.propertyName ?? one.name).getText(file) === 'status' && ts.isIdentifier(one.name),
  )
  let given = own?.name.getText(file)
  const status = () => (given ??= freeName(wanted))
  const written = declaration.name.elements.map(element => {
    const { key, isMutate } = keyOf(hook, (element.propertyName ?? element.name).getText(file))
    const local = element.name.getText(file)
    const sentence = advice[key]
    if (sentence && (isAccount || hook === 'useSwitchChain')) note(element, sentence)
    const code = isMutate ? `${key}: ${local}` : element.getText(file)
    // The parts of a part have no counterpart that is known here.
    if (!ts.isIdentifier(element.name)) return { local, part: code }
    return { local, ...writtenFor(hook, key, local, { status, freeName }, code) }
  })
  const parts = [...new Set(written.map(({ part }) => part.replace(/^(\w+): \1$/, '$1')))]
  edit({
    start: declaration.name.getStart(file),
    end: declaration.name.getEnd(),
    text: `{ ${parts.join(', ')} }`,
  })
  const rewrites = written.flatMap(({ local, rewrite }) =>
    rewrite ? [[local, rewrite] as const] : [],
  )
  rewriteUses(migration, declaration, new Map(rewrites))
  if (isAccount && own)
    eachUse(migration, declaration, (use, name) => {
      if (name === given && isConnecting(migration, use))
        note(use, advice['connectingStatus'] ?? '')
    })
}

/** Options of wagmi that hooks of Portico do not take. */
function noteOptions(
  { ts, file, note }: Migration,
  { arguments: [options] }: TypeScript.CallExpression,
): void {
  if (!options || !ts.isObjectLiteralExpression(options)) return
  for (const one of options.properties) {
    const name = one.name?.getText(file)
    if (name === 'query') note(one, advice['query'] ?? '')
    if (name === 'mutation') note(one, advice['mutation'] ?? '')
  }
}

/** How one part of a hook's result is destructured from now on, and its variable written. */
function writtenFor(
  hook: string,
  key: string,
  local: string,
  { status, freeName }: { status(): string; freeName(wanted: string): string },
  code: string,
): { readonly part: string; readonly rewrite?: Rewrite } {
  const flag = flags[key]
  // wagmi's `isPending` says that there is no value yet, also while nothing is requested.
  if (key === 'isPending' && queryHooks.has(hook))
    return {
      part: `status: ${status()}`,
      rewrite: { code: `${status()} === 'idle' || ${status()} === 'pending'` },
    }
  if (flag) return { part: `status: ${status()}`, rewrite: { code: `${status()} === '${flag}'` } }
  if (key.endsWith('Async'))
    return {
      part: `${key.replace(/Async$/, '')}: ${local}`,
      ...(hook === 'useWriteContract' && { rewrite: { resolvesWithHash: true } }),
    }
  if (hook === 'useWriteContract' && key === 'data') {
    const sent = local === 'data' ? 'data' : freeName(`${local}Data`)
    return {
      part: local === 'data' ? 'data' : `data: ${sent}`,
      rewrite: { code: `${sent}?.hash` },
    }
  }
  return actions.has(key) ? { part: code, rewrite: { isAction: true } } : { part: code }
}

/** `{ openConnectModal } = useConnectModal()` → `{ open: openConnectModal } = useModal()`. */
function migrateModal(migration: Migration, declaration: TypeScript.VariableDeclaration): void {
  const { ts, file, edit, note } = migration
  const call = declaration.initializer as TypeScript.CallExpression
  edit({ start: call.getStart(file), end: call.getEnd(), text: 'useModal()' })
  if (!ts.isObjectBindingPattern(declaration.name)) {
    note(declaration, advice['modal'] ?? '')
    return
  }
  const locals: string[] = []
  const parts = declaration.name.elements.map(element => {
    const key = (element.propertyName ?? element.name).getText(file)
    const local = element.name.getText(file)
    if (key === 'connectModalOpen' || key === 'accountModalOpen') {
      note(element, advice['modalOpen'] ?? '')
      return `isOpen: ${local}`
    }
    if (!openers.includes(key)) {
      note(element, advice['modal'] ?? '')
      return element.getText(file)
    }
    locals.push(local)
    return `open: ${local}`
  })
  edit({
    start: declaration.name.getStart(file),
    end: declaration.name.getEnd(),
    text: `{ ${parts.join(', ')} }`,
  })
  // As a handler it would get the event for its options.
  eachUse(migration, declaration, (use, name) => {
    if (locals.includes(name) && ts.isJsxExpression(use.parent))
      edit({ start: use.getStart(file), end: use.getEnd(), text: `() => ${name}()` })
  })
}

function rewriteUses(
  migration: Migration,
  declaration: TypeScript.VariableDeclaration,
  rewrites: ReadonlyMap<string, Rewrite>,
): void {
  const { ts, file, edit } = migration
  eachUse(migration, declaration, (use, name) => {
    const rewrite = rewrites.get(name)
    if (!rewrite) return
    const { code, isAction, resolvesWithHash } = rewrite
    if (code !== undefined)
      edit({ start: use.getStart(file), end: use.getEnd(), text: replacement(ts, use, code, name) })
    const call = use.parent
    if (!ts.isCallExpression(call) || call.expression !== use) return
    if (resolvesWithHash) readHash(migration, call)
    if (isAction) migrateActionCall(migration, call)
  })
}

function replacement(ts: Migration['ts'], use: TypeScript.Node, code: string, name: string) {
  if (ts.isShorthandPropertyAssignment(use.parent)) return `${name}: ${code}`
  return needsParentheses(ts, use, code) ? `(${code})` : code
}

const needsParentheses = (ts: Migration['ts'], use: TypeScript.Node, code: string) =>
  code.includes(' ') &&
  (ts.isPrefixUnaryExpression(use.parent) ||
    (code.includes('||') &&
      ts.isBinaryExpression(use.parent) &&
      [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.QuestionQuestionToken].includes(
        use.parent.operatorToken.kind,
      )) ||
    (ts.isBinaryExpression(use.parent) &&
      [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
        use.parent.operatorToken.kind,
      )))
