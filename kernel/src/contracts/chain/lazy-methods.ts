import { refusal } from '../../error.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant, so only `any` matches every method.
type Methods = Record<string, (...args: any[]) => Promise<unknown>>

/**
 * Returns these methods of a module that loads with the first call of one of them. Where the module
 * lacks the method, a call rejects: with a KernelError NO_METHOD in development, else a TypeError.
 */
export function lazyMethods<Target extends object, Name extends keyof Target & string>(
  load: () => Promise<Target>,
  ...names: readonly Name[]
): Pick<Target, Name> {
  const later =
    (name: Name) =>
    async (...args: unknown[]) => {
      const target = (await load()) as Record<Name, Methods[string]>
      if (process.env.NODE_ENV !== 'production' && !target?.[name])
        throw refusal('NO_METHOD', undefined, [name])
      return target[name](...args)
    }
  return Object.fromEntries(names.map(name => [name, later(name)])) as Pick<Target, Name>
}

/**
 * Methods of parts of something that is loaded by the first call of one of them:
 * `lazyParts(load)('balances', 'native')`.
 */
export const lazyParts =
  <Parts extends object>(load: () => Promise<Parts>) =>
  <Name extends keyof Parts, Method extends keyof Parts[Name] & string>(
    name: Name,
    ...methods: readonly Method[]
  ): Pick<Parts[Name], Method> =>
    lazyMethods(async () => (await load())[name] as Parts[Name] & object, ...methods)
