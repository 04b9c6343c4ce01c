/**
 * The code of a host that made exactly this choice. Pure: the same choice is always the same code.
 */
import { type Choice, hasChain, titleId } from '../configuration/choice.js'
import { type PluginLine, pluginLines } from '../configuration/plugins.js'
import { type Fields, print, raw } from './print.js'

export type Kit = 'react' | 'element' | 'headless'
export interface CodeFile {
  readonly name: string
  readonly language: 'tsx' | 'ts' | 'html'
  readonly code: string
}
export interface Code {
  /** What to type before. */
  readonly install: string
  readonly files: readonly CodeFile[]
}

/** Module → names that are imported from it. */
type Imports = Readonly<Record<string, readonly string[]>>

const importsOf = (modules: Imports) =>
  Object.entries(modules)
    .filter(([, names]) => names.length)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([module, names]) =>
        `import { ${[...names].sort((a, b) => a.localeCompare(b)).join(', ')} } from '${module}'\n`,
    )
    .join('')

const chosenOf = (choice: Choice, lines: readonly PluginLine[]) =>
  lines.flatMap(line => {
    const names = choice.plugins[line.id]
    return names ? [{ line, names }] : []
  })

/**
 * What the options of `createPortico` are, where they are not as by default. Without a modal there
 * is nothing to dress.
 */
function optionsOf(choice: Choice, lines: readonly PluginLine[], hasModal: boolean): Fields {
  const {
    mode,
    variables,
    language,
    title,
    order,
    allowUnsupportedChain,
    autoConnect,
    storage,
    logLevel,
  } = choice
  const isDressed = hasModal && (mode !== 'dark' || Object.keys(variables).length > 0)
  return {
    plugins: chosenOf(choice, lines).map(({ line, names }) =>
      raw(
        `${line.id}(${names.length ? print({ networks: names.map(raw) }) : line.options ? print(line.options) : ''})`,
      ),
    ),
    ...(isDressed && {
      theme: {
        ...(mode !== 'dark' && { mode }),
        ...(Object.keys(variables).length > 0 && { variables }),
      },
    }),
    ...(language !== 'en' && { language }),
    ...(hasModal && title && { messages: { [titleId]: title } }),
    ...(hasModal && Object.keys(order).length > 0 && { order }),
    ...(allowUnsupportedChain && { allowUnsupportedChain }),
    ...(!autoConnect && { autoConnect }),
    ...(storage === 'memory' && { storage: raw('memoryStorage()') }),
    ...(logLevel !== 'error' && { logLevel }),
  }
}

function made(
  choice: Choice,
  lines: readonly PluginLine[],
  { hasModal = true, names = [] }: { hasModal?: boolean; names?: readonly string[] } = {},
) {
  const imports: Imports = {
    ...Object.fromEntries(
      chosenOf(choice, lines).map(({ line, names }) => [line.from, [line.id, ...names]]),
    ),
    '@portico/sdk': [
      'createPortico',
      ...(choice.storage === 'memory' ? ['memoryStorage'] : []),
      ...names,
    ],
  }
  return {
    imports,
    call: `createPortico(${print(optionsOf(choice, lines, hasModal), 'const portico = createPortico()'.length)})`,
  }
}

function react(choice: Choice, lines: readonly PluginLine[]): readonly CodeFile[] {
  const { imports, call } = made(choice, lines)
  const isInside = choice.placement === 'inside'
  const buttons = isInside ? [] : [...(hasChain(choice) ? ['NetworkButton'] : []), 'ConnectButton']
  const modal = `
/** The modal as a part of the page. */
function Wallet() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? portico.embed(box.current) : undefined), [])
  return <div ref={box} />
}
`
  // Two of them touch where nothing of the page keeps them apart.
  const inner = isInside
    ? '    <Wallet />\n'
    : buttons.length > 1
      ? `    <header style={{ display: 'flex', gap: 8 }}>\n${buttons.map(name => `      <${name} />\n`).join('')}    </header>\n`
      : buttons.map(name => `    <${name} />\n`).join('')
  const code = `${importsOf({ ...imports, '@portico/sdk/react': ['PorticoProvider', ...buttons], react: isInside ? ['useEffect', 'useRef'] : [] })}
const portico = ${call}
${isInside ? modal : ''}
export const App = () => (
  <PorticoProvider portico={portico}>
${inner}  </PorticoProvider>
)
`
  return [{ name: 'app.tsx', language: 'tsx', code }]
}

function element(choice: Choice, lines: readonly PluginLine[]): readonly CodeFile[] {
  const { imports, call } = made(choice, lines)
  const tag = choice.placement === 'inside' ? 'portico-modal' : 'portico-button'
  return [
    {
      name: 'index.html',
      language: 'html',
      code: `<${tag}></${tag}>\n<script type="module" src="./main.ts"></script>\n`,
    },
    {
      name: 'main.ts',
      language: 'ts',
      code: `${importsOf({ ...imports, '@portico/sdk/element': ['attach'] })}
const portico = ${call}

attach(portico)
`,
    },
  ]
}

function headless(choice: Choice, lines: readonly PluginLine[]): readonly CodeFile[] {
  const { imports, call } = made(choice, lines, {
    hasModal: false,
    names: ['connectionService', 'connectorsSlot', 'walletConnectedEvent'],
  })
  return [
    {
      name: 'main.ts',
      language: 'ts',
      code: `${importsOf(imports)}
const { kernel, start } = ${call}

kernel.on(walletConnectedEvent, ({ account, network }) => {
  console.log(account.address, network)
})

await start()
await kernel.use(connectionService).discover()

// From a click: some wallets refuse to open their window otherwise.
export const connect = (id: string) => kernel.use(connectionService).connect(id)
export const wallets = () => kernel.items(connectorsSlot)
`,
    },
  ]
}

const kits: Readonly<
  Record<Kit, (choice: Choice, lines: readonly PluginLine[]) => readonly CodeFile[]>
> = { react, element, headless }

/** The files that a host writes to get what is chosen, in the manner of this kit. */
export function codeOf(choice: Choice, kit: Kit, lines: readonly PluginLine[] = pluginLines): Code {
  // An entry such as `…/evm` is part of its package.
  const packages = chosenOf(choice, lines).map(({ line }) => line.from.split('/', 2).join('/'))
  const all = new Set([
    '@portico/sdk',
    ...packages,
    ...(kit === 'headless' ? [] : ['react', 'react-dom']),
  ])
  return { install: `npm install ${[...all].join(' ')}`, files: kits[kit](choice, lines) }
}
