/** The ways to recover a wallet: to add them, to use them, and to split the wallet anew. */
import { FrameRefusal } from '../frame/errors.js'
import { base64url, sha256, utf8 } from '../keys/bytes.js'
import { KeyError } from '../keys/errors.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { Answer, Ask } from '../keys/messages.js'
import type { RecoverySecret } from '../keys/recovery.js'
import type { InTurn, RecoveryInput, ServerShare } from '../login/server-share.js'
import type { WalletLogin } from '../login/wallet-login.js'
import type { Passkeys } from './passkey-secret.js'
import type { RecoveryApi, RecoveryBlob, RecoveryMethod } from './recovery-api.js'

export interface NewCode {
  /** Whose wallet it opens. */
  readonly person: string
  readonly code: string
  /** What the code opens: for the offline recovery file. */
  readonly wrapped: Answer<'wrapRecovery'>
}

/** What the server released for one recovery. */
export interface Recovering {
  readonly person: string
  readonly released: Ask<'open'>['released']
  readonly blobs: readonly RecoveryBlob[]
}

/**
 * Every call throws a FrameRefusal or a KeyError; `SESSION_EXPIRED` asks for another login, and
 * `WALLET_CHANGED` for another attempt.
 */
export interface WalletRecovery {
  methods(signal: AbortSignal): Promise<readonly RecoveryMethod[]>
  /** A code that nothing knows yet: it counts once `keepCode` has stored what it opens. */
  newCode(signal: AbortSignal): Promise<NewCode>
  /** Stores what the code opens, then removes the older codes. */
  keepCode(code: NewCode, signal: AbortSignal): Promise<void>
  /** Wraps the recovery share by a passkey: one that logs in already, or a new one. */
  addPasskey(signal: AbortSignal): Promise<void>
  begin(signal: AbortSignal): Promise<Recovering>
  /** Opens the wallet in this browser, and makes all older shares useless. */
  recover(from: Recovering, secret: RecoverySecret, signal: AbortSignal): Promise<void>
  /** Asks a passkey that keeps a recovery share for its secret. */
  askPasskey({ blobs }: Recovering, signal: AbortSignal): Promise<RecoverySecret>
  /** New shares of the wallet for this device, the server and every way of recovery. */
  splitAnew(signal: AbortSignal): Promise<void>
  /** Opens the wallet, and asks the server whether this device may show its words. */
  allowExport(signal: AbortSignal): Promise<void>
  /** The encrypted recovery data, for the offline recovery file. */
  blobs(signal: AbortSignal): Promise<readonly RecoveryBlob[]>
}

export interface WalletRecoveryOptions {
  readonly api: RecoveryApi
  readonly keys: KeyWorkerClient
  readonly login: Pick<WalletLogin, 'unlock' | 'loggedIn'>
  readonly server: ServerShare
  readonly passkeys: Passkeys
  readonly inTurn: InTurn
}

