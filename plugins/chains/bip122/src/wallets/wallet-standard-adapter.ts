/** The adapter of Wallet Standard wallets with Bitcoin features. */
import { networksCapability } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { base64Of, bytesOfBase64 } from '../node/bytes.js'
import type { Bip122Setup } from '../options.js'
import type { FoundWallet } from './announcements.js'
import { nameOfNetwork } from './known-networks.js'
import type { WalletAdapter } from './wallet-adapter.js'
import { isTaproot, readBytes, readReport, readStandardAccounts } from './wallet-answers.js'
import { callWallet, guarded, methodOf, onlyOne, supportsBy } from './wallet-calls.js'

const purposes = ['payment', 'ordinals']
type Accounts = ReturnType<typeof readStandardAccounts>

export function createStandardAdapter(
  { provider, methods }: FoundWallet,
  setup: Bip122Setup,
): WalletAdapter {
  const call = (name: string, args: readonly unknown[], signal: AbortSignal) =>
    callWallet(name, () => methodOf(provider, methods, name)(...args), setup, signal)
  const has = (name: string) => name in methods
  // The wallet's own account objects by address, because it wants them back.
  let accounts: Accounts = []
  let at: NetworkId | undefined

  const report = (answer: unknown, known: NetworkId | undefined): WalletReport => {
    // One wallet reports the accounts of all its chains.
    const given = readStandardAccounts(answer).filter(
      ({ chains }) => !chains.length || chains.some(chain => chain.startsWith('bitcoin:')),
    )
    const chain = given[0]?.chains.length === 1 ? given[0].chains[0] : undefined
    const mixed = given.some(({ address }) => !isTaproot(address))
    const addresses = given.map(({ address, publicKey }, index) => ({
      address,
      publicKey,
      // Accounts have no purpose. Collectibles are kept at taproot addresses; where all addresses
      // are taproot, the order of the request decides.
      purpose: (mixed ? isTaproot(address) : index > 0) ? 'ordinals' : 'payment',
    }))
    const network = chain?.startsWith('bitcoin:') && {
      bitcoin: { name: chain.slice('bitcoin:'.length) },
    }
    const read = readReport({ addresses, ...(network && { network }) }, known, setup)
    accounts = given
    at = read.network
    return read
  }
  const accountOf = (address: string): unknown => {
    const own = accounts.find(one => one.address === address)?.account
    if (!own) throw new ChainError('WALLET_UNSUPPORTED')
    return own
  }
  const readNow = () => ({ accounts: (provider as { accounts?: unknown }).accounts })

  return {
    async connect(wanted, signal) {
      const answer = has('bitcoin:connect')
        ? await call('bitcoin:connect', [{ purposes }], signal)
        : await call('standard:connect', [], signal)
      return report(answer, wanted)
    },
    async read(known, signal) {
      const answer = has('standard:connect')
        ? await call('standard:connect', [{ silent: true }], signal)
        : await callWallet('accounts', readNow, setup, signal)
      return report(answer, known ?? at)
    },
    listen(onChange) {
      let off: unknown
      guarded(() => {
        off = has('standard:events')
          ? methodOf(provider, methods, 'standard:events')('change', () => onChange('changed'))
          : undefined
      }, setup.report)
      return () => {
        if (typeof off === 'function') guarded(off as () => void, setup.report)
      }
    },
    async signMessage({ address, text }, signal) {
      const answer = onlyOne(
        await call(
          'bitcoin:signMessage',
          [{ account: accountOf(address), message: new TextEncoder().encode(text) }],
          signal,
        ),
      )
      return base64Of(readBytes(answer, 'signature'))
    },
    async signPsbt({ psbt, inputs }, signal) {
      const inputsToSign = inputs.map(({ address, index }) => ({
        account: accountOf(address),
        signingIndexes: [index],
        sigHash: 'ALL',
      }))
      const name = at && nameOfNetwork(at, setup)
      const chain = name && { chain: `bitcoin:${name.toLowerCase()}` }
      const answer = onlyOne(
        await call(
          'bitcoin:signTransaction',
          [{ psbt: bytesOfBase64(psbt), inputsToSign, ...chain }],
          signal,
        ),
      )
      return base64Of(readBytes(answer, 'signedPsbt'))
    },
    disconnect: async signal =>
      has('standard:disconnect') ? call('standard:disconnect', [], signal) : undefined,
    supports: capability =>
      capability.id !== networksCapability.id &&
      supportsBy(
        { sign: ['bitcoin:signMessage'], send: ['bitcoin:signTransaction'], move: [] },
        has,
      )(capability),
  }
}
