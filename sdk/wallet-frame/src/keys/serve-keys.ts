/** The worker's side: answers calls, one after the other. */
import * as v from 'valibot'
import { accountsOf, exportKey, sign } from './accounts.js'
import { base64url, isEqual } from './bytes.js'
import { writeWithCheck } from './check-characters.js'
import {
  type Custody,
  confirmShares,
  createWallet,
  exportDeviceShare,
  openWallet,
  recoverWallet,
  splitAnew,
  wrapRecovery,
} from './custody.js'
import { devicePublicKey, proveDevice } from './device-key.js'
import { createDeviceStore, type DeviceStore } from './device-store.js'
import { KeyError } from './errors.js'
import { createKeyRing } from './key-ring.js'
import { type Answer, type Ask, type CallName, calls, isCallName, request } from './messages.js'
import { newRecoveryCode } from './recovery.js'
import { describeLoginKey, newLoginKey } from './sealed-share.js'
import { wordsOf } from './seed.js'
import { proveWallet } from './wallet-key.js'

type Handlers = { readonly [K in CallName]: (ask: Ask<K>) => Answer<K> | Promise<Answer<K>> }

/** The part of a worker's global scope, or of a port, that is used here. */
export interface KeyScope {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

export interface ServeOptions {
  /** The origin that stands in proofs of the device. */
  readonly origin: string
  readonly store?: DeviceStore
  /** Default: 15 minutes. */
  readonly idleLifeMs?: number
}

export function serveKeys(scope: KeyScope, { origin, store, idleLifeMs }: ServeOptions): void {
  const ring = createKeyRing(why => scope.postMessage({ locked: why }), idleLifeMs)
  const handlers = createHandlers({ store: store ?? createDeviceStore(), ring }, origin)
  let last: Promise<unknown> = Promise.resolve()

  scope.addEventListener('message', ({ data }) => {
    const message = v.safeParse(request, data)
    if (!message.success) return // without an id there is no request to answer
    const { id, call, ask } = message.output
    const reply = async () => {
      try {
        scope.postMessage({ id, answer: await run(handlers, call, ask) })
      } catch (error) {
        scope.postMessage({ id, error: describeError(error) })
      }
    }
    // Locking takes effect at once, and again after a wallet that is being opened now.
    if (call === 'lock' && v.is(calls.lock.ask, ask)) ring.lock('asked')
    last = last.then(reply)
  })
}

async function run(handlers: Handlers, call: string, ask: unknown): Promise<unknown> {
  if (!isCallName(call)) throw invalid(call)
  return runCall(handlers, call, ask)
}
async function runCall<K extends CallName>(handlers: Handlers, call: K, ask: unknown) {
  const parsed = v.safeParse(calls[call].ask, ask)
  if (!parsed.success) throw invalid(call)
  return handlers[call](parsed.output as Ask<K>)
}
const invalid = (call: string) =>
  new KeyError('MESSAGE_INVALID', `The call ${call.slice(0, 40)} does not fit its schema.`)

/** The cause stays here: errors of libraries may quote what they were given. */
const describeError = (error: unknown) =>
  error instanceof KeyError
    ? { code: error.code, message: error.message }
    : { code: 'KEYS_FAILED', message: 'The keys failed in an unexpected way.' }

function createHandlers(custody: Custody, origin: string): Handlers {
  const { store, ring } = custody
  return {
    newLoginKey: async () => describeLoginKey(await newLoginKey(store)),
    async loginKey() {
      const kept = await store.read('login-key')
      return kept ? describeLoginKey(kept.publicKey) : null
    },
    isSignedOut: async () => (await store.read('signed-out')) === true,
    signedIn: () => store.delete('signed-out'),
    async signOut({ keepsLoginKey }) {
      ring.lock('asked')
      await store.put('signed-out', true)
      if (!keepsLoginKey) await store.delete('login-key')
    },
    devicePublicKey: () => devicePublicKey(store),
    proveDevice: proof => proveDevice(store, proof, origin),
    proveWallet: proof => ring.withEntropy(entropy => proveWallet(entropy, proof, origin)),
    async wallet(person) {
      const kept = await store.wallet(person)
      const version = kept?.shares.at(-1)?.version
      if (!kept || version === undefined) return null
      return { id: base64url(kept.walletId), version, accounts: [...kept.accounts] }
    },
    create: ask => createWallet(custody, ask),
    open: ask => openWallet(custody, ask),
    recover: ask => recoverWallet(custody, ask),
    resplit: ask => splitAnew(custody, ask),
    confirmShares: version => confirmShares(custody, version),
    wrapRecovery: secret => wrapRecovery(custody, secret),
    newRecoveryCode,
    async forget(person) {
      await store.changeWallet(person, () => undefined)
      if (ring.status()?.wallet.person === person) ring.lock('asked')
    },
    status() {
      const status = ring.status()
      if (!status) return { phase: 'locked' }
      const { person, walletId, recovery } = status.wallet
      const { version } = recovery
      return {
        phase: 'unlocked',
        person,
        walletId: base64url(walletId),
        version,
        locksAt: status.locksAt,
      }
    },
    async accounts({ networks }) {
      const { person, walletId } = ring.wallet()
      const lists = await ring.withEntropy(entropy =>
        Promise.all(networks.map(network => accountsOf(entropy, network))),
      )
      const accounts = lists.flat()
      await store.changeWallet(person, kept =>
        kept && isEqual(kept.walletId, walletId) ? { ...kept, accounts } : kept,
      )
      return accounts
    },
    sign: ask => ring.withEntropy(entropy => sign(entropy, ask)),
    exportWords: () => ring.withEntropy(wordsOf),
    exportKey: namespace => ring.withEntropy(entropy => exportKey(entropy, namespace)),
    exportDeviceShare: async () => writeWithCheck(await exportDeviceShare(custody)),
    lock: () => ring.lock('asked'),
  }
}