export function createWalletRecovery({
  api,
  keys,
  login,
  server,
  passkeys,
  inTurn,
}: WalletRecoveryOptions): WalletRecovery {
  /** The wallet is open with the version that the server has: another tab may have split it. */
  const openNewest = async (signal: AbortSignal): Promise<string> => {
    const [status, { person, wallet }] = [await keys.status(), await login.loggedIn(signal)]
    if (status.phase === 'unlocked' && status.version !== wallet?.version) await keys.lock()
    await login.unlock(signal)
    return person.id
  }

  /** As before the person had to act: another tab may have logged another person in. */
  const openFor = async (person: string, signal: AbortSignal): Promise<void> => {
    if ((await openNewest(signal)) !== person) throw new FrameRefusal('SESSION_EXPIRED')
  }

  const add = async (
    { kind, version, blob, meta }: Answer<'wrapRecovery'>,
    credentialId: string | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const input: RecoveryInput = {
      kind,
      blob,
      meta,
      ...(credentialId !== undefined && { credentialId }),
    }
    const bound = JSON.stringify([version, kind, blob, meta, null, credentialId ?? null])
    const proofs = await server.prove('recovery-add', await sha256Of(bound), signal)
    await api.add({ version, ...input, ...proofs }, signal)
  }

  const release = async (signal: AbortSignal) =>
    api.release(await server.proveDevice('recovery-release', 'all', signal), signal)

  /** Splits the open wallet; `secretOf` gives what wraps the new share for a method. */
  const resplit = async <Method extends RecoveryMethod>(
    person: string,
    methods: readonly Method[],
    secretOf: (method: Method) => Ask<'resplit'>['recovery'][number] | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const kept = methods.flatMap(method => {
      const secret = secretOf(method)
      return secret ? [{ secret, credentialId: method.credentialId }] : []
    })
    try {
      const made = await keys.resplit({ recovery: kept.map(({ secret }) => secret) })
      const recovery = made.recovery.flatMap((wrapped, at): RecoveryInput[] => {
        if (!wrapped) return []
        const { kind, blob, meta } = wrapped
        const credentialId = kept[at]?.credentialId
        return [{ kind, blob, meta, ...(credentialId && { credentialId }) }]
      })
      await server.store(person, made, recovery, signal)
    } catch (error) {
      // The server may have another split: what the next code or passkey wraps is read anew.
      await keys.lock()
      throw error
    }
  }
  const keptSecret = ({ kind, meta }: RecoveryMethod) =>
    meta === null ? undefined : ({ kind: 'kept', of: kind, meta } as const)

  /** Opens the first blob that fits, and answers it. */
  const openOne = async (
    { person, released, blobs }: Recovering,
    secret: RecoverySecret,
  ): Promise<RecoveryBlob> => {
    let failure: unknown = new KeyError('RECOVERY_WRONG', 'There is no recovery data of this kind.')
    for (const one of blobs.filter(({ kind }) => kind === secret.kind)) {
      try {
        await keys.recover({ person, released, blob: one.blob, secret: copyOf(secret) })
        return one
      } catch (error) {
        failure = error
        if (!(error instanceof KeyError) || error.code !== 'RECOVERY_WRONG') break
      }
    }
    throw failure
  }

  return {
    methods: signal => api.list(signal),
    async newCode(signal) {
      const person = await openNewest(signal)
      const code = await keys.newRecoveryCode()
      return { person, code, wrapped: await keys.wrapRecovery({ kind: 'code', code }) }
    },
    keepCode: ({ person, wrapped }, signal) =>
      inTurn(async () => {
        await openFor(person, signal)
        const older = (await api.list(signal)).filter(({ kind }) => kind === 'code')
        await add(wrapped, undefined, signal)
        for (const { id } of older)
          await api.remove(id, await server.prove('recovery-remove', id, signal), signal)
      }, signal),
    async addPasskey(signal) {
      const person = await openNewest(signal)
      const [methods, logins] = [await api.list(signal), await api.passkeys(signal)]
      const unused = logins.filter(id => methods.every(({ credentialId }) => credentialId !== id))
      const secret = unused.length ? await passkeys.ask(unused, signal) : await makePasskey(signal)
      const { credentialId, value } = secret
      await inTurn(async () => {
        await openFor(person, signal)
        await add(await keys.wrapRecovery({ kind: 'prf', value }), credentialId, signal)
      }, signal)
    },
    async begin(signal) {
      const { person } = await login.loggedIn(signal)
      return {
        person: person.id,
        released: await server.release(signal),
        blobs: await release(signal),
      }
    },
    async askPasskey({ blobs }, signal) {
      const ids = blobs.flatMap(({ credentialId }) => credentialId ?? [])
      const { value } = await passkeys.ask(ids, signal)
      return { kind: 'prf', value }
    },
    recover: (from, secret, signal) =>
      inTurn(async () => {
        const used = await openOne(from, secret)
        const secretOf = (blob: RecoveryBlob) => (blob === used ? copyOf(secret) : keptSecret(blob))
        await resplit(from.person, from.blobs, secretOf, signal)
      }, signal),
    splitAnew: signal =>
      inTurn(async () => {
        const person = await openNewest(signal)
        await resplit(person, await api.list(signal), keptSecret, signal)
      }, signal),
    async allowExport(signal) {
      await openNewest(signal)
      await api.allowExport(await server.proveDevice('export', 'export', signal), signal)
    },
    blobs: release,
  }

  /** A passkey that logs in, too, so that the person has one and not two. */
  async function makePasskey(signal: AbortSignal) {
    const { challengeId, options } = await api.beginPasskey(signal)
    const { response, credentialId, value } = await passkeys.create(options, signal)
    const proofs = await server.prove('passkey-add', challengeId, signal)
    await api.addPasskey({ challengeId, response, ...proofs }, signal)
    return value ? { credentialId, value } : passkeys.ask([credentialId], signal)
  }
}

/** The values of passkeys move into the worker with a call, and are gone here. */
const copyOf = (secret: RecoverySecret): RecoverySecret =>
  secret.kind === 'prf' ? { kind: 'prf', value: secret.value.slice() } : secret

const sha256Of = async (bound: string): Promise<string> => base64url(await sha256(utf8(bound)))

/** Whether another login helps: the server wants one of the last five minutes. */
export const needsLogin = (error: unknown): boolean =>
  (error instanceof FrameRefusal && ['SESSION_EXPIRED', 'LOGIN_TOO_OLD'].includes(error.code)) ||
  (error instanceof KeyError && error.code === 'KEYS_LOCKED')
