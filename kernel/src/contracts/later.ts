// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant, so only `any` matches every method.
type Methods = Record<string, (...args: any[]) => Promise<unknown>>

/** Methods of parts of something that is loaded by the first call of one of them: `later(load)('balances', 'native')`. */
export const later =
  <Parts extends object>(load: () => Promise<Parts>) =>
  <Name extends keyof Parts, Method extends keyof Parts[Name] & string>(name: Name, ...methods: readonly Method[]): Pick<Parts[Name], Method> =>
    Object.fromEntries(methods.map(method => [method, async (...args: unknown[]) => ((await load())[name] as Methods)[method]?.(...args)])) as Pick<
      Parts[Name],
      Method
    >
