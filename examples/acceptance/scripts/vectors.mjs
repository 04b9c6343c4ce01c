import { join } from 'node:path'
import { root } from './workspaces.mjs'

/** Public conformance data, as every unit test reads it too: PORTICO_VECTORS, or the folder beside the repository. Without it, tests skip. */
export const vectorsFolder = process.env.PORTICO_VECTORS ?? join(root, '..', 'shared', 'vectors')
