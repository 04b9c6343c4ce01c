import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appFiles } from './app/app-files.js'
import {
  type AppChoice,
  chains,
  checkChoice,
  features,
  frameworks,
  type Option,
  readOption,
} from './app/choices.js'
import { runCodemod } from './codemod/run-codemod.js'
import { CreateError } from './errors.js'
import { readPackageName, readPluginName } from './names.js'
import { refuseUsedFolder, writeFiles } from './new-folder.js'
import { readVersion } from './package-folder.js'
import { pluginFiles, pluginKinds, walletKinds } from './plugin/plugin-files.js'
import {
  askOne,
  askSeveral,
  askText,
  processTerminal,
  readList,
  type Terminal,
} from './terminal.js'

const list = (options: readonly Option[]) =>
  options.map(({ id, label }) => `      ${id.padEnd(14)}${label}\n`).join('')

const usage = `create-portico: an app with Portico, or a plugin for it

  npm create portico [folder] -- [options]           an app
    --framework NAME    one of
${list(frameworks)}    --chains NAMES      of these, with commas
${list(chains)}    --features NAMES    of these, with commas, or none
${list(features)}    --project-id ID     the id of your project at WalletConnect

  npm create portico -- plugin [folder] [options]    a plugin, with its tests
    --kind NAME         one of
${list(pluginKinds)}    --wallets NAME      of a chain, one of
${list(walletKinds)}    --name NAME         in small letters, such as night-sky

  npx create-portico codemod <files and folders>     from wagmi and RainbowKit to Portico
    --dry-run           writes nothing

  --yes                 asks nothing: what no option says is as proposed
  --help                prints this
`

interface Values {
  readonly framework?: string
  readonly chains?: string
  readonly features?: string
  readonly 'project-id'?: string
  readonly kind?: string
  readonly wallets?: string
  readonly name?: string
}

/**
 * The command. Asks in the terminal for what no flag says, and writes the files.
 *
 * @throws CreateError when something cannot be created; no file was written then
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args)
  if (values.help) return terminal.write(usage)
  if (positionals[0] === 'codemod')
    return terminal.write(
      runCodemod(positionals.slice(1), terminal.folder, { isDry: values['dry-run'] }),
    )
  const ask = values.yes ? undefined : terminal.ask
  const [first, second] = positionals
  const created =
    first === 'plugin'
      ? await createPlugin(second, values, ask, terminal)
      : await createApp(first, values, ask, terminal)
  terminal.write(created)
}

function readArguments(args: readonly string[]) {
  try {
    const read = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        framework: { type: 'string' },
        chains: { type: 'string' },
        features: { type: 'string' },
        'project-id': { type: 'string' },
        kind: { type: 'string' },
        wallets: { type: 'string' },
        name: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (read.positionals[0] === 'codemod') return read
    const most = read.positionals[0] === 'plugin' ? 2 : 1
    const extra = read.positionals[most]
    if (extra !== undefined)
      throw new CreateError(
        'BAD_ARGUMENT',
        `"${extra}" is one argument too many: name one folder. --help lists the options.`,
      )
    return read
  } catch (error) {
    if (error instanceof CreateError) throw error
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw new CreateError('BAD_ARGUMENT', `${sentence}. --help lists the options.`)
  }
}

type Ask = Terminal['ask']

async function createApp(
  given: string | undefined,
  values: Values,
  ask: Ask,
  { folder }: Terminal,
): Promise<string> {
  const shown = given ?? (ask ? await askText(ask, 'Folder of the new app', 'my-app') : 'my-app')
  const target = resolve(folder, shown)
  refuseUsedFolder(target, shown)
  const name = readPackageName(basename(target))
  const framework = values.framework ?? (ask && (await askOne(ask, 'Framework?', frameworks)))
  if (framework === undefined) throw unsaid('--framework', frameworks)
  const projectId = values['project-id'] ?? ''
  const choice: AppChoice = {
    framework: readOption('framework', framework, frameworks).id,
    chains: (await readSeveral('Chains?', values.chains, ask, chains, ['eip155'])).map(
      id => readOption('chain', id, chains).id,
    ),
    features: await readSeveral('Features?', values.features, ask, features, ['directory']),
    projectId,
  }
  checkChoice(choice)
  writeFiles(target, appFiles(name, choice, readVersion()))
  return nextSteps(`An app is in ${shown}.`, shown, ['npm install', 'npm run dev'])
}

async function createPlugin(
  given: string | undefined,
  values: Values,
  ask: Ask,
  { folder }: Terminal,
): Promise<string> {
  const kindName = values.kind ?? (ask && (await askOne(ask, 'Kind of plugin?', pluginKinds)))
  if (kindName === undefined) throw unsaid('--kind', pluginKinds)
  const kind = readOption('kind of plugin', kindName, pluginKinds).id
  if (values.wallets !== undefined && kind !== 'chain')
    throw new CreateError('BAD_ARGUMENT', '--wallets is an option of --kind chain.')
  const asksWallets = kind === 'chain' && values.wallets === undefined && ask
  const walletsName = asksWallets ? await askOne(ask, 'Wallets?', walletKinds) : values.wallets
  const wallets = readOption('kind of wallets', walletsName ?? 'object', walletKinds).id
  const typed = values.name ?? (ask && (await askText(ask, 'Name of the plugin', `my-${kind}`)))
  if (typed === undefined)
    throw new CreateError('NO_TERMINAL', 'Name the plugin: --name night-sky.')
  const name = readPluginName(typed, kind)
  const shown = given ?? `portico-plugin-${name.kebab}`
  const target = resolve(folder, shown)
  refuseUsedFolder(target, shown)
  const packageName = readPackageName(basename(target))
  writeFiles(target, pluginFiles(packageName, kind, name, readVersion(), wallets))
  return nextSteps(`A plugin is in ${shown}.`, shown, ['npm install', 'npm test', 'npm run dev'])
}

const readSeveral = async (
  question: string,
  value: string | undefined,
  ask: Ask,
  options: readonly Option[],
  proposed: readonly string[],
) => {
  if (value !== undefined) return readList(value)
  return ask ? askSeveral(ask, question, options, proposed) : proposed
}

/** What no flag said, and the command cannot ask for. */
const unsaid = (flag: string, options: readonly Option[]) =>
  new CreateError(
    'NO_TERMINAL',
    `Add ${flag} with one of ${options.map(({ id }) => id).join(', ')}: without a terminal, the command asks no question.`,
  )

const nextSteps = (done: string, folder: string, commands: readonly string[]) =>
  `${done} Next:\n\n  cd ${folder}\n${commands.map(command => `  ${command}\n`).join('')}\n`

/** Runs the command in the terminal of this process and sets its exit status. */
export async function main(): Promise<void> {
  const terminal = processTerminal()
  try {
    await runCommand(process.argv.slice(2), terminal)
  } catch (error) {
    if (!(error instanceof CreateError)) throw error
    // After Ctrl+C the cursor is still behind the question.
    process.stderr.write(`${error.code === 'CANCELLED' ? '\n' : ''}${error.message}\n`)
    process.exitCode = 1
  } finally {
    terminal.close()
  }
}
