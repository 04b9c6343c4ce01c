import { readFileSync } from 'node:fs'

/** The folder of this package: both `src` and `dist` stand directly in it. */
export const packageFolder = new URL('../', import.meta.url)

/** The release of Portico that new apps and plugins install: all packages share one version. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as {
    readonly version: string
  }
  return manifest.version
}
