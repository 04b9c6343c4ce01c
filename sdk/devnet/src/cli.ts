import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { DevAccount } from './accounts.js'
import { type Devnet, startDevnet } from './devnet.js'
import { DevnetError } from './errors.js'
import { type LedgerName, ledgerNames } from './ledgers.js'

/** The terminal that the command runs in. */
export interface Terminal {
  write(text: string): unknown
  /** Ends the devnet when it is aborted; the command passes Ctrl-C on by it. */
  readonly signal: AbortSignal
}

const usage = `portico-devnet: local chains for wallets and apps under test

  --chains 1,8453   the EVM chains to start, by chain id
  --ledgers NAMES   the other ledgers to start: all of ${ledgerNames.join(',')} if not said, or none
  --no-relay        starts no relay of WalletConnect
  --no-backend      starts no backend beside the chains
  --json            print one line of JSON when everything answers, and nothing else
  --help            print this
`

/**
 * The command: starts the devnet, prints where it answers, and stays until `signal` aborts.
 *
 * @throws DevnetError when a part cannot be started or an argument is not understood
 */
export async function runCommand(
  args: readonly string[],
  { write, signal }: Terminal,
): Promise<void> {
  const { help, json, chains, ledgers, relay, backend } = readArguments(args)
  if (help) return void write(usage)

  const devnet = await startDevnet({ ledgers, relay, backend, ...(chains && { chains }) })
  try {
    write(json ? `${JSON.stringify(asJson(devnet))}\n` : asText(devnet))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await devnet.stop()
  }
}

/** Runs the command in the terminal of this process and sets its exit status. */
export async function main(): Promise<void> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupt.abort())
  try {
    await runCommand(process.argv.slice(2), {
      write: text => process.stdout.write(text),
      signal: interrupt.signal,
    })
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

interface Arguments {
  readonly help: boolean
  readonly json: boolean
  readonly chains?: readonly number[]
  readonly ledgers: readonly LedgerName[]
  readonly relay: boolean
  readonly backend: boolean
}

function readArguments(args: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        chains: { type: 'string' },
        ledgers: { type: 'string' },
        'no-relay': { type: 'boolean', default: false },
        'no-backend': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return {
      help: values.help,
      json: values.json,
      ...(values.chains === undefined ? {} : { chains: values.chains.split(',').map(Number) }),
      ledgers: readLedgers(values.ledgers),
      relay: !values['no-relay'],
      backend: !values['no-backend'],
    }
  } catch (cause) {
    throw new DevnetError(
      'BAD_ARGUMENT',
      `${cause instanceof Error ? cause.message : cause}\n\n${usage}`,
      { cause },
    )
  }
}

function readLedgers(text: string | undefined): readonly LedgerName[] {
  if (text === undefined) return ledgerNames
  return text === 'none' ? [] : (text.split(',') as LedgerName[])
}

const asJson = ({ parts, accounts, contracts, startedInMs }: Devnet) => ({
  parts: parts.map(({ id, addresses, pids }) => ({ id, addresses, pids })),
  contracts: Object.fromEntries(
    Object.entries(contracts).map(([name, { address }]) => [name, address]),
  ),
  accounts,
  startedInMs: Math.round(startedInMs),
})

function asText({ parts, accounts, contracts, startedInMs }: Devnet): string {
  const where = parts.map(
    ({ id, addresses }) => `  ${id.padEnd(14)}${Object.values(addresses).join('   ')}`,
  )
  const code = Object.entries(contracts).map(
    ([name, { address }]) => `  ${name.padEnd(14)}${address}`,
  )
  const keys = accounts.map(({ address, privateKey }: DevAccount) => `  ${address}  ${privateKey}`)
  return [
    `The devnet answers after ${(startedInMs / 1_000).toFixed(1)} s. Ctrl-C ends it.`,
    '',
    ...where,
    '',
    'Contracts, on every EVM chain',
    ...code,
    '',
    'Accounts with 10,000 ether and 1,000,000 PUSD each. PUBLIC TEST KEYS: never fund them on a public network.',
    ...keys,
    '',
  ].join('\n')
}
