import { withTimeout } from '@portico/kernel'
import type { ReportedAccount } from '@portico/kernel/account'
import {
  messagesCapability,
  type RemoteSession,
  type RemoteSessions,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { type NetworkId, parseAccountId } from '@portico/kernel/chain'
import { openRemoteSession, type RemoteChain } from '@portico/kernel/connector-kit'
import * as v from 'valibot'
import { namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { createHandle } from './handle.js'
import { remoteScope } from './remote-scope.js'
import { readAccount, readPsbt, readSignature } from './wallet-answers.js'

// A wallet that does not return its keys in this time is connected without them; only taproot and
// nested addresses need them.
const keysMs = 5_000

const short = v.pipe(v.string(), v.maxLength(256))
const keyList = v.pipe(
  v.array(v.object({ address: short, publicKey: v.optional(short), path: v.optional(short) })),
  v.maxLength(256),
)
type Keys = v.InferOutput<typeof keyList>

/** Sessions with wallets on other devices, with the same handle as those in the page. */
export function createRemoteSessions(setup: Bip122Setup): RemoteSessions {
  const chain: RemoteChain = {
    namespace,
    networks: setup.networks.map(({ caipNetworkId }) => caipNetworkId),
    usesUnlistedNetworks: true,
    needs: {
      [messagesCapability.id]: ['signMessage'],
      [transactionsCapability.id]: ['signPsbt'],
      [transfersCapability.id]: ['signPsbt'],
    },
    signal: setup.signal,
    report: setup.report,
    async open(session, state, signal) {
      let keys = await readKeys(session, state.network(), signal)
      const accounts = (
        addresses: readonly string[],
        network: NetworkId,
      ): readonly ReportedAccount[] =>
        addresses.map(address =>
          readAccount(
            { ...keys.find(key => key.address === address), address, network, type: 'payment' },
            setup,
          ),
        )
      /** The account that the wallet named first; some wallets want it beside the address. */
      const accountFor = (address: string) => accountsOn(session, state.network())[0] ?? address
      const handle = createHandle({
        signMessage: async ({ address, text, protocol }, within) =>
          readSignature(
            await state.request(
              'signMessage',
              { account: accountFor(address), message: text, address, protocol },
              within,
            ),
          ),
        signPsbt: async ({ psbt, inputs }, within) =>
          readPsbt(
            await state.request(
              'signPsbt',
              {
                account: accountFor(inputs[0]?.address ?? ''),
                psbt,
                signInputs: inputs,
                broadcast: false,
              },
              within,
            ),
          ),
        switchNetwork: async next => state.moveTo(next),
      })
      return {
        handle,
        accounts,
        changed({ name, data }) {
          const changed = name === 'bip122_addressesChanged' && v.safeParse(keyList, data)
          if (changed !== false && changed.success) keys = changed.output
        },
      }
    },
  }
  return {
    scope: async () => remoteScope(setup.networks),
    open: (session, signal) => openRemoteSession(chain, session, signal),
  }
}

/** Reads the keys of the addresses from the session's properties, else requests them. */
async function readKeys(
  session: RemoteSession,
  network: NetworkId,
  signal: AbortSignal,
): Promise<Keys> {
  const property = session.properties?.bip122_getAccountAddresses
  try {
    if (property !== undefined) return v.parse(keyList, JSON.parse(property))
    const [account] = accountsOn(session, network)
    if (!account || !session.methods.includes('getAccountAddresses')) return []
    return v.parse(
      keyList,
      await withTimeout(
        within => session.request('getAccountAddresses', { account }, network, within),
        keysMs,
        signal,
      ),
    )
  } catch {
    signal.throwIfAborted()
    return []
  }
}

const accountsOn = ({ accounts }: RemoteSession, network: NetworkId): readonly string[] =>
  accounts.flatMap(account => {
    const parsed = parseAccountId(account)
    return parsed?.network === network ? [parsed.address] : []
  })
