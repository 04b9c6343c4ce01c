import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { generatedPart } from './generated-part.mjs'
import { readPackages } from './messages.mjs'
import { result } from './results.mjs'
import { root, workspaces } from './workspaces.mjs'

/** @import { Package } from './messages.mjs' */
/** @import { Result } from './results.mjs' */

/**
 * @typedef {object} Contact hosts that are contacted without being named by the app
 * @property {readonly string[]} hosts
 * @property {string} folder of the package that contacts them
 * @property {string} what
 * @property {string} when
 */

/**
 * A network that a chain plugin names.
 * @typedef {{ constant: string, name: string, hosts: string[], folder: string }} Network
 */

/** Packages for tests and development: none of their code is in an app. */
const tools = /^sdk\/(mock-wallets|devnet|pocket)$/

/** Files whose addresses are never requested, and why. By package and name: folders change. */
const notRequested = /** @type {readonly (readonly [RegExp, string])[]} */ ([
  [/^kernel\/src\/.*\/wallet-browsers\.ts$/, 'links that the person opens in a wallet'],
  [
    /^plugins\/connectors\/directory\/src\/(?:.*\/)?(?:stores|wallets)\.ts$/,
    'pages of stores and wallets that the person opens',
  ],
  [
    /^plugins\/connectors\/safe\/src\/options\.ts$/,
    'the page around this one, which gets messages',
  ],
  [
    /^plugins\/features\/swap\/src\/.*\/eip155-\d+\.ts$/,
    'where a list was read when it was written',
  ],
  [/^sdk\/backend\/src\/(?:.*\/)?wallets\.ts$/, 'pages of stores that the person opens'],
])
const isRequested = (/** @type {string} */ path) =>
  !notRequested.some(([files]) => files.test(path))
/** What an option names by default, by host. */
const services = /** @type {Record<string, { what: string, when: string }>} */ ({
  'aggregator-api.kyberswap.com': {
    what: 'quotes of KyberSwap',
    when: 'with `kyberQuotes()` only, which is in no default: while a swap is shown',
  },
  'api.jup.ag': {
    what: 'quotes of Jupiter',
    when: 'with `jupiterQuotes()` only, which is in no default: while a swap is shown',
  },
})

/** Hosts in WalletConnect's library that it never contacts here, and why. */
const library = /** @type {Record<string, string>} */ ({
  'verify.walletconnect.com': 'the plugin replaces the verification',
  'verify.walletconnect.org': 'the plugin replaces the verification',
  'echo.walletconnect.com': 'for wallets only',
  'pulse.walletconnect.org': 'telemetry is off',
  'rpc.walletconnect.org': 'the plugin sends no request by the provider',
})

