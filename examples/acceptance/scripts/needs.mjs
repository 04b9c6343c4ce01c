import { run } from './process.mjs'

/**
 * This machine lacks what a command needs. The message is one sentence for the person: what is
 * missing and what to do. Commands print it without a stack.
 */
export class MissingNeed extends Error {}

/** What npm prints where it cannot reach its registry. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

/**
 * The error for an npm that failed to fetch `what`: one sentence where the registry cannot be
 * reached, else all that npm printed.
 * @param {string} what
 * @param {string} output
 */
export const fetchError = (what, output) =>
  unreachable.test(output)
    ? new MissingNeed(
        `${what} could not be fetched, because the npm registry cannot be reached: connect to the network and run this again.`,
      )
    : new Error(`${what} could not be fetched:\n${output}`)

/**
 * True where the npm registry answers within 10 s. Always true behind a proxy, where only npm can
 * check.
 */
async function isRegistryThere() {
  const { stdout } = await run('npm', ['config', 'get', 'registry', 'https-proxy', 'proxy'])
  const [, registry] = /^registry=(\S+)/m.exec(stdout) ?? []
  if (!registry || /^(https-)?proxy=http/m.test(stdout)) return true
  return fetch(registry, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  )
}

/**
 * Runs npm, which fetches `what`.
 * @param {string} what the subject of the sentence that says that it failed
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export async function fetchByNpm(what, args, cwd) {
  // Without a network npm retries for minutes. In offline mode it uses its cache or fails at once.
  const offline = (await isRegistryThere()) ? [] : ['--offline']
  const { code, output } = await run('npm', [...args, ...offline, '--no-audit', '--no-fund'], {
    cwd,
  })
  if (code !== 0) throw fetchError(what, output)
}

/** What to print of an error: the sentence alone where a need is missing. @param {unknown} error */
export const explain = error =>
  error instanceof MissingNeed
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
