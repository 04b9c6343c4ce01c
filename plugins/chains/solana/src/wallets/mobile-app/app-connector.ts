/** The connector of a wallet app on the same Android phone. It sends requests only after a tap. */
import { type ContextOf, once } from '@portico/kernel'
import { accountMessage } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { Connector, WalletSession } from '@portico/kernel/connector-kit'
import { displayText } from '@portico/kernel/text'
import { createWalletSession } from '@portico/kernel/wallet'
import { base64 } from '@scure/base'
import {
  array,
  boolean,
  maxLength,
  minLength,
  object,
  optional,
  pipe,
  safeParse,
  string,
} from 'valibot'
import { readBase58 } from '../../messages/keys.js'
import type { SolanaNetwork } from '../../networks.js'
import type { SolanaSetup } from '../../options.js'
import { type SavedApp, walletAppSlice } from '../../persisted.js'
import { createHandle, type SolanaHandle } from '../handle.js'
import { reportedAccount } from '../wallet-answers.js'
import {
  readAuthorization,
  readSignature,
  readSignedPayload,
  readSignsOnly,
} from './app-answers.js'
import { appRefusal } from './app-errors.js'
import { visitApp } from './association.js'
import type { Channel } from './encrypted-channel.js'

export type WalletAppContext = ContextOf<{ owns: [typeof walletAppSlice] }>

const saved = object({
  token: pipe(string(), minLength(1), maxLength(4_096)),
  accounts: pipe(
    array(object({ address: string(), label: optional(string()) })),
    minLength(1),
    maxLength(100),
  ),
  network: string(),
  signsOnly: boolean(),
})
/** Validates what an earlier page stored. Undefined for anything else. */
export function readSaved(found: unknown): SavedApp | undefined {
  const { success, output } = safeParse(saved, found)
  return success && output.accounts.every(({ address }) => readBase58(address, 32))
    ? output
    : undefined
}

/** What apps before version 2 call the clusters. */
const formerClusters: Readonly<Record<string, string>> = {
  'solana:mainnet': 'mainnet-beta',
  'solana:devnet': 'devnet',
  'solana:testnet': 'testnet',
}

export function createAppConnector(
  context: WalletAppContext,
  setup: SolanaSetup,
  page: Window,
): Pick<Connector, 'connect' | 'restore'> {
  const identity = () => ({
    uri: page.location.origin,
    name: displayText(page.document.title, 64) ?? page.location.host,
  })
  const networkOf = (id: string | undefined): SolanaNetwork =>
    setup.networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? setup.networks[0]
  const authorize = async (channel: Channel, { walletChain }: SolanaNetwork, token?: string) =>
    readAuthorization(
      await channel.request('authorize', {
        identity: identity(),
        chain: walletChain,
        cluster: formerClusters[walletChain],
        auth_token: token,
      }),
    )
  const readStored = once(() =>
    context.restore(walletAppSlice, found => ({ phase: 'ready', app: readSaved(found) })),
  )
  const save = (app: SavedApp | undefined) => context.patch(walletAppSlice, { phase: 'ready', app })

  const open = (first: SavedApp): WalletSession => {
    let app = first
    return createWalletSession(
      {
        network: networkOf(first.network).caipNetworkId,
        report: network => ({ accounts: app.accounts.map(reportedAccount), network }),
        handle(session) {
          const keep = (next: SavedApp) => {
            // Saved after a disconnect, it would connect again with the next visit.
            if (session.signal.aborted) return
            app = next
            save(app)
            session.update(undefined, networkOf(app.network).caipNetworkId)
          }
          /** Authorizes again, without a prompt where the app still knows this page. */
          const request: AppRequest = (address, on, run, signal) =>
            visitApp(
              page,
              async channel => {
                const granted = await authorize(channel, on, app.token).catch(error => {
                  if (error?.code !== refused.authorization) throw error
                  return authorize(channel, on)
                })
                signal.throwIfAborted()
                keep({ ...app, ...granted })
                if (!granted.accounts.some(account => account.address === address))
                  throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
                return run(channel)
              },
              signal,
            ).catch(error => {
              throw signal.aborted ? error : appRefusal(error)
            })
          return createHandle({
            ...signing(request, networkOf, () => networkOf(session.at()), app.signsOnly),
            switchNetwork: id => keep({ ...app, network: networkOf(id).caipNetworkId }),
          })
        },
        // Only an opened app could be notified, so this page just forgets the authorization.
        disconnect: () => save(undefined),
      },
      setup,
    )
  }

  return {
    async connect({ network: id }, signal) {
      const network = networkOf(id)
      await readStored()
      const app = await visitApp(
        page,
        async channel => ({
          ...(await authorize(channel, network)),
          network: network.caipNetworkId,
          signsOnly: readSignsOnly(await channel.request('get_capabilities', {})),
        }),
        signal,
      ).catch(error => {
        throw signal.aborted ? error : appRefusal(error)
      })
      signal.throwIfAborted()
      save(app)
      return open(app)
    },
    async restore() {
      await readStored()
      const { app } = context.state(walletAppSlice)
      return app && open(app)
    },
  }
}

/** Runs one request for an account in the app. */
type AppRequest = <Answer>(
  address: string,
  network: SolanaNetwork,
  run: (channel: Channel) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>

/** Codes of the protocol ("Constants"). */
const refused = { authorization: -1 } as const

function signing(
  request: AppRequest,
  networkOf: (id: NetworkId) => SolanaNetwork,
  current: () => SolanaNetwork,
  signsOnly: boolean,
): Omit<SolanaHandle, 'switchNetwork'> {
  return {
    signMessage: (address, bytes, signal) =>
      request(
        address,
        current(),
        async channel => {
          const key = readBase58(address, 32) ?? new Uint8Array()
          const signed = readSignedPayload(
            await channel.request('sign_messages', {
              addresses: [base64.encode(key)],
              payloads: [base64.encode(bytes)],
            }),
          )
          // The signature stands behind the message.
          return { signature: signed.slice(-64), signed: signed.slice(0, -64) }
        },
        signal,
      ),
    ...(signsOnly && {
      signTransaction: (address, wire, network, signal) =>
        request(
          address,
          networkOf(network),
          async channel =>
            readSignedPayload(
              await channel.request('sign_transactions', { payloads: [base64.encode(wire)] }),
            ),
          signal,
        ),
    }),
    signAndSend: (address, wire, network, signal) =>
      request(
        address,
        networkOf(network),
        async channel =>
          readSignature(
            await channel.request('sign_and_send_transactions', {
              payloads: [base64.encode(wire)],
            }),
          ),
        signal,
      ),
  }
}
