import { createRequire } from 'node:module'
import { join } from 'node:path'
import type TypeScript from 'typescript'
import { CreateError } from '../errors.js'

export type Compiler = typeof TypeScript

/**
 * The compiler of the app in this folder, so that this package brings none. Throws CreateError
 * `NO_COMPILER` where there is none, or one without an interface for programs.
 */
export function loadTypeScript(folder: string): Compiler {
  const load = createRequire(join(folder, 'package.json'))
  let found: unknown
  try {
    found = load('typescript')
  } catch {
    // Reported below.
  }
  if (typeof (found as Partial<Compiler> | undefined)?.createSourceFile === 'function')
    return found as Compiler
  throw new CreateError(
    'NO_COMPILER',
    'The codemod reads code with TypeScript 5 or 6, which is not installed here: npm install -D typescript@6, then run it again.',
  )
}
