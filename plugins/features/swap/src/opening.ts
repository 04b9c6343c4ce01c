/** Reads the params of Swap. They come from a host, so they pass a schema. */
import {
  addressesCapability,
  balancesCapability,
  type SwapToken,
} from '@portico/kernel/capabilities'
import { type NetworkId, networkOf, parseAssetId, type Token } from '@portico/kernel/chain'
import { modalClosedEvent, toastsService } from '@portico/kernel/shell'
import { displayText, ModalError, message, parseAmount } from '@portico/kernel/text'
import * as v from 'valibot'
import { SwapError } from './errors.js'
import { findPrices } from './execution/initialize.js'
import { type SwapContext, swapSlice } from './refs.js'
import { placeOf } from './select.js'
import type { SwapState } from './swap.js'
import { findToken, learn } from './tokens/own-tokens.js'

const asset = v.optional(
  v.custom<Token['asset']>(
    value => typeof value === 'string' && (value === 'native' || !!parseAssetId(value)),
  ),
)
const schema = v.strictObject({
  source: asset,
  target: asset,
  amount: v.optional(
    v.custom<string>(value => typeof value === 'string' && parseAmount(value, 255) !== undefined),
  ),
})

/** The params that filled each form: they count once, until the modal is closed. */
const opened = /* @__PURE__ */ new WeakMap<SwapContext, { params?: unknown }>()
function openedWith(context: SwapContext): { params?: unknown } {
  const known = opened.get(context)
  if (known) return known
  const last = {}
  opened.set(context, last)
  context.on(modalClosedEvent, () => void opened.set(context, {}))
  return last
}

/** Fills in new params. Wrong params are shown and reported, and change nothing. */
export async function fillIn(context: SwapContext, params: unknown): Promise<void> {
  const last = openedWith(context)
  if (params === last.params) return
  last.params = params
  // After a change of account or network this form is gone.
  const isHere = () =>
    ['editing', 'quoting', 'quoted'].includes(context.state(swapSlice).phase.name)
  const set = (change: Partial<SwapState>) =>
    context.update(swapSlice, draft => void Object.assign(draft, change))
  if (!isHere()) return
  try {
    const change = await readParams(context, params)
    if (!isHere()) return
    set({ ...change, phase: { name: 'editing' }, pricing: true })
    await learn(context, [], findPrices)
    if (isHere()) set({ pricing: false })
  } catch (error) {
    context.use(toastsService).fail(error)
    context.report(error)
  }
}

/** The part of the form that the params fill in. */
async function readParams(context: SwapContext, params: unknown): Promise<Partial<SwapState>> {
  const read = v.safeParse(schema, params)
  if (!read.success) {
    const [issue] = read.issues
    const param = issue.path?.[0]?.key
    throw paramsError(typeof param === 'string' ? param : 'params', issue)
  }
  const { source, target, amount } = read.output
  if (source !== undefined && source === target) throw paramsError('target')
  const [sold, bought] = [await tokenFor(context, source), await tokenFor(context, target)]
  const state = context.state(swapSlice)
  // The requested token replaces the same token on the other side of the form.
  const unless = (token: Token | undefined, taken: Token | undefined) =>
    token?.asset === taken?.asset ? undefined : token
  return {
    source: sold ?? unless(state.source, bought),
    target: bought ?? unless(state.target, sold),
    ...(amount !== undefined && { sourceAmount: amount }),
  }
}

const paramsError = (param: string, cause?: unknown) =>
  new SwapError('SWAP_PARAMS', {
    sentence: message(
      'swap.error.params',
      'This page opened the swap with a wrong value ({param}). Choose tokens and amount yourself.',
      { param: displayText(param) ?? '?' },
    ),
    cause,
  })

/** A token that can be chosen, looked up on the chain if no list has it. */
async function tokenFor(
  context: SwapContext,
  asset: Token['asset'] | undefined,
): Promise<SwapToken | undefined> {
  if (asset === undefined) return undefined
  const { network } = placeOf(context) ?? {}
  const listed = (id: string) =>
    context.state(swapSlice).tokens.find(token => token.asset === id && token.network === network)
  const known = listed(asset)
  if (known) return known
  const found = network && (await canonicalToken(context, asset, network))
  if (found) {
    if (!listed(found.asset)) await findToken(context, found.reference)
    const token = listed(found.asset)
    if (token) return token
  }
  throw new SwapError('SWAP_TOKEN_UNKNOWN', {
    sentence: message(
      'swap.error.tokenUnknown',
      'This page opened the swap with a token that is not on {network}. Choose another token.',
      { network: displayText(networkOf(context, network)?.name) ?? '?' },
    ),
  })
}

/** The token in the chain's own spelling; undefined for one of another network or another kind. */
async function canonicalToken(context: SwapContext, asset: string, network: NetworkId) {
  const parsed = parseAssetId(asset)
  const { tokenNamespace } = context.capability(balancesCapability, network) ?? {}
  const addresses = context.capability(addressesCapability, network)
  if (parsed?.network !== network || parsed.assetNamespace !== tokenNamespace || !addresses)
    return undefined
  try {
    const { address } = await addresses.parse(parsed.assetReference, network, context.signal)
    return { reference: address, asset: `${network}/${parsed.assetNamespace}:${address}` }
  } catch (error) {
    // A ModalError means that this is not an address of the network.
    if (!(error instanceof ModalError)) throw error
    return undefined
  }
}
