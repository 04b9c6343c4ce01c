import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { lockOf, oneAtATime } from '../scripts/one-at-a-time.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in sources.
const pidInPath = '${process.pid}'

describe('two commands in the same folder', () => {
  const work = (name: string, said: string[]) => async () => {
    said.push(`${name} begins`)
    await new Promise(resolve => setTimeout(resolve, 20))
    said.push(`${name} ends`)
  }

  it('two commands do work of the same name one after the other, also when the first fails, and other work at once', async () => {
    const said: string[] = []
    const failing = oneAtATime('test-a', async () => {
      await work('first', said)()
      throw new Error('no')
    })
    await Promise.all([
      expect(failing).rejects.toThrow('no'),
      oneAtATime('test-a', work('second', said)),
      oneAtATime('test-b', work('other', said)),
    ])
    expect(said.indexOf('second begins')).toBeGreaterThan(said.indexOf('first ends'))
    expect(said.indexOf('other begins')).toBeLessThan(said.indexOf('first ends'))
    expect(existsSync(lockOf('test-a'))).toBe(false)
  })

  it('steps of two runs on one machine run one after the other in any folders, and do not wait for themselves', async () => {
    const script = join(root, 'examples/acceptance/scripts/one-at-a-time.mjs')
    // A new temporary folder, so that this test does not wait for a real run on this machine.
    const tmp = mkdtempSync(join(tmpdir(), 'portico-run-'))
    const log = join(tmp, 'log')
    const program = `
      const { appendFileSync, existsSync, writeFileSync } = await import('node:fs')
      const { inTurn } = await import(process.argv[1])
      const [log, name, other] = process.argv.slice(2)
      const say = text => appendFileSync(log, name + text + '\\n')
      const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
      writeFileSync(name, '')
      await inTurn(async () => {
        say(' begins')
        await inTurn(async () => say(' starts more'))
        // Not over before the other one waits, however busy the machine is.
        while (!existsSync(other)) await pause(20)
        await pause(300)
        say(' ends')
      })`
    const env = { ...process.env, TMPDIR: tmp, PORTICO_TURN: '' }
    const names = ['a', 'b']
    const runs = [names, names.toReversed()].map(both =>
      promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program, script, log, ...both],
        { cwd: tmp, env },
      ),
    )
    const said = await Promise.all(runs)
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    const run = (name: string) => [`${name} begins`, `${name} starts more`, `${name} ends`]
    expect([
      [...run('a'), ...run('b')],
      [...run('b'), ...run('a')],
    ]).toContainEqual(lines)
    expect(said.map(({ stderr }) => stderr).join('')).toBe(
      'Another run of Portico tests on this machine now: waiting for its step to end.\n',
    )
    expect(readdirSync(tmp).sort()).toEqual([...names, 'log'])
    rmSync(tmp, { recursive: true })
  })

  it('each folder that tests build into belongs to one process', () => {
    const folders = workspaces().flatMap(({ folder }) =>
      ['src', 'test'].map(name => join(root, folder, name)).filter(each => existsSync(each)),
    )
    const tests = folders.flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    const built = tests
      .filter(name => /\.test\.tsx?$/.test(name))
      .flatMap(file => readFileSync(file, 'utf8').match(/\.\.\/\.cache\/[^'`)]*/g) ?? [])
    expect(built.length).toBeGreaterThan(2)
    expect(built.filter(folder => !folder.includes(pidInPath))).toEqual([])
  })

  it('a command does not wait for a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(lockOf('test-c'), String(pid))
    expect(await oneAtATime('test-c', async () => 'done')).toBe('done')
  })
})
