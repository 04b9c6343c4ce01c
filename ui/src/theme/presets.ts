/**
 * Looks to begin with, for `createPortico({ theme })`. Each fits the mode that it names: together
 * with another mode its text cannot be read.
 */
import type { ThemeState } from '@portico/kernel/shell'

/** Blue-black, with a violet accent. */
export const midnight = {
  mode: 'dark',
  variables: {
    'portico-accent': 'oklch(.68 .17 295)',
    'portico-surface': 'oklch(.16 .03 275)',
    'portico-surface-raised': 'oklch(.21 .035 275)',
    'portico-surface-hover': 'oklch(.25 .04 275)',
    'portico-text': 'oklch(.96 .01 275)',
    'portico-text-muted': 'oklch(.76 .03 275)',
    'portico-text-faint': 'oklch(.58 .04 275)',
  },
} as const satisfies ThemeState
/** Dark green, with a lime accent. */
export const forest = {
  mode: 'dark',
  variables: {
    'portico-accent': 'oklch(.82 .19 130)',
    'portico-surface': 'oklch(.19 .025 160)',
    'portico-surface-raised': 'oklch(.235 .03 160)',
    'portico-surface-hover': 'oklch(.275 .033 160)',
    'portico-text': 'oklch(.97 .012 150)',
    'portico-text-muted': 'oklch(.77 .03 155)',
    'portico-text-faint': 'oklch(.57 .03 155)',
  },
} as const satisfies ThemeState
/** Warm brown-black, with an orange accent. */
export const ember = {
  mode: 'dark',
  variables: {
    'portico-accent': 'oklch(.74 .17 52)',
    'portico-surface': 'oklch(.18 .015 45)',
    'portico-surface-raised': 'oklch(.225 .018 45)',
    'portico-surface-hover': 'oklch(.265 .02 45)',
    'portico-text': 'oklch(.97 .008 60)',
    'portico-text-muted': 'oklch(.77 .02 55)',
    'portico-text-faint': 'oklch(.57 .02 50)',
    'portico-radius': '14px',
  },
} as const satisfies ThemeState
/** Warm white like paper, with a rust accent. */
export const paper = {
  mode: 'light',
  variables: {
    'portico-accent': 'oklch(.5 .15 35)',
    'portico-surface': 'oklch(.985 .01 85)',
    'portico-surface-raised': 'oklch(.96 .014 85)',
    'portico-surface-hover': 'oklch(.94 .018 85)',
    'portico-text': 'oklch(.22 .02 60)',
    'portico-text-muted': 'oklch(.44 .025 60)',
    'portico-text-faint': 'oklch(.62 .025 60)',
    'portico-font': 'Georgia,serif',
    'portico-radius': '10px',
  },
} as const satisfies ThemeState
/** White with a breath of green, and a teal accent. */
export const mint = {
  mode: 'light',
  variables: {
    'portico-accent': 'oklch(.52 .1 185)',
    'portico-surface': 'oklch(.995 .004 180)',
    'portico-surface-raised': 'oklch(.965 .013 180)',
    'portico-surface-hover': 'oklch(.943 .018 180)',
    'portico-text': 'oklch(.21 .025 190)',
    'portico-text-muted': 'oklch(.45 .03 190)',
    'portico-text-faint': 'oklch(.63 .03 190)',
    'portico-radius': '28px',
  },
} as const satisfies ThemeState
/** Black on white with straight corners. */
export const mono = {
  mode: 'light',
  variables: {
    'portico-accent': 'oklch(.18 0 0)',
    'portico-surface': 'oklch(1 0 0)',
    'portico-surface-raised': 'oklch(.97 0 0)',
    'portico-surface-hover': 'oklch(.945 0 0)',
    'portico-text': 'oklch(.15 0 0)',
    'portico-text-muted': 'oklch(.44 0 0)',
    'portico-text-faint': 'oklch(.62 0 0)',
    'portico-line': 'oklch(0 0 0/.16)',
    'portico-radius': '2px',
  },
} as const satisfies ThemeState
