/** The entry for servers, as one script in a context that has only the globals of the web. */
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import type * as Verifier from '../src/verify/index.js'
import type { Namespace } from './accounts.js'
import { accounts, fields } from './accounts.js'

const namespaces = Object.keys(accounts) as Namespace[]

async function bundle(whole: boolean, verifier = 'verify'): Promise<readonly OutputChunk[]> {
  const input = fileURLToPath(new URL(`../src/${verifier}/index.ts`, import.meta.url))
  const build = await rolldown({
    input,
    platform: 'neutral',
    external: /^node:/,
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['@portico/source', 'import', 'default'],
    },
    logLevel: 'silent',
  })
  const { output } = await build.generate(
    whole
      ? { format: 'iife', name: 'verifier', codeSplitting: false, minify: true }
      : { format: 'esm', minify: true },
  )
  await build.close()
  return output.filter(each => each.type === 'chunk')
}

// The globals that browsers, workers, Deno, Bun and the edge runtimes share (WinterTC's minimum
// common API), as far as the entry may use them.
const webGlobals = () => ({
  TextEncoder,
  TextDecoder,
  URL,
  AbortController,
  AbortSignal,
  fetch,
  atob,
  btoa,
  crypto: globalThis.crypto,
})

describe('the entry for verification', () => {
  it('[D29f] the entry formats and verifies on all four chains with web globals alone: no process, no Buffer, no window, no require', async () => {
    const [script] = await bundle(true)
    const context = createContext(webGlobals())
    runInContext(`${script?.code}\nglobalThis.verifier = verifier`, context)
    for (const none of ['process', 'Buffer', 'window', 'document', 'require', 'global'])
      expect(runInContext(`typeof ${none}`, context)).toBe('undefined')
    const verifier = (context as unknown as { readonly verifier: typeof Verifier }).verifier
    for (const namespace of namespaces) {
      const nonces = verifier.createNonces()
      const message = await verifier.buildMessage(
        fields(namespace, { nonce: nonces.issue(), issuedAt: new Date().toISOString() }),
      )
      const signature = await accounts[namespace].sign(message)
      const policy = { domain: 'app.example', nonces }
      expect((await verifier.verifySession({ message, signature }, policy)).account).toBe(
        `${accounts[namespace].network}:${accounts[namespace].address}`,
      )
      await expect(verifier.verifySession({ message, signature }, policy)).rejects.toMatchObject({
        code: 'NONCE_USED',
      })
    }
  })

  it('[D29f] the entry loads the code of a chain when that chain is used, not before', async () => {
    const chunks = await bundle(false)
    const first = chunks.find(chunk => chunk.isEntry)
    const zipped = (files: readonly (OutputChunk | undefined)[]) =>
      files.reduce((sum, chunk) => sum + gzipSync(chunk?.code ?? '', { level: 9 }).length, 0)
    const withImports = (file: string, found = new Set<string>()): Set<string> => {
      const chunk = chunks.find(each => each.fileName === file)
      if (!chunk || found.has(file)) return found
      found.add(file)
      for (const other of chunk.imports) withImports(other, found)
      return found
    }
    const eager = withImports(first?.fileName ?? '')
    const eagerChunks = chunks.filter(chunk => eager.has(chunk.fileName))
    expect(
      eagerChunks
        .flatMap(chunk => Object.keys(chunk.modules))
        .filter(id => /curves|hashes|sr25519|signatures\/|\/chains\//.test(id)),
    ).toEqual([])
    expect(zipped(eagerChunks)).toBeLessThan(8_192)
    // To see the figures: PORTICO_FIGURES=1
    if (process.env.PORTICO_FIGURES) {
      const later = chunks
        .filter(chunk => !eager.has(chunk.fileName))
        .map(chunk => `${chunk.fileName} ${zipped([chunk])}`)
      process.stdout.write(
        `\nthe entry ${zipped(eagerChunks)} B gzip; later: ${later.join(', ')}\n`,
      )
    }
  })
  it.each(['verify', 'server'])(
    '[D29f] the entry %s contains no user interface: a server needs no React',
    async verifier => {
      const modules = (await bundle(false, verifier)).flatMap(chunk => [
        ...Object.keys(chunk.modules),
        ...chunk.imports,
      ])
      expect(modules.length).toBeGreaterThan(10)
      expect(
        modules.filter(id => /(?:^|\/)(?:react(?:-dom)?|ui\/src|views)(?:\/|$)/.test(id)),
      ).toEqual([])
    },
  )
})
