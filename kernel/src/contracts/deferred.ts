// biome-ignore lint/suspicious/noExplicitAny: parameters are contravariant, so only `any` matches every method.
type Methods = Record<string, (...args: any[]) => Promise<unknown>>

/** These methods of something that is loaded by the first call of one of them. */
export function deferred<Face extends object, Name extends keyof Face & string>(load: () => Promise<Face>, ...names: readonly Name[]): Pick<Face, Name> {
  const later =
    (name: Name) =>
    async (...args: unknown[]) =>
      ((await load()) as Methods)[name]?.(...args)
  return Object.fromEntries(names.map(name => [name, later(name)])) as Pick<Face, Name>
}
