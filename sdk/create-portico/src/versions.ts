/** The versions of other packages that new apps and plugins install. */
const versions = {
  '@testing-library/react': '^16.3.3',
  '@types/node': '^20.19.43',
  '@types/react': '^19.3.0',
  '@types/react-dom': '^19.3.0',
  '@vitejs/plugin-react': '^6.3.0',
  '@vitejs/plugin-vue': '^6.0.11',
  'happy-dom': '^21.0.4',
  next: '^16.4.6',
  react: '^19.3.1',
  'react-dom': '^19.3.1',
  typescript: '~6.0.3',
  vite: '^8.3.8',
  vitest: '^4.1.12',
  vue: '^3.5.45',
  'vue-tsc': '^3.3.14',
} as const

type Known = keyof typeof versions

/** The part `dependencies` of a package.json. Packages of Portico have the given version. */
export function dependencies(
  version: string,
  names: readonly (Known | `@portico/${string}`)[],
): Readonly<Record<string, string>> {
  const isKnown = (name: string): name is Known => Object.hasOwn(versions, name)
  return Object.fromEntries(
    names
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(name => [name, isKnown(name) ? versions[name] : `^${version}`]),
  )
}

/** A JSON file as editors write it. */
export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`
