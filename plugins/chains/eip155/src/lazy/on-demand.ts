import type { AnyPluginContext } from '@portico/kernel'
import type { Eip155Setup } from '../options.js'

/** A door before the code that asks networks: the first script of a page lists every file that it imports, with all that those need, and this one needs none. */
export const createChain = (setup: Eip155Setup, context: AnyPluginContext) => import('./chain.js').then(code => code.createChain(setup, context))
