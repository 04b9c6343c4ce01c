import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { fetchByNpm } from './needs.mjs'
import { beforeEnd, run } from './process.mjs'
import { cache } from './workspaces.mjs'

/** Verdaccio is fetched into the cache, so that it is in no lock file of ours. */
const verdaccio = '6.1.6'

/** Installs Verdaccio where it is not there yet. Returns its program. */
async function fetchVerdaccio() {
  const folder = join(cache, `verdaccio-${verdaccio}`)
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // The range that it pins of this one is not on every registry.
  const overrides = { 'node-fetch': '2.7.0' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { verdaccio }, overrides }),
  )
  await fetchByNpm('Verdaccio', ['install', '--ignore-scripts'], folder)
  return program
}

/**
 * A registry on this machine that knows nothing but what is published to it.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRegistry() {
  const program = await fetchVerdaccio()
  const folder = mkdtempSync(join(tmpdir(), 'portico-registry-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = join(folder, 'config.yaml')
  writeFileSync(
    config,
    `storage: ${folder}/storage
web: { enable: false }
auth: { htpasswd: { file: ${folder}/htpasswd } }
packages: { '**': { access: $all, publish: $anonymous } }
log: { type: stdout, level: warn }
max_body_size: 50mb
`,
  )
  const ending = new AbortController()
  const ended = run(
    process.execPath,
    [program, '--config', config, '--listen', `127.0.0.1:${port}`],
    {
      signal: ending.signal,
    },
  )
  const stop = async () => {
    ending.abort()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  beforeEnd(stop)
  await Promise.race([isUp(url), ended.then(({ output }) => refuse(output))])
  return { url, stop }
}

/** @param {string} output @returns {never} */
const refuse = output => {
  throw new Error(`Verdaccio ended:\n${output}`)
}

/** Resolves when the registry answers. @param {string} url */
async function isUp(url) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { ok } = await fetch(`${url}-/ping`).catch(() => ({ ok: false }))
    if (ok) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`Verdaccio does not answer at ${url} within 20 s.`)
}
