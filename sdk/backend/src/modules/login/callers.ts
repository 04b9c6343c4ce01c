import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import type { RouteRequest } from '../../server/route.js'
import type { Proof } from './bodies.js'
import {
  type DeviceNonces,
  deviceKey,
  isProvenBy,
  notProven,
  type ProofPurpose,
  proofText,
} from './device-proof.js'
import { requireOwnSite } from './own-site.js'
import { findPerson, type Person } from './people.js'
import { lockPerson, sessionOver } from './person-lock.js'
import type { Session, SessionCookie, Sessions } from './sessions.js'
import type { LoginDatabase } from './tables.js'
import { requireWalletProof, walletProofText } from './wallet-proof.js'

/** The person, session and device of a request. */
export interface Caller {
  readonly session: Session
  readonly person: Person
  readonly device: {
    readonly id: string
    readonly name: string
    readonly publicKey: string
    readonly exportFrom: number
  }
}

/**
 * Locks the person, then checks the session and the proof of the wallet.
 *
 * @throws Refusal 401 `session`, 403 `device_proof`, 403 `export_cool_down`
 */
export type LockedCheck = (transaction: LoginDatabase) => Promise<void>

/** Finds the caller of a request, and checks what the route demands. */
export interface Callers {
  /** Undefined when its person or device is gone. */
  ofSession(session: Session): Promise<Caller | undefined>
  /** Undefined without a session. @throws Refusal 403 `origin` */
  find(request: RouteRequest): Promise<Caller | undefined>
  /** @throws Refusal 403 `origin`, 401 `session` */
  require(request: RouteRequest): Promise<Caller>
  /** @throws Refusal 403 `origin`, 401 `session`, 403 `recent_login` */
  requireRecent(request: RouteRequest): Promise<Caller>
  /** Uses the nonce up. @throws Refusal 403 `device_proof` */
  requireProof(caller: Caller, proof: Proof, purpose: ProofPurpose, binding: string): Promise<void>
  /**
   * The same for what destroys a wallet: a new device also proves that it opened the wallet.
   * `always` demands that proof of every device, once the wallet has a key for it.
   *
   * Returns the check to repeat first inside of the transaction: the wallet may be stored, or the
   * session ended, after the first check.
   *
   * @throws Refusal 403 `device_proof`, 403 `export_cool_down`
   */
  requireWallet(
    caller: Caller,
    proofs: { readonly proof: Proof; readonly walletProof?: string | undefined },
    purpose: ProofPurpose,
    binding: string,
    always?: 'always',
  ): Promise<LockedCheck>
}

export function createCallers({
  database,
  sessions,
  cookie,
  nonces,
  origin,
  recentSeconds,
  now,
}: {
  readonly database: LoginDatabase
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly nonces: DeviceNonces
  readonly origin: string
  readonly recentSeconds: number
  now(): number
}): Callers {
  const ofSession = async (session: Session): Promise<Caller | undefined> => {
    const person = await findPerson(database, session.person)
    const device = await database
      .selectFrom('login_devices')
      .select(['id', 'name', 'public_key', 'export_from'])
      .where('id', '=', session.device)
      .executeTakeFirst()
    if (!person || !device) return undefined
    const { id, name, public_key: publicKey, export_from: exportFrom } = device
    return { session, person, device: { id, name, publicKey, exportFrom } }
  }
  const find = async ({ request }: RouteRequest): Promise<Caller | undefined> => {
    requireOwnSite(request, origin)
    const token = cookie.read(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    return session && ofSession(session)
  }
  const require = async (request: RouteRequest): Promise<Caller> => {
    const caller = await find(request)
    if (!caller) throw sessionOver()
    return caller
  }

  const requireProof: Callers['requireProof'] = async (
    { session, device },
    { nonce, signature },
    purpose,
    binding,
  ) => {
    const isFresh = await nonces.take(session.id, nonce)
    const key = v.parse(deviceKey, JSON.parse(device.publicKey))
    if (!isFresh || !isProvenBy(key, proofText(purpose, origin, nonce, binding), signature))
      throw notProven()
  }

  return {
    ofSession,
    find,
    require,
    async requireRecent(request) {
      const caller = await require(request)
      if (now() - caller.session.loginAt > recentSeconds * 1_000)
        throw new Refusal(403, 'recent_login', 'Log in again to do this.')
      return caller
    },
    requireProof,
    async requireWallet(caller, { proof, walletProof }, purpose, binding, always) {
      await requireProof(caller, proof, purpose, binding)
      const text = walletProofText(purpose, origin, proof.nonce, binding)
      const given = { text, walletProof, isDemanded: always !== undefined }
      await requireWalletProof(database, caller, given, now())
      return async transaction => {
        await lockPerson(transaction, caller.person.id)
        const session = await transaction
          .selectFrom('login_sessions')
          .select('id')
          .where('id', '=', caller.session.id)
          .where('person', '=', caller.person.id)
          .executeTakeFirst()
        if (!session) throw sessionOver()
        await requireWalletProof(transaction, caller, given, now())
      }
    },
  }
}
