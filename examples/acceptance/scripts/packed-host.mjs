import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, runNode } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/**
 * As an app is that `npm create vite` made, but for `skipLibCheck`: our declarations are read too.
 */
export const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  types: [],
}

/**
 * Unpacks tarballs as npm does.
 *
 * @param {readonly { name: string, file: string }[]} packages
 * @param {string} modules the folder `node_modules`
 * @returns {Promise<Result | undefined>} what failed
 */
export async function unpack(packages, modules) {
  for (const { name, file } of packages) {
    const folder = join(modules, name)
    mkdirSync(folder, { recursive: true })
    const { code, output } = await run('tar', ['-xzf', file, '--strip-components=1', '-C', folder])
    if (code !== 0) return result(`${name} can be unpacked`, false, output)
  }
  return undefined
}

/**
 * Builds the React example as a third-party app does: from the packages that npm would
 * publish, unpacked into its own node_modules.
 *
 * @param {readonly { name: string, file: string }[]} packages their tarballs
 * @returns {Promise<Result[]>}
 */
export async function tryPackedHost(packages) {
  const host = join(runFolder(), 'packed-host')
  const fault = await unpack(packages, join(host, 'node_modules'))
  if (fault) return [fault]
  cpSync(join(root, 'examples', 'react-vite', 'index.html'), join(host, 'index.html'))
  cpSync(join(root, 'examples', 'react-vite', 'src'), join(host, 'src'), { recursive: true })
  writeFileSync(join(host, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(host, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))

  const types = await runNode(join(root, 'node_modules/typescript/bin/tsc'), ['-p', host], {
    cwd: host,
  })
  const built = await runNode(
    join(root, 'node_modules/vite/bin/vite.js'),
    ['build', '--logLevel', 'warn'],
    { cwd: host },
  )
  return [
    result(
      'an app on the packed packages: types',
      types.code === 0,
      types.code === 0 ? undefined : types.output,
    ),
    result(
      'an app on the packed packages: build',
      built.code === 0,
      built.code === 0 ? undefined : built.output,
    ),
  ]
}
