/** A backend with a login, a mail sink, and frames of browsers that log in there. */
import { type Backend, startBackend } from '@portico/backend'
import { type MailSink, startMailSink } from '@portico/devnet'
import type { IDBFactory } from 'fake-indexeddb'
import type { FrameCall } from '../src/frame/serve-page.js'
import { createLoginApi, createLoginCall } from '../src/login/login-api.js'
import type { InTurn } from '../src/login/server-share.js'
import { createWalletLogin, type WalletLoginOptions } from '../src/login/wallet-login.js'
import type { Passkeys } from '../src/recovery/passkey-secret.js'
import { createScreenRecovery } from '../src/recovery/screens/screens.js'
import { frameOrigin, openTab } from './key-rig.js'

export interface WalletWorld {
  readonly backend: Backend
  readonly sink: MailSink
  stop(): Promise<void>
}
export async function startWalletWorld(): Promise<WalletWorld> {
  const sink = await startMailSink()
  const backend = await startBackend(
    {
      port: 0,
      database: ':memory:',
      rateLimit: false,
      logLevel: 'error',
      login: {
        origin: frameOrigin,
        name: 'App',
        keys: [{ id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }],
        mail: { smtp: sink.smtp, from: 'App <login@app.test>' },
      },
    },
    { log: () => undefined },
  )
  return {
    backend,
    sink,
    async stop() {
      await backend.stop()
      await sink.stop()
    },
  }
}

/** What a browser adds to requests of a page on the frame's origin. */
export function browserFetch(url: string): typeof fetch {
  let cookie: string | undefined
  return async (path, init = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: init.method ?? 'GET',
      ...(init.body && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        'sec-fetch-site': 'same-origin',
        ...(init.method && { origin: frameOrigin }),
        ...(cookie && { cookie }),
      },
    })
    const [set] = response.headers.getSetCookie()
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set ?? '') ?? []
    if (name) cookie = value ? `${name}=${value}` : undefined
    return response
  }
}

/** A frame in a browser whose storage is `browser`, and whose cookies `send` keeps. */
export function frameIn(
  browser: IDBFactory,
  send: typeof fetch,
  options: Partial<WalletLoginOptions> = {},
) {
  const keys = openTab(browser)
  const api = createLoginApi(send)
  const shared: Pick<WalletLoginOptions, 'networks' | 'inTurn'> = {
    networks: [{ namespace: 'eip155' }, { namespace: 'solana' }],
    inTurn: inTurnIn(browser),
  }
  const login = createWalletLogin({
    api,
    keys,
    canConfirm: true,
    keepStorage: () => undefined,
    ...shared,
    ...options,
  })
  const recovery = createScreenRecovery({ send, api, keys, login, ...shared }, noPasskeys)
  return { keys, login, recovery, api, call: createLoginCall(send) }
}

const noPasskeys: Passkeys = {
  isOffered: false,
  create: () => Promise.reject(new TypeError('This browser has no passkeys.')),
  ask: () => Promise.reject(new TypeError('This browser has no passkeys.')),
}

/** The lock that tabs of one browser share. */
const turns = new WeakMap<IDBFactory, Promise<unknown>>()
const inTurnIn =
  (browser: IDBFactory): InTurn =>
  work => {
    const turn = (turns.get(browser) ?? Promise.resolve()).then(work)
    turns.set(
      browser,
      turn.catch(() => undefined),
    )
    return turn
  }
export const call = (origin = 'https://app.example'): FrameCall => ({
  origin,
  signal: new AbortController().signal,
})
