import { type AppChoice, chains, features, type PluginCode, quotes, readOption } from './choices.js'

/** Every plugin of the app, in the order of its list. */
function pluginsOf(choice: AppChoice): readonly PluginCode[] {
  const chosen = choice.features.map(name => readOption('feature', name, features))
  const needed = chosen.flatMap(feature => feature.needs ?? [])
  const routes = choice.features.includes('swap')
    ? choice.chains.flatMap(chain => quotes[chain] ?? [])
    : []
  const all = [
    ...choice.chains.map(name => readOption('chain', name, chains)),
    ...needed,
    ...chosen,
    ...routes,
  ]
  return all.filter(({ id }, at) => all.findIndex(other => other.id === id) === at)
}

/** The packages of Portico that the app installs. An entry such as `…/evm` is part of one. */
export const packagesOf = (choice: AppChoice): readonly string[] => [
  ...new Set([
    '@portico/sdk',
    ...pluginsOf(choice).map(({ from }) => from.split('/', 2).join('/')),
  ]),
]

/** The module that creates the Portico of the app, once. `rest` follows the call. */
export function porticoFile(choice: AppChoice): string {
  const plugins = pluginsOf(choice)
  const imports = plugins.map(({ from, imports: names }) => ({ from, names: [...names] }))
  imports.push({ from: '@portico/sdk', names: ['createPortico'] })
  const projectId = choice.features.includes('walletconnect')
    ? `\n/** The id of your project at WalletConnect. Without one, its wallets are not offered. */\nconst projectId = ${quoted(choice.projectId)}\n`
    : ''
  return `${importLines(imports)}${projectId}
/** Created once, outside of any component. */
export const portico = createPortico({
  plugins: [
${plugins.map(({ call }) => `    ${call},\n`).join('')}  ],
})
`
}

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

interface ImportLine {
  readonly from: string
  readonly names: readonly string[]
}
const importLines = (lines: readonly ImportLine[]): string =>
  lines
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(
      ({ from, names }) =>
        `import { ${names.toSorted((a, b) => a.localeCompare(b)).join(', ')} } from '${from}'\n`,
    )
    .join('')
