import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../test/is-alive.js'

// Of this process: two runs may do this at once. In the package, where its dependencies are found.
const folder = fileURLToPath(new URL(`../.cache/orphans-${process.pid}/`, import.meta.url))

/**
 * A program that starts the devnet, prints its process ids, and then ends in the way that its
 * argument names.
 */
const program = `
import { startDevnet } from './devnet.mjs'
const devnet = await startDevnet()
console.log(JSON.stringify(devnet.parts.flatMap(part => part.pids)))
const endings = { wait: () => setInterval(() => {}, 1_000), exit: () => process.exit(0), crash: () => { throw new Error('crash') } }
endings[process.argv[2]]()
`

async function startProgram(ending: string): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn(process.execPath, [`${folder}/program.mjs`, ending], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, pids: JSON.parse(line) as number[] }
}

async function allGone(pids: readonly number[]): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && pids.some(isAlive); attempt++) await sleep(20)
  return !pids.some(isAlive)
}

describe.skipIf(process.platform === 'win32')(
  'the nodes of a devnet end with the program that started them',
  { timeout: 20_000 },
  () => {
    beforeAll(async () => {
      const entry = fileURLToPath(new URL('./index.ts', import.meta.url))
      await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          ssr: entry,
          outDir: folder,
          emptyOutDir: true,
          rolldownOptions: {
            external: ['@portico/backend'],
            output: { entryFileNames: 'devnet.mjs' },
          },
        },
      })
      writeFileSync(`${folder}/program.mjs`, program)
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it.each(['exit', 'crash'])('no node is left when the program ends by %s', async ending => {
      const { child, pids } = await startProgram(ending)
      if (child.exitCode === null) await once(child, 'exit')
      expect(await allGone(pids)).toBe(true)
    })

    it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
      'no node is left when the program is ended by %s',
      async signal => {
        const { child, pids } = await startProgram('wait')
        expect(pids.map(isAlive)).toEqual([true, true])
        child.kill(signal)
        const [, endedBy] = (await once(child, 'exit')) as [number | null, string | null]
        expect(endedBy).toBe(signal)
        expect(await allGone(pids)).toBe(true)
      },
    )
  },
)
