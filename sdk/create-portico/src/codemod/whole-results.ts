import type TypeScript from 'typescript'
import type { Migration } from './migration.js'
import { actions, advice, flags, queryHooks } from './names.js'
import { eachUse, isUnawaited, readHash } from './uses.js'

/** Rewrites the result of a hook in one variable: `const sign = useSignMessage()`. */
export function migrateWholeResult(
  migration: Migration,
  declaration: TypeScript.VariableDeclaration,
  hook: string,
): void {
  const { ts, file, edit, note } = migration
  const isAccount = hook === 'useAccount' || hook === 'useConnection'
  eachUse(migration, declaration, (use, name) => {
    const part = use.parent
    if (!ts.isPropertyAccessExpression(part) || part.expression !== use) return
    const key = part.name.text
    const sentence = advice[key]
    if (sentence && (isAccount || hook === 'useSwitchChain')) note(part, sentence)
    const code = codeOf(hook, key, `${name}.status`)
    if (code !== undefined) {
      const isInner = ts.isPrefixUnaryExpression(part.parent) || ts.isBinaryExpression(part.parent)
      edit({
        start: part.getStart(file),
        end: part.getEnd(),
        text: isInner ? `(${code})` : code,
      })
    }
    if (key.endsWith('Async')) {
      edit({ start: part.name.getStart(file), end: part.name.getEnd(), text: key.slice(0, -5) })
      const call = part.parent
      if (hook === 'useWriteContract' && ts.isCallExpression(call) && call.expression === part)
        readHash(migration, call)
    }
    if (key === 'data' && hook === 'useWriteContract')
      edit({ start: part.getEnd(), end: part.getEnd(), text: '?.hash' })
    if (actions.has(key)) migrateCall(migration, part)
  })
}

/** A call of an action: it takes one argument, and rejects. */
function migrateCall(
  { ts, file, edit, note }: Migration,
  action: TypeScript.PropertyAccessExpression,
): void {
  const call = action.parent
  if (!ts.isCallExpression(call) || call.expression !== action) return
  if (call.arguments.length > 1) note(call, advice['callbacks'] ?? '')
  if (!isUnawaited(ts, call)) return
  edit({ start: call.getStart(file), end: call.getStart(file), text: 'void ' })
  edit({ start: call.getEnd(), end: call.getEnd(), text: '.catch(() => undefined)' })
}

/** A flag of wagmi as a comparison of the status. */
function codeOf(hook: string, key: string, status: string): string | undefined {
  if (key === 'isPending' && queryHooks.has(hook))
    return `${status} === 'idle' || ${status} === 'pending'`
  const flag = flags[key]
  return flag && `${status} === '${flag}'`
}
