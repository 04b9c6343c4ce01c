/**
 * The smallest base for a chain or a feature: the session as connectors report it, a shell that is
 * only open or closed, and toasts as a list. Real services without an interface, for tests of
 * plugin authors; an app uses the base plugins of the sdk.
 */
import { type Account, type ConnectionId, connectionId } from '../contracts/account/index.js'
import { type Http, httpService } from '../contracts/backend/index.js'
import { networksCapability } from '../contracts/capabilities/index.js'
import { chainsSlot, namespaceOf } from '../contracts/chain/index.js'
import {
  type Connection,
  type Connector,
  connectorsSlot,
  discoveriesSlot,
  type WalletReport,
  type WalletSession,
} from '../contracts/connector-kit/index.js'
import {
  type Connections,
  connectionService,
  disconnectedEvent,
  networkSwitchedEvent,
  sessionSlice,
  walletConnectedEvent,
  walletDisconnectedEvent,
} from '../contracts/session/index.js'
import {
  modalOpenedEvent,
  shellService,
  shellSlice,
  type Toasts,
  toastsService,
} from '../contracts/shell/index.js'
import type { Message } from '../contracts/text/index.js'
import { definePlugin, type Plugin, type PluginContext } from '../plugin.js'
import { TestingError } from './errors.js'

/** Texts of toasts, in order. */
export interface Said {
  readonly kind: 'success' | 'progress' | 'failure' | 'alert'
  readonly id: string
  readonly error?: unknown
  /** The message; of an alert, its second sentence. */
  readonly message?: Message
}

type BaseContext = PluginContext<
  readonly [],
  readonly [],
  readonly [typeof sessionSlice, typeof shellSlice],
  readonly [typeof connectionService, typeof shellService, typeof toastsService, typeof httpService]
>

/** The base as a plugin. `said` collects the texts of toasts. `outside` replaces the network. */
export function testBase(said: Said[] = [], outside: Partial<Http> = {}): Plugin {
  return definePlugin({
    id: 'test/base',
    owns: [sessionSlice, shellSlice],
    provides: [connectionService, shellService, toastsService, httpService],
    setup(context) {
      context.provide(connectionService, connectionsOver(context))
      context.provide(toastsService, toastsInto(said))
      context.provide(shellService, {
        open() {
          if (context.state(shellSlice).open) return
          context.update(shellSlice, state => void Object.assign(state, { open: true }))
          context.emit(modalOpenedEvent, { view: context.views.current?.id ?? '' })
        },
        close() {
          context.update(shellSlice, state => void Object.assign(state, { open: false }))
          return true
        },
        back: () => void context.views.back(),
        shake: () => undefined,
        wait: () => () => undefined,
        setEmbedded: () => undefined,
        reportPainted: () => undefined,
      })
      const offline = async () => {
        throw new TestingError(
          'OFFLINE',
          'The test base has no network; give endpoints to createTestKernel.',
        )
      }
      context.provide(httpService, {
        get: offline,
        post: offline,
        put: offline,
        delete: offline,
        blob: offline,
        picture: async () => undefined,
        ...outside,
      })
    },
  })
}

function toastsInto(said: Said[]): Toasts {
  return {
    success: message => void said.push({ kind: 'success', id: message.id, message }),
    progress: message => void said.push({ kind: 'progress', id: message.id, message }),
    fail: error =>
      void said.push({
        kind: 'failure',
        id: (error as { userMessage?: { id: string } })?.userMessage?.id ?? 'unknown',
        error,
      }),
    alert: ({ title, detail }) =>
      void said.push({ kind: 'alert', id: title.id, ...(detail && { message: detail }) }),
    dismiss: () => undefined,
    dismissAlert: () => undefined,
  } satisfies Partial<Toasts> as Toasts
}

function connectionsOver(context: BaseContext): Connections {
  const lines = new Map<ConnectionId, { readonly line: WalletSession; readonly stop: () => void }>()

  const accountsOf = (id: ConnectionId, report: WalletReport): Account[] =>
    report.accounts.map(account => ({ ...account, connection: id }))
  const keep = (id: ConnectionId, connector: Connector, report: WalletReport) =>
    context.update(sessionSlice, state => {
      state.connections[id] = {
        id,
        namespace: connector.namespace,
        connector: connector.id,
        wallet: { name: connector.name },
        phase: { name: 'connected' },
        accounts: accountsOf(id, report),
        ...(report.accounts[0] && { address: report.accounts[0].address }),
        network: report.network,
        ...(report.approved && { approved: [...report.approved] }),
      }
      state.active[connector.namespace] = id
      state.namespace ??= connector.namespace
    })
  const drop = (id: ConnectionId) => {
    lines.get(id)?.stop()
    lines.delete(id)
    context.update(sessionSlice, state => {
      delete state.connections[id]
      for (const [namespace, active] of Object.entries(state.active))
        if (active === id) delete state.active[namespace]
    })
    context.emit(walletDisconnectedEvent, { connection: id, byPerson: true })
    if (lines.size === 0) context.emit(disconnectedEvent)
  }
  context.onDispose(() => lines.forEach(({ stop }) => void stop()))

  const live = (id: ConnectionId): Connection | undefined => {
    const state = context.state(sessionSlice).connections[id]
    const held = lines.get(id)
    if (!held || !state?.network) return undefined
    const { handle, supports } = held.line
    return {
      id,
      namespace: state.namespace,
      connector: state.connector,
      handle,
      accounts: state.accounts,
      network: state.network,
      ...(supports && { supports }),
    }
  }
  return {
    async discover() {
      await Promise.all(context.items(discoveriesSlot).map(one => one.start()))
    },
    async connect(name, options = {}) {
      const connector = context.items(connectorsSlot).find(one => one.id === name)
      if (!connector) throw new TestingError('NO_CONNECTOR', `There is no connector "${name}".`)
      const line = await connector.connect(options, context.signal)
      const id = connectionId(connector.namespace, connector.id)
      const stop = line.watch(report => (report ? keep(id, connector, report) : drop(id)))
      lines.set(id, { line, stop })
      keep(id, connector, line.report)
      const account = accountsOf(id, line.report)[0]
      if (!account)
        throw new TestingError('NO_CONNECTOR', `The wallet behind "${name}" has no account.`)
      context.emit(walletConnectedEvent, {
        connection: id,
        account,
        network: line.report.network,
        restored: false,
      })
      return account
    },
    cancel: () => undefined,
    async disconnect(id) {
      for (const one of id ? [id] : [...lines.keys()]) {
        await lines.get(one)?.line.disconnect(context.signal)
        drop(one)
      }
    },
    activate(id) {
      const { namespace } = context.state(sessionSlice).connections[id] ?? {}
      if (!namespace) return
      context.update(sessionSlice, state => {
        state.active[namespace] = id
      })
    },
    async switchNetwork(network) {
      const id = context.state(sessionSlice).active[namespaceOf(network)]
      const via = id && live(id)
      const previous = via?.network ?? context.items(chainsSlot)[0]?.networks[0].caipNetworkId
      if (via)
        await context
          .capability(networksCapability, network)
          ?.switch?.(via, network, context.signal)
      context.update(sessionSlice, state => {
        state.chosen[namespaceOf(network)] = network
        state.namespace = namespaceOf(network)
      })
      context.emit(networkSwitchedEvent, { network, ...(previous && { previous }) })
    },
    live,
    require(account) {
      const via = live(account.connection)
      if (!via) throw new TestingError('NO_CONNECTOR', `"${account.connection}" is not connected.`)
      return via
    },
    forget: drop,
  }
}