const address = /^(?:https?|wss?):\/\/((?:[a-z\d-]+\.)+[a-z]{2,})(?:[:/?#]|$)/i

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}
/**
 * @template {ts.Node} Found
 * @param {ts.Node} node
 * @param {(node: ts.Node) => node is Found} is
 * @returns {Found | undefined}
 */
function around(node, is) {
  for (let at = node.parent; at; at = at.parent) if (is(at)) return at
  return undefined
}
/** The name of the property that an address is in: `rpcUrls`, `explorer`. @param {ts.Node} node */
const fieldsOf = node => {
  const names = []
  for (let at = node.parent; at; at = at.parent)
    if (ts.isPropertyAssignment(at)) names.push(at.name.getText())
  return names
}
/** @param {ts.Node} node @returns {node is ts.CallExpression} */
const definesNetwork = node =>
  ts.isCallExpression(node) && /^define\w*Network$/.test(node.expression.getText())

/** The network that an address is an endpoint of. @param {ts.Node} node */
function networkOf(node) {
  const spec = around(node, definesNetwork)?.arguments[0]
  const constant = around(node, ts.isVariableDeclaration)?.name.getText() ?? ''
  const name =
    spec && ts.isObjectLiteralExpression(spec)
      ? spec.properties.find(property => property.name?.getText() === 'name')
      : undefined
  return {
    constant,
    name:
      name && ts.isPropertyAssignment(name) && ts.isStringLiteralLike(name.initializer)
        ? name.initializer.text
        : constant,
  }
}

/**
 * What a file contacts, by the addresses in it.
 * @param {string} folder
 * @param {string} path
 * @param {string} source
 */
function readFile(folder, path, source) {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  /** @type {Map<string, Network>} */
  const networks = new Map()
  /** @type {Set<string>} */
  const hosts = new Set()
  /** The networks that an app has which names none. @type {string[]} */
  const defaults = []
  /** @type {string[]} */
  const faults = []
  /** @param {ts.Node} node @param {string} host */
  const take = (node, host) => {
    const fields = fieldsOf(node)
    if (fields.includes('explorer') || !isRequested(path)) return
    if (fields.some(field => /^(?:rpc|esplora)Urls$/.test(field)) && around(node, definesNetwork)) {
      const { constant, name } = networkOf(node)
      const network = networks.get(constant) ?? { constant, name, hosts: [], folder }
      if (!network.hosts.includes(host)) network.hosts.push(host)
      networks.set(constant, network)
    } else if (Object.hasOwn(services, host)) hosts.add(host)
    else {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      faults.push(
        `${path}:${line}: say in hosts-page.mjs when ${host} is contacted, or that it is only a link`,
      )
    }
  }
  walk(tree, node => {
    if (
      ts.isBindingElement(node) &&
      node.name.getText() === 'networks' &&
      node.initializer &&
      ts.isArrayLiteralExpression(node.initializer)
    )
      defaults.push(...node.initializer.elements.map(element => element.getText()))
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.head.text
        : undefined
    const host = text && !ts.isImportDeclaration(node.parent) ? address.exec(text)?.[1] : undefined
    // Example names belong to no one (RFC 2606).
    if (host && !/(?:^|\.)example(?:\.|$)/.test(host)) take(node, host)
  })
  return { networks: [...networks.values()], hosts: [...hosts], defaults, faults }
}

/**
 * The hosts in WalletConnect's library.
 * @param {string} text
 * @returns {{ relay: string[], faults: string[] }}
 */
export function readLibrary(text) {
  const found = [
    ...new Set(
      [...text.matchAll(/(https|wss):\/\/([a-z\d.-]+\.[a-z]{2,})/g)].map(
        ([, scheme, host]) => `${scheme} ${host}`,
      ),
    ),
  ]
  const relay = found.filter(one => one.startsWith('wss ')).map(one => one.slice(4))
  const others = found
    .filter(one => !one.startsWith('wss ') && /walletconnect|reown/.test(one))
    .map(one => one.slice(6))
  return {
    relay,
    faults: others
      .filter(host => !(host in library))
      .map(
        host =>
          `WalletConnect's library names ${host}: say in hosts-page.mjs whether it is contacted`,
      ),
  }
}

/** @returns {string} the code of the library that has its defaults */
function libraryText() {
  const require = createRequire(join(root, 'plugins/connectors/walletconnect/package.json'))
  const provider = dirname(require.resolve('@walletconnect/universal-provider'))
  const core = dirname(createRequire(join(provider, 'index.js')).resolve('@walletconnect/core'))
  return [provider, core]
    .map(folder => readFileSync(join(folder, 'index.es.js'), 'utf8'))
    .join('\n')
}

/**
 * Reads which hosts are contacted although the app names none of them.
 *
 * @param {readonly Pick<Package, 'folder' | 'sources'>[]} packages @param {string} [fromLibrary]
 * @returns {{ contacts: Contact[], faults: string[] }}
 */
export function readHosts(packages, fromLibrary = libraryText()) {
  const read = packages
    .filter(({ folder }) => !tools.test(folder))
    .flatMap(({ folder, sources }) =>
      Object.entries(sources).map(([path, source]) => ({
        folder,
        ...readFile(folder, path, source),
      })),
    )
  const defaults = new Set(
    read.flatMap(({ folder, defaults }) => defaults.map(constant => `${folder} ${constant}`)),
  )
  const networks = read.flatMap(({ networks }) => networks)
  const isDefault = (/** @type {Network} */ { folder, constant }) =>
    defaults.has(`${folder} ${constant}`)
  /** @param {Network} network @returns {Contact} */
  const ofNetwork = network => ({
    hosts: network.hosts,
    folder: network.folder,
    what: `${network.name} (\`${network.constant}\`)`,
    when: isDefault(network)
      ? 'when something needs the chain: a balance, a fee, a transaction'
      : 'the same, where you list this network',
  })
  const { relay, faults } = readLibrary(fromLibrary)
  return {
    contacts: [
      ...networks.filter(isDefault).map(ofNetwork),
      ...networks.filter(network => !isDefault(network)).map(ofNetwork),
      {
        hosts: relay,
        folder: 'plugins/connectors/walletconnect',
        what: 'the relay of WalletConnect',
        when: 'with a `projectId` and without a `relayUrl`: when Connect opens for a person without a wallet in this browser (not with `pairOnOpen: false`), for a pairing, and where a session is restored or forgotten',
      },
      ...read.flatMap(({ folder, hosts }) =>
        hosts.flatMap(host =>
          services[host] ? [{ hosts: [host], folder, ...services[host] }] : [],
        ),
      ),
    ],
    faults: [...read.flatMap(one => one.faults), ...faults],
  }
}

/**
 * @param {readonly Contact[]} contacts
 * @param {(folder: string) => string} nameOf the name of a package
 */
export function hostsTable(contacts, nameOf) {
  const rows = contacts.map(({ hosts, folder, what, when }) =>
    [
      hosts.map(host => `\`${host}\``).join(', '),
      what,
      `[${nameOf(folder).replace('@portico/', '')}](${folder})`,
      when,
    ].join(' | '),
  )
  return `| host | what it is | package | when it is contacted |\n| --- | --- | --- | --- |\n${rows.map(row => `| ${row} |`).join('\n')}`
}

const nameOfFolder = (/** @type {string} */ folder) =>
  workspaces().find(each => each.folder === folder)?.name ?? folder

/**
 * Compares the list of SECURITY.md with the defaults in the code.
 * @param {import('./generated-part.mjs').Writing} [options]
 * @returns {Result[]}
 */
export function hostsPage(options) {
  const { contacts, faults } = readHosts(readPackages())
  return [
    result('every host that the code names is classified', faults.length === 0, faults.join('\n')),
    generatedPart('SECURITY.md', 'hosts', hostsTable(contacts, nameOfFolder), options),
  ]
}
