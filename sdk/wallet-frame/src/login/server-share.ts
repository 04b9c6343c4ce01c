/** The server's share of a wallet: stored with the proofs that it takes, and released. */
import { FrameRefusal } from '../frame/errors.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { Answer, Ask } from '../keys/messages.js'
import type { Login, LoginApi, Proof } from './login-api.js'

export type AccountNetworks = Ask<'accounts'>['networks']
/** Runs one piece of work after the other, in all tabs of this origin. */
export type InTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Recovery data as the server keeps it. It reads none of it. */
export interface RecoveryInput {
  readonly kind: 'code' | 'prf'
  readonly blob: string
  readonly meta: string
  /** Of a passkey, and only of one. */
  readonly credentialId?: string
}

/** Signatures over a new nonce of the server, each for one purpose. */
export interface Proofs {
  /** A signature of this device, and one of the opened wallet. Throws KEYS_LOCKED. */
  prove(
    purpose: string,
    binding: string,
    signal: AbortSignal,
  ): Promise<{ readonly proof: Proof; readonly walletProof: string }>
  /** A signature of this device alone. */
  proveDevice(purpose: string, binding: string, signal: AbortSignal): Promise<Proof>
}
export interface ServerShare extends Proofs {
  /**
   * The share, sealed to the key of the login. Throws a FrameRefusal: `SESSION_EXPIRED` when that
   * takes another login.
   */
  release(signal: AbortSignal): Promise<Ask<'open'>['released']>
  /** Replaces the share and all recovery data in one step. Throws `WALLET_CHANGED`. */
  store(
    person: string,
    made: Omit<Answer<'resplit'>, 'recovery'> & { readonly walletKey?: string },
    recovery: readonly RecoveryInput[],
    signal: AbortSignal,
  ): Promise<void>
}

export function createProofs(
  api: Pick<LoginApi, 'nonce'>,
  keys: Pick<KeyWorkerClient, 'proveDevice' | 'proveWallet'>,
): Proofs {
  const proveDevice: Proofs['proveDevice'] = async (purpose, binding, signal) => {
    const nonce = await api.nonce(signal)
    return { nonce, signature: await keys.proveDevice({ purpose, nonce, binding }) }
  }
  return {
    proveDevice,
    async prove(purpose, binding, signal) {
      const proof = await proveDevice(purpose, binding, signal)
      const { nonce } = proof
      return { proof, walletProof: await keys.proveWallet({ purpose, nonce, binding }) }
    },
  }
}

export function createServerShare({
  api,
  keys,
  networks,
}: {
  readonly api: LoginApi
  readonly keys: KeyWorkerClient
  /** Where a wallet has its accounts. */
  readonly networks: AccountNetworks
}): ServerShare {
  const { prove, proveDevice } = createProofs(api, keys)
  return {
    prove,
    proveDevice,
    async release(signal) {
      const kept = await keys.loginKey()
      if (!kept) throw new FrameRefusal('SESSION_EXPIRED')
      const { publicKey, keyHash } = kept
      const proof = await proveDevice('release', keyHash, signal)
      const released = await api.releaseShare({ publicKey, proof }, signal)
      return { ...released, nonce: proof.nonce }
    },
    async store(person, { version, share, shareHash, walletKey }, recovery, signal) {
      const accounts = await keys.accounts({ networks })
      const proofs = await prove('store', `${version}.${shareHash}`, signal)
      // The nonce belongs to one session: in another tab another person may have logged in since.
      const { wallet } = requirePerson(await api.session(signal), person)
      const own = accounts.map(({ namespace, address, publicKey, path }) => ({
        namespace,
        address,
        publicKey,
        path,
      }))
      // A host may have taken a namespace out since: the wallet keeps its accounts there.
      const others = (wallet?.accounts ?? []).filter(({ namespace, address }) =>
        own.every(one => one.namespace !== namespace || one.address !== address),
      )
      const body = {
        version,
        share,
        accounts: [...own, ...others],
        recovery,
        ...proofs,
        ...(walletKey !== undefined && { walletKey }),
      }
      await api.storeWallet(body, signal)
      await keys.confirmShares(version)
    },
  }
}

/** Throws a FrameRefusal `SESSION_EXPIRED` unless this person is logged in. */
export function requirePerson(login: Login | undefined, person: string): Login {
  if (login?.person.id !== person) throw new FrameRefusal('SESSION_EXPIRED')
  return login
}
