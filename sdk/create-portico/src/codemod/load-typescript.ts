import { createRequire } from 'node:module'
import { join } from 'node:path'
import type TypeScript from 'typescript'
import { CreateError } from '../errors.js'

export type Compiler = typeof TypeScript

/**
 * The compiler of the app in this folder, which knows its syntax. TypeScript 7 has no interface for
 * programs: beside it, and where there is none, that of this package. Throws CreateError
 * `NO_COMPILER` where that is missing too.
 */
export function loadTypeScript(folder: string, own: string = import.meta.url): Compiler {
  for (const from of [join(folder, 'package.json'), own]) {
    const found = compilerOf(createRequire(from))
    if (found) return found
  }
  throw new CreateError(
    'NO_COMPILER',
    'The codemod reads code with TypeScript 5 or 6, which is not installed here: npm install -D typescript@6, then run it again.',
  )
}

function compilerOf(load: NodeJS.Require): Compiler | undefined {
  let found: unknown
  try {
    found = load('typescript')
  } catch {
    // There is none, or one that cannot be required.
  }
  return typeof (found as Partial<Compiler> | undefined)?.createSourceFile === 'function'
    ? (found as Compiler)
    : undefined
}
