import type { Plugin } from '@portico/sdk'
import type { Setting, Stage } from './stage.js'

/**
 * The states that every view needs. `step` is any other state, such as the third second of waiting,
 * or the second tab.
 */
export const kinds = ['loading', 'empty', 'full', 'error', 'long', 'step'] as const
export type Kind = (typeof kinds)[number]

/** A state of a view, and how to come to it. */
export interface Entry {
  /** `connect/full`: stands in the address of its page and in the name of its pictures. */
  readonly id: string
  /**
   * The id of the view; `frame` for what is around a view, `page` for what stands in the host's
   * page.
   */
  readonly view: string
  readonly kind: Kind
  readonly title: string
  /** The initial setting. */
  readonly setting?: Setting
  /** What people, wallets and nodes do then. */
  readonly prepare: (stage: Stage) => Promise<void>
}

/**
 * What a file of this folder brings: its entries, and why a view cannot be in the states that it
 * has no entry for.
 */
export interface Chapter {
  readonly entries: readonly Entry[]
  readonly cannot?: Readonly<Record<string, Partial<Record<Kind, string>>>>
  /** The pictures of networks and tokens come from the directory, as in most hosts. */
  readonly hasIcons?: boolean
  /** Plugins whose views these are, beside the base plugins. */
  readonly plugins?: () => readonly Plugin[]
}
