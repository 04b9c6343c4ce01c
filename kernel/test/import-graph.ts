/** The rules that follow imports from file to file: what a page loads at boot, and cycles. */
import { posix } from 'node:path'

export interface Import {
  readonly from: string
  /**
   * Erased by the compiler: costs nothing, and is allowed wherever it makes no cycle and crosses no
   * plugin.
   */
  readonly typeOnly: boolean
  readonly lazy: boolean
}
/** A file in the graph of imports. */
export interface Linked {
  readonly path: string
  readonly imports: readonly Import[]
}

/** `@portico/kernel` and its contracts: no entry for tests, tools or networks. */
export const kernelOrContract = /^@portico\/kernel(\/(?!rpc$|testing$|devtools$)[a-z-]+)?$/

export const resolve = (file: Pick<Linked, 'path'>, specifier: string): string =>
  posix.normalize(posix.join(posix.dirname(file.path), specifier)).replace(/\.js$/, '')

/** Entries for servers and for the embedded wallet's frame, which a page does not load. */
const serverEntry =
  /^plugins\/(features\/(siwx\/src\/(verify|server)|swap\/src\/routes\/uniswap\/server)|connectors\/embedded\/src\/protocol)/
/**
 * What a page loads with a plugin, which are its entries and what they import outside of functions,
 * stands on the kernel and its contracts alone: an SDK arrives with the first call that needs it.
 */
export function heavyAtBoot(
  files: readonly Linked[],
  entries: ReadonlySet<string>,
): readonly string[] {
  const known = new Map(files.map(file => [file.path.replace(/\.tsx?$/, ''), file]))
  const seen = new Set<string>()
  const visit = (file: Linked): readonly string[] => {
    if (seen.has(file.path)) return []
    seen.add(file.path)
    return file.imports.flatMap(({ from, typeOnly, lazy }) => {
      if (typeOnly || lazy) return []
      const own = from.startsWith('.') ? known.get(resolve(file, from)) : undefined
      if (own) return visit(own)
      if (from.startsWith('.') || kernelOrContract.test(from)) return []
      return [
        `${file.path} imports ${from} and is loaded with the page — import it inside a function, so that it arrives when it is needed (architecture §4).`,
      ]
    })
  }
  const isEntry = ({ path }: Linked) =>
    /^plugins\//.test(path) &&
    !serverEntry.test(path) &&
    (entries.has(path) || /^plugins\/[^/]+\/[^/]+\/src\/(plugin|index)\.ts$/.test(path))
  return files.filter(isEntry).flatMap(visit)
}

/** Cycles between files. Types count, and so does `import()`. */
export function cycles(files: readonly Linked[]): readonly string[] {
  const known = new Map(files.map(file => [file.path.replace(/\.tsx?$/, ''), file]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push(
        `${[...trail.slice(trail.indexOf(path)), path].join(' → ')} is a cycle — move what both need into a file of its own, or pass it as an argument (architecture §12).`,
      )
      return
    }
    state.set(path, 'open')
    const file = known.get(path)
    for (const { from } of file?.imports ?? []) {
      if (!from.startsWith('.') || !file) continue
      const target = resolve(file, from)
      if (known.has(target)) visit(target, [...trail, path])
    }
    state.set(path, 'done')
  }
  for (const path of known.keys()) visit(path, [])
  return found
}
