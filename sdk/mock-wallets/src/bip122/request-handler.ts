import type { Approvals } from '../approvals.js'
import { WalletRpcError } from '../errors.js'
import type { WalletCall } from '../mock-wallet.js'
import { bitcoinAccount, scriptOf } from './keys.js'
import type { BitcoinQuirks } from './options.js'
import {
  broadcast,
  changedPayment,
  type PsbtAsk,
  signBip322,
  signLegacy,
  signPsbt,
} from './signing.js'
import type { BitcoinState } from './state.js'

/**
 * `silent`: without a prompt · `prompt`: the owner decides · `signature`: so, and not too often.
 */
export type AskKind = 'silent' | 'prompt' | 'signature'

/**
 * Handles the requests of every protocol of the wallet: logs each, applies the quirks, requests the
 * approval, and does the work.
 */
export interface RequestHandler {
  ask(method: string, params: unknown, kind: AskKind, work: () => unknown): Promise<unknown>
  signText(text: string, address: unknown, protocol: 'ecdsa' | 'bip322'): string
  signPsbt(ask: PsbtAsk): Promise<Uint8Array>
}

interface RequestHandlerParts {
  readonly state: BitcoinState
  readonly approvals: Approvals
  readonly quirks: BitcoinQuirks
  readonly calls: WalletCall[]
  readonly changed: () => void
}

export function createRequestHandler({
  state,
  approvals,
  quirks,
  calls,
  changed,
}: RequestHandlerParts): RequestHandler {
  const past = { lastSignatureAt: Number.NEGATIVE_INFINITY }
  const otherKey = (kind: 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh') =>
    bitcoinAccount(`0x${'51'.repeat(32)}`, kind, state.network)

  const answer = async (
    method: string,
    params: unknown,
    kind: AskKind,
    work: () => unknown,
  ): Promise<unknown> => {
    if (quirks.silentUntilUnlocked) await state.unlocked()
    if (quirks.answersLateMs)
      await new Promise(resolve => setTimeout(resolve, quirks.answersLateMs))
    if (quirks.lacks?.includes(method))
      throw new WalletRpcError(-32601, `The method "${method}" does not exist / is not available.`)
    const asks = kind !== 'silent'
    // The owner has to unlock the wallet before an approval.
    if (asks) await state.unlocked()
    if (kind === 'signature') {
      if (Date.now() - past.lastSignatureAt < (quirks.signatureIntervalMs ?? 0))
        throw new WalletRpcError(-32005, 'Rate limit exceeded.')
      past.lastSignatureAt = Date.now()
    }
    return approvals.decide({ method, params, asks }, work)
  }

  return {
    async ask(method, params, kind, work) {
      calls.push({ method, params })
      changed()
      if (state.isGone) return new Promise(() => undefined)
      try {
        return await answer(method, params, kind, work)
      } catch (error) {
        throw quirks.throwsStrings && error instanceof Error ? error.message : error
      }
    },
    signText(text, address, protocol) {
      const account = state.signer(address)
      if (quirks.signs === 'nothing') return ''
      const said = quirks.signs === 'another' ? `${text}.` : text
      const signer = quirks.signs === 'by-another-key' ? otherKey(account.kind) : account
      return protocol === 'ecdsa' ? signLegacy(said, signer) : signBip322(said, signer)
    },
    async signPsbt(ask) {
      if (quirks.signs === 'nothing') return ask.psbt
      const script = quirks.pays === undefined ? undefined : scriptOf(quirks.pays, state.network)
      const psbt =
        quirks.signs === 'another' || script ? changedPayment(ask.psbt, script) : ask.psbt
      const signed = signPsbt({ ...ask, psbt }, state.own)
      if (!quirks.sends) return signed
      await broadcast(signed, quirks.sends.to)
      if (quirks.sends.afterwards === 'throws') throw new WalletRpcError(-32603, 'Internal error.')
      return signed
    },
  }
}
