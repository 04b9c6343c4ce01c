import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './process.mjs'
import { exceptions, result } from './results.mjs'
import { quick, vitest } from './unit.mjs'
import { cache, root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** The oldest Node that we promise, and the last of each later line that people run. */
const versions = ['20.19.0', '22.23.3', '24.21.0']

/** Where the last run is kept, for `npm run spec`. */
export const nodesReport = join(cache, 'nodes.json')

/** Brings a Node beside ours, from the packages in which npm carries it. Answers its program. @param {string} version */
async function fetchNode(version) {
  const folder = join(cache, `node-${version}`)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n') // so that npm does not look for a project further up
  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], { cwd: folder })
  if (code !== 0 || !existsSync(program)) throw new Error(`Node ${version} could not be fetched:\n${output}`)
  return program
}

/** @param {string} version @returns {Promise<Result>} */
async function judge(version) {
  const title = `[D56a] Portico builds and keeps its promises on Node ${version}`
  const node = await fetchNode(version)
  const built = await run(node, ['node_modules/typescript/bin/tsc', '-b', '--force'], { cwd: root })
  if (built.code !== 0) return result(title, false, built.output)
  const { results } = await vitest({ report: join(cache, `unit-node-${version}.json`), options: quick, program: node })
  const failed = results.filter(each => each.status === 'failed')
  if (failed.length > 0) return result(title, false, failed.map(each => `${each.title}\n${each.detail}`).join('\n'))
  return result(title, true, [`${results.length} tests`, ...exceptions(results)].join(', '))
}

/**
 * Builds everything and runs the tests that need no ledger, once on each Node that we promise: the local chains are other people's programs, and say themselves which
 * Node they want.
 *
 * @returns {Promise<Result[]>}
 */
export async function nodes() {
  const results = []
  for (const version of versions) results.push(await judge(version)) // one after the other: each takes the whole machine
  writeFileSync(nodesReport, JSON.stringify(results))
  return results
}
