/** What is loaded when, read from the imports of a package themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface Imports {
  /** Its source files without tests, named from its folder. */
  readonly files: readonly string[]
  textOf(file: string): string
  /** What a file imports as a value, at its top. */
  valueImports(file: string): readonly string[]
  /**
   * Every package that comes with a file, without a dynamic import. In the order of the alphabet.
   * The contracts of the kernel count as the kernel.
   */
  packagesWith(file: string): readonly string[]
  /** Dynamic imports of files that do not exist. */
  missing(): readonly string[]
}

const contracts = /^@portico\/kernel\/(?!rpc$|testing$|devtools$)/

/** Reads the imports of all sources in a folder. */
export function importsIn(folder: string): Imports {
  const at = (file: string) => join(folder, file)
  const textOf = (file: string) => readFileSync(at(file), 'utf8')
  const beside = (file: string, from: string) => join(dirname(file), from.replace(/\.js$/, '.ts'))
  const valueImports = (file: string) =>
    [...textOf(file).matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s+'([^']+)'/gms)]
      .filter(([, names = '']) => !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names.replace(/\s+/g, ' ')))
      .map(([, , from = '']) => from)
  const collect = (file: string, seen: Set<string>): readonly string[] => {
    if (seen.has(file)) return []
    seen.add(file)
    return valueImports(file).flatMap(from =>
      from.startsWith('.') ? collect(beside(file, from), seen) : [from],
    )
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /(?<!\.test)(?<!\.test-d)\.ts$/.test(name),
  )
  return {
    files,
    textOf,
    valueImports,
    packagesWith: file =>
      [
        ...new Set(
          [...collect(file, new Set())].map(from =>
            contracts.test(from) ? '@portico/kernel' : from,
          ),
        ),
      ].sort(),
    missing: () =>
      files.flatMap(file =>
        [...textOf(file).matchAll(/import\('(\.[^']+)'\)/g)]
          .map(([, from = '']) => beside(file, from))
          .filter(target => !existsSync(resolve(folder, target))),
      ),
  }
}
