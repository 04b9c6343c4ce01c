import type TypeScript from 'typescript'
import type { Migration } from './migration.js'
import { actions, advice, flags, queryHooks } from './names.js'
import { eachUse, isConnecting, keyOf, migrateActionCall, readHash } from './uses.js'

/** Rewrites the result of a hook in one variable: `const sign = useSignMessage()`. */
export function migrateWholeResult(
  migration: Migration,
  declaration: TypeScript.VariableDeclaration,
  hook: string,
): void {
  const { ts, file, edit, note } = migration
  eachUse(migration, declaration, (use, name) => {
    const part = use.parent
    if (!ts.isPropertyAccessExpression(part) || part.expression !== use) return
    const { key, isMutate } = keyOf(hook, part.name.text)
    const sentence = adviceOn(migration, part, hook)
    if (sentence) note(part, sentence)
    const code = codeOf(hook, key, `${name}.status`)
    if (code !== undefined) {
      const isInner = ts.isPrefixUnaryExpression(part.parent) || ts.isBinaryExpression(part.parent)
      edit({
        start: part.getStart(file),
        end: part.getEnd(),
        text: isInner ? `(${code})` : code,
      })
    }
    if (isMutate || key.endsWith('Async')) {
      const text = key.replace(/Async$/, '')
      edit({ start: part.name.getStart(file), end: part.name.getEnd(), text })
    }
    if (hook === 'useWriteContract') migrateHash(migration, part, key)
    if (actions.has(key) && ts.isCallExpression(part.parent) && part.parent.expression === part)
      migrateActionCall(migration, part.parent)
  })
}

function adviceOn(
  migration: Migration,
  part: TypeScript.PropertyAccessExpression,
  hook: string,
): string | undefined {
  const isAccount = hook === 'useAccount' || hook === 'useConnection'
  if (!isAccount && hook !== 'useSwitchChain') return undefined
  const key = part.name.text
  const isForeign = isAccount && key === 'status' && isConnecting(migration, part)
  return advice[isForeign ? 'connectingStatus' : key]
}

/** `writeContractAsync` of wagmi resolves with the hash, ours with what was submitted. */
function migrateHash(
  migration: Migration,
  part: TypeScript.PropertyAccessExpression,
  key: string,
): void {
  const { ts, edit } = migration
  const call = part.parent
  if (key === 'data') edit({ start: part.getEnd(), end: part.getEnd(), text: '?.hash' })
  if (key.endsWith('Async') && ts.isCallExpression(call) && call.expression === part)
    readHash(migration, call)
}

/** A flag of wagmi as a comparison of the status. */
function codeOf(hook: string, key: string, status: string): string | undefined {
  if (key === 'isPending' && queryHooks.has(hook))
    return `${status} === 'idle' || ${status} === 'pending'`
  const flag = flags[key]
  return flag && `${status} === '${flag}'`
}
