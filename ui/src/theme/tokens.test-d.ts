/** Promises that the compiler keeps. Checked by `tsc`, never run. */
import type { ThemeState, ThemeVariable } from '@portico/kernel/shell'
import type { derived, tokens } from './tokens.js'

type Named = `portico-${keyof typeof tokens | keyof typeof derived}`
// A host can name each property that the theme has, and no other.
export const each: Named extends ThemeVariable ? true : never = true
export const noOther: ThemeVariable extends Named ? true : never = true
// @ts-expect-error a typing error is none of them
export const misspelt: ThemeState['variables'] = { 'portico-acent': '#f60' }
