/** Logs a person in, makes or opens their wallet, and says who they are. */
import type { WalletUser } from '@portico/plugin-embedded/protocol'
import { FrameRefusal } from '../frame/errors.js'
import type { FrameHandlers } from '../frame/serve-page.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { Answer } from '../keys/messages.js'
import { addressesOn } from '../networks/account-addresses.js'
import { type FrameNetwork, networkOf } from '../networks/frame-network.js'
import type { Login, LoginApi, Proof } from './login-api.js'
import {
  type AccountNetworks,
  createServerShare,
  type InTurn,
  requirePerson,
} from './server-share.js'

export interface WalletLogin {
  readonly handlers: Pick<
    FrameHandlers,
    'CONNECT_EMAIL' | 'CONNECT_OTP' | 'GET_USER' | 'IS_CONNECTED' | 'SIGN_OUT'
  >
  /**
   * Resolves when the keys can sign. Throws a FrameRefusal `SESSION_EXPIRED` when that needs
   * another login, because the server releases its share soon after one only.
   */
  unlock(signal: AbortSignal): Promise<void>
  /**
   * Logs in by something else than a code: `begin` gets the hash of this login's key, and answers
   * the nonce to prove and the call that takes the proof. Makes or opens the wallet.
   */
  enter(
    begin: (keyHash: string) => Promise<{
      readonly nonce: string
      logIn(entering: object): Promise<Login>
    }>,
    signal: AbortSignal,
  ): Promise<undefined>
  /** Who is logged in. Throws a FrameRefusal `SESSION_EXPIRED` when nobody is. */
  loggedIn(signal: AbortSignal): Promise<Login>
  /** The addresses of the person's accounts on a network (CAIP-2), the one that pays first. */
  addresses(chainId: string, signal: AbortSignal): Promise<readonly string[]>
}

export interface WalletLoginOptions {
  readonly api: LoginApi
  readonly keys: KeyWorkerClient
  /** Where a new wallet gets its accounts. */
  readonly networks: AccountNetworks
  /** What the frame knows of networks where an account has an address of its own. */
  readonly knownNetworks?: readonly FrameNetwork[]
  /** False where the frame cannot ask, and so never sign: no wallet is made there. */
  readonly canConfirm: boolean
  /** Two tabs must not make or split a wallet at the same time. */
  readonly inTurn: InTurn
  /** How the person knows this browser in the list of their devices. */
  readonly deviceName?: string | undefined
  /** Asks the browser to keep what is stored, also when space is short. */
  keepStorage(): void
}

