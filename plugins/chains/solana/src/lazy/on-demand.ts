import type { SolanaSetup } from '../options.js'

/** A door before the code that asks networks: the first script of a page lists every file that it imports, with all that those need, and this one needs none. */
export const createChain = (setup: SolanaSetup) => import('./chain.js').then(code => code.createChain(setup))
