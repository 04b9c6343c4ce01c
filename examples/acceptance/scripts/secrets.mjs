import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputs } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'

/** @import { Result } from './results.mjs' */
/** @typedef {{ what: string, pattern: RegExp }} Kind */

/**
 * What a run makes up, by the words that stand around it wherever it is written down.
 * @type {readonly Kind[]}
 */
const madeUp = [
  {
    what: 'the cookie of a session or a browser',
    pattern: /portico-session(?:-browser-[\da-f]{8})?=[\da-f]{64}/i,
  },
  { what: 'a nonce of a sign-in', pattern: /\bnonce["'`]?\s*[:=]\s*["'`]?[a-z\d]{16,}/i },
  {
    what: 'a signature',
    pattern:
      /\b(?:signature|signed)["'`]?\s*[:=]\s*["'`]?(?:0x[\da-f]{128,}|[A-Za-z\d+/]{86,88}={0,2})/i,
  },
  { what: 'the key of a pairing', pattern: /\bsymKey["'`]?\s*[:=]\s*["'`]?[\da-f]{64}/i },
  { what: 'a token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/ },
]

/**
 * The private keys, seeds and recovery phrases of the accounts that the tests use.
 * @returns {Promise<readonly Kind[]>}
 */
async function ofAccounts() {
  const {
    bitcoinAccounts,
    devAccounts,
    devMnemonic,
    polkadotDevAccounts,
    polkadotDevMnemonic,
    solanaDevAccounts,
  } = await import('@portico/devnet')
  const keys = [
    ...[...devAccounts, ...bitcoinAccounts].map(({ privateKey }) => privateKey),
    ...[...solanaDevAccounts, ...polkadotDevAccounts].map(({ seed }) => seed),
  ]
  return [
    {
      what: 'the private key of an account',
      pattern: new RegExp([...new Set(keys)].map(key => key.slice(2)).join('|'), 'i'),
    },
    {
      what: 'the recovery phrase of an account',
      pattern: new RegExp(`${devMnemonic}|${polkadotDevMnemonic}`, 'i'),
    },
  ]
}

/**
 * Where in a log a secret stands (threat S33): the log, the line, and what it is, never the secret
 * itself.
 *
 * @param {ReadonlyMap<string, string>} logs name → text
 * @param {ReadonlySet<string>} [failed] what programs printed that failed: a test that fails shows
 * what it has compared, also where it passes at its second try, and a secret that the test made up
 * is no finding then
 * @returns {Promise<string[]>}
 */
export async function secretsIn(logs, failed = new Set()) {
  const always = await ofAccounts()
  const all = [...always, ...madeUp]
  return [...logs].flatMap(([name, text]) => {
    const kinds = failed.has(name) ? always : all
    return text
      .split('\n')
      .flatMap((line, at) =>
        kinds
          .filter(({ pattern }) => pattern.test(line))
          .map(({ what }) => `${name}, line ${at + 1}: ${what}`),
      )
  })
}

/**
 * All that this run has written down: what the programs printed that it started, shown or not, and
 * what servers and pages of the tests logged.
 */
function logsOfRun() {
  const folder = join(runFolder(), 'logs')
  const files = existsSync(folder) ? readdirSync(folder) : []
  const printed = [...outputs].map(([name, { output }]) => /** @type {const} */ ([name, output]))
  return new Map([
    ...printed,
    ...files.map(file => /** @type {const} */ ([file, readFileSync(join(folder, file), 'utf8')])),
  ])
}

/**
 * Looks for secrets in every log of this run. `npm start`, which prints the keys of its accounts on
 * purpose, is no part of one.
 *
 * @returns {Promise<Result[]>}
 */
export async function secrets() {
  const logs = logsOfRun()
  const found = await secretsIn(
    logs,
    new Set([...outputs].filter(([, { code }]) => code !== 0).map(([name]) => name)),
  )
  const lines = [...logs.values()].reduce((sum, text) => sum + text.split('\n').length, 0)
  const isRead = lines > 100 && [...logs.keys()].some(name => name.endsWith('.log'))
  return [
    result(
      '[S33] no log of the run holds a secret',
      found.length === 0,
      found.length ? found.slice(0, 20).join('\n') : `${lines} lines of ${logs.size} logs`,
    ),
    result(
      'the logs of the run were there to be read',
      isRead,
      isRead ? undefined : [...logs.keys()].join(', '),
    ),
  ]
}