export function createWalletLogin({
  api,
  keys,
  networks,
  knownNetworks = [],
  canConfirm,
  inTurn,
  deviceName,
  keepStorage,
}: WalletLoginOptions): WalletLogin {
  const server = createServerShare({ api, keys, networks })
  /** Of the codes that are on their way: a resend, also one that is refused, keeps it. */
  let loginKey: Answer<'newLoginKey'> | undefined
  let code: { readonly id: string; readonly nonce: string } | undefined
  /** The check of a code that runs now; it never rejects. */
  let checking: Promise<unknown> | undefined
  const endCode = (): void => {
    loginKey = undefined
    code = undefined
  }

  const proofOf = async (purpose: string, nonce: string, binding: string): Promise<Proof> => ({
    nonce,
    signature: await keys.proveDevice({ purpose, nonce, binding }),
  })

  /** The first login makes a wallet, and gives the server its share. */
  const create = async (person: string, signal: AbortSignal): Promise<void> => {
    keepStorage()
    await server.store(person, await keys.create({ person }), [], signal)
  }
  /** Of two tabs with a first login, the second opens the wallet of the first. */
  const createOrOpen = (person: string, signal: AbortSignal): Promise<void> =>
    inTurn(async () => {
      const { wallet } = requirePerson(await api.session(signal), person)
      await (wallet ? open(person, signal) : create(person, signal))
    }, signal)

  /** Opens the wallet of this device with the share that the server releases. */
  const open = async (person: string, signal: AbortSignal): Promise<void> => {
    // Without a share on this device the wallet needs its recovery.
    if (!(await keys.wallet(person))) throw new FrameRefusal('WALLET_ELSEWHERE')
    await keys.open({ person, released: await server.release(signal) })
    await keys.accounts({ networks })
  }

  /** The login, unless the person signed out here or it ended: then the keys are locked, too. */
  const currentLogin = async (signal: AbortSignal): Promise<Login | undefined> => {
    const login = (await keys.isSignedOut()) ? undefined : await api.session(signal)
    if (!login) await keys.lock()
    return login
  }
  const loggedIn = async (signal: AbortSignal): Promise<Login> => {
    const login = await currentLogin(signal)
    if (!login) throw new FrameRefusal('SESSION_EXPIRED')
    return login
  }
  const addressesOf = async (chainId: string, { person }: Login): Promise<readonly string[]> => {
    const wallet = await keys.wallet(person.id)
    if (!wallet) throw new FrameRefusal('SESSION_EXPIRED')
    return addressesOn(chainId, wallet.accounts, networkOf(knownNetworks, chainId))
  }

  /** What every login proves: the key of this login, and the device. */
  const enteringOf = async (
    { publicKey, keyHash }: NonNullable<typeof loginKey>,
    nonce: string,
  ): Promise<object> => {
    const proof = await proofOf('login', nonce, keyHash)
    const device = {
      publicKey: await keys.devicePublicKey(),
      ...(deviceName !== undefined && { name: deviceName }),
    }
    return { publicKey, device, proof }
  }
  const finish = async (login: Login, signal: AbortSignal): Promise<undefined> => {
    endCode()
    await keys.signedIn()
    const person = login.person.id
    await (login.wallet ? open(person, signal) : createOrOpen(person, signal))
    return undefined
  }

  const redeem = async (otp: string, signal: AbortSignal): Promise<undefined> => {
    if (!code || !loginKey) throw new FrameRefusal('CODE_EXPIRED')
    const { id, nonce } = code
    const body = { codeId: id, code: otp, ...(await enteringOf(loginKey, nonce)) }
    const login = await api.logIn(body, signal).catch(error => {
      if (error instanceof FrameRefusal && error.code === 'CODE_EXPIRED') endCode()
      throw error
    })
    return finish(login, signal)
  }
  const enter: WalletLogin['enter'] = (begin, signal) => {
    const work = (async () => {
      if (!canConfirm) throw new FrameRefusal('UNSUPPORTED')
      // A code that is on its way stays valid.
      loginKey ??= await keys.newLoginKey()
      const key = loginKey
      const { nonce, logIn } = await begin(key.keyHash)
      return finish(await logIn(await enteringOf(key, nonce)), signal)
    })()
    checking = work.catch(() => undefined) // the page gets the failure
    return work
  }

  return {
    handlers: {
      async CONNECT_EMAIL({ email }, { signal }) {
        if (!canConfirm) throw new FrameRefusal('UNSUPPORTED')
        loginKey ??= await keys.newLoginKey()
        const { keyHash } = loginKey
        const { codeId, nonce, resendAfterSeconds } = await api.requestCode(email, keyHash, signal)
        code = { id: codeId, nonce }
        return { action: 'VERIFY_OTP', resendAfterSeconds }
      },
      CONNECT_OTP({ otp }, { signal }) {
        const work = redeem(otp, signal)
        checking = work.catch(() => undefined) // the page gets the failure
        return work
      },
      async IS_CONNECTED(_payload, { signal }) {
        const login = await currentLogin(signal)
        const wallet = login?.wallet ? await keys.wallet(login.person.id) : null
        return { isConnected: wallet !== null }
      },
      async GET_USER(payload, { signal }): Promise<WalletUser> {
        const { chainId = 'eip155:1' } = payload ?? {}
        const login = await loggedIn(signal)
        const addresses = await addressesOf(chainId, login)
        const [first] = addresses
        if (!first) throw new FrameRefusal('NETWORK_UNKNOWN')
        return {
          email: login.person.email,
          address: first,
          chainId,
          accounts: addresses.map(address => ({ address, type: 'eoa' })),
          preferredAccountType: 'eoa',
        }
      },
      async SIGN_OUT(_payload, { signal }) {
        // A login that is under way would come after its end.
        await checking
        try {
          await keys.signOut({ keepsLoginKey: code !== undefined })
        } finally {
          await api.signOut(signal)
        }
        return undefined
      },
    },
    async unlock(signal) {
      const status = await keys.status()
      const { person } = await loggedIn(signal)
      // Another tab may have logged another person in.
      if (status.phase === 'unlocked' && status.person === person.id) return
      await open(person.id, signal)
    },
    enter,
    loggedIn,
    addresses: async (chainId, signal) => addressesOf(chainId, await loggedIn(signal)),
  }
}
