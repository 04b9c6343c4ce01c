import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { root } from '../scripts/workspaces.mjs'

/** Builds the smallest host page from the sources of this repository; nothing is written. */
async function buildHost(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root: join(root, 'examples', 'minimal-html'),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'production', 'default'] },
    build: { write: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return new Map(
    output.map(file => [
      file.fileName,
      Buffer.from(file.type === 'chunk' ? file.code : file.source).toString('hex'),
    ]),
  )
}

describe('a build for production', () => {
  it('[S1] gives the same files with the same bytes when a host is built twice', {
    timeout: 180_000,
  }, async () => {
    const first = await buildHost()
    const second = await buildHost()
    expect([...first.keys()].filter(name => name.endsWith('.js')).length).toBeGreaterThan(5)
    expect([...second.keys()].toSorted()).toEqual([...first.keys()].toSorted())
    expect(
      [...first].filter(([name, bytes]) => second.get(name) !== bytes).map(([name]) => name),
    ).toEqual([])
  })
})
