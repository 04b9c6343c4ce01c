/**
 * What a validator answers as the error of a transaction, read from the virtual machine's own
 * words: `InstructionError(0, Custom(1))` is `{ InstructionError: [0, { Custom: 1 }] }`.
 */
export function transactionError(failed: { toString(): string }): unknown {
  const [, words = 'Unknown'] = /err: ([\s\S]*?), meta: /.exec(failed.toString()) ?? []
  return readDebug(words)
}

/** Reads Rust's Debug text of enums: names, numbers, texts, `Name(…)` and `Name { field: … }`. */
export function readDebug(words: string): unknown {
  const tokens = words.match(/"(?:[^"\\]|\\.)*"|-?\d+|\w+|[(){}:]/g) ?? []
  let at = 0
  const value = (): unknown => {
    const token = tokens[at++] ?? ''
    if (token.startsWith('"')) return JSON.parse(token)
    if (/^-?\d/.test(token)) return Number(token)
    if (tokens[at] === '(') return { [token]: only(list()) }
    return tokens[at] === '{' ? { [token]: fields() } : token
  }
  const list = (): readonly unknown[] => {
    const items: unknown[] = []
    for (at++; at < tokens.length && tokens[at] !== ')'; ) items.push(value())
    at++
    return items
  }
  const fields = (): Readonly<Record<string, unknown>> => {
    const named: Record<string, unknown> = {}
    for (at++; at < tokens.length && tokens[at] !== '}'; ) {
      const name = tokens[at] ?? ''
      at += 2
      named[name] = value()
    }
    at++
    return named
  }
  return value()
}
const only = (items: readonly unknown[]): unknown => (items.length === 1 ? items[0] : items)
