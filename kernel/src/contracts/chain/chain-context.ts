import type { ContextOf } from '../../plugin.js'

/**
 * The context of a chain plugin, for the files that its `setup` calls. The context of any plugin
 * fits; what a plugin declares (`needs`, `wants`, `owns`, `provides`) is not in it.
 */
export interface ChainContext extends ContextOf<Record<never, never>> {}
