import type TypeScript from 'typescript'
import type { Edit } from './edits.js'
import type { Compiler } from './load-typescript.js'

/** What a file has to know of the whole app. */
export interface AppUses {
  /** A hook of the app sends transactions, so the config needs the plugin `transactions()`. */
  readonly sends: boolean
}

/** Collects what changes in one file. */
export interface Migration {
  readonly ts: Compiler
  readonly file: TypeScript.SourceFile
  /** Local name → the module and the name that it is imported by. */
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string }>
  /** What the other files of the app use. */
  readonly app: AppUses
  edit(edit: Edit): void
  /** True for a node in the place of an edit. */
  isReplaced(node: TypeScript.Node): boolean
  /** Adds an import. */
  need(from: string, name: string): void
  /** Something that a person has to change. */
  note(node: TypeScript.Node, sentence: string): void
}

/** True for a module of wagmi or of the kit. */
export const isKitModule = (from: string): boolean =>
  /^(wagmi(\/.*)?|@rainbow-me\/rainbowkit(\/.*)?)$/.test(from)
