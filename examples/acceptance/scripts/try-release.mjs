import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from './build.mjs'
import { startRegistry } from './local-registry.mjs'
import { packAll } from './pack.mjs'
import { run } from './process.mjs'
import { result } from './results.mjs'

/** @import { Result } from './results.mjs' */

/**
 * What is created from the registry: the arguments of `npm create portico`, and the commands that
 * must pass in the new folder.
 *
 * @type {readonly { name: string, args: readonly string[], commands: readonly string[][] }[]}
 */
const trials = [
  ...['react', 'next', 'vue', 'html'].map(framework => ({
    name: framework,
    args: [
      framework,
      `--framework=${framework}`,
      '--chains=eip155,solana',
      '--features=directory,walletconnect,balances,history,receive,send,swap,sign-in',
    ],
    commands: [['run', 'build']],
  })),
  {
    name: 'every-chain',
    args: [
      'every-chain',
      '--framework=react',
      '--chains=bip122,polkadot,eip155',
      '--features=safe,nfts,analytics',
    ],
    commands: [['run', 'build']],
  },
  ...['chain', 'connector', 'feature'].map(kind => ({
    name: kind,
    args: ['plugin', kind, `--kind=${kind}`, `--name=try-${kind.slice(0, 4)}`],
    commands: [
      ['run', 'check'],
      ['test'],
      ['run', 'build'],
      ['exec', '--', 'vite', 'build', 'page', '--logLevel=warn'],
    ],
  })),
]

/**
 * Publishes every package to a registry on this machine, and runs `create` from it for each kind of
 * app and plugin. Needs the network for what is not ours.
 *
 * @param {readonly string[]} words names of trials, to run only those
 * @returns {Promise<Result[]>}
 */
export async function tryRelease(words) {
  const built = await compile()
  if (built.status !== 'passed') return [built]
  const folder = mkdtempSync(join(tmpdir(), 'portico-release-'))
  const registry = await startRegistry()
  // Only our scope comes from there; everything else comes from where npm takes it otherwise.
  const env = {
    'npm_config_@portico:registry': registry.url,
    npm_config_update_notifier: 'false',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  try {
    const results = await publishAll(folder, registry.url)
    const names = words.filter(word => !word.startsWith('--'))
    const chosen = trials.filter(({ name }) => !names.length || names.includes(name))
    for (const trial of chosen) results.push(...(await tryOne(trial, folder, registry.url, env)))
    return results
  } finally {
    await registry.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {string} url @returns {Promise<Result[]>} */
async function publishAll(folder, url) {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const packed = await packAll(tarballs)
  const { host } = new URL(url)
  const failed = []
  for (const { name, file } of packed) {
    const { code, output } = await run(
      'npm',
      // npm publishes no prerelease without a tag, and this registry has no other version.
      ['publish', file, `--registry=${url}`, '--tag=latest', '--access=public', '--ignore-scripts'],
      // npm asks for a login before it sends anything; this registry takes any.
      { env: { [`npm_config_//${host}/:_authToken`]: 'none' } },
    )
    if (code !== 0) failed.push(`${name}: ${output}`)
  }
  return [
    result(
      'every package is published to a registry on this machine',
      failed.length === 0,
      failed.join('\n') || `${packed.length} packages`,
    ),
  ]
}

/**
 * @param {(typeof trials)[number]} trial @param {string} folder @param {string} url
 * @param {Record<string, string>} env
 * @returns {Promise<Result[]>}
 */
async function tryOne({ name, args, commands }, folder, url, env) {
  const target = join(folder, name)
  const steps = [
    {
      cwd: folder,
      // With a cache of its own: npm would run what it kept of an earlier trial.
      args: [
        'exec',
        '--yes',
        `--registry=${url}`,
        `--cache=${join(folder, 'cache')}`,
        '--',
        'create-portico',
        ...args,
      ],
    },
    { cwd: target, args: ['install', '--no-audit', '--no-fund'] },
    ...commands.map(command => ({ cwd: target, args: command })),
  ]
  const results = []
  for (const { cwd, args } of steps) {
    const begin = Date.now()
    const { code, output } = await run('npm', args, { cwd, env: { ...env, CI: 'true' } })
    const seconds = `${((Date.now() - begin) / 1000).toFixed(1)} s`
    const title = `${name}: npm ${args.filter(arg => !arg.startsWith('--')).join(' ')}`
    results.push(result(title, code === 0, code === 0 ? seconds : output))
    if (code !== 0) break
  }
  rmSync(target, { recursive: true, force: true })
  return results
}
