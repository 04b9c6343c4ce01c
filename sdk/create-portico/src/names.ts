import { CreateError } from './errors.js'

/** One name in the spellings that code needs: `my-chain`, `my_chain`, `MY_CHAIN`, `myChain`, … */
export interface Spellings {
  readonly kebab: string
  readonly snake: string
  readonly constant: string
  readonly camel: string
  readonly pascal: string
  readonly title: string
}

const nameOfPackage = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/
const longest = 214

/** The name of an npm package. Throws CreateError `BAD_NAME`. */
export function readPackageName(name: string): string {
  if (nameOfPackage.test(name) && name.length <= longest) return name
  const proposed = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  throw new CreateError(
    'BAD_NAME',
    `"${name}" cannot be the name of a package: use a-z, 0-9 and "-"${proposed ? `, such as "${proposed}"` : ''}.`,
  )
}

/** Words that no variable of a module can have as its name (ECMAScript, TypeScript). */
const reserved = new Set([
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger'],
  ...['default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally'],
  ...['for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let'],
  ...['new', 'null', 'package', 'private', 'protected', 'public', 'return', 'static', 'super'],
  ...['switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while'],
  ...['with', 'yield'],
])

/** The name of a plugin. Throws CreateError `BAD_NAME`. */
export function readPluginName(name: string, kind: string): Spellings {
  const words = name.split('-')
  if (!words.every((word, at) => (at ? /^[a-z0-9]+$/ : /^[a-z][a-z0-9]*$/).test(word)))
    throw new CreateError(
      'BAD_NAME',
      `"${name}" cannot be the name of a plugin: use words of a-z and 0-9 with "-" between them, such as "night-sky".`,
    )
  if (reserved.has(name))
    throw new CreateError(
      'BAD_NAME',
      `"${name}" is a word of JavaScript and cannot be the name of a plugin: take another, such as "my-${name}".`,
    )
  if (kind === 'chain' && (name.length < 3 || name.length > 8))
    throw new CreateError(
      'BAD_NAME',
      `The name of a chain is its namespace (CAIP-2), so it has 3 to 8 characters; "${name}" has ${name.length}.`,
    )
  const capitals = words.map(word => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
  const pascal = capitals.join('')
  return {
    kebab: name,
    snake: words.join('_'),
    constant: words.join('_').toUpperCase(),
    camel: `${name[0] ?? ''}${pascal.slice(1)}`,
    pascal,
    title: capitals.join(' '),
  }
}
