import {
  type Preferences,
  preferencesSlice,
  type Theme,
  type ThemeMode,
  type ThemeState,
  themeSlice,
} from '@portico/kernel/shell'
import type { ShellContext } from './refs.js'

const isMode = (mode: unknown): mode is ThemeMode =>
  ['dark', 'light', 'auto'].includes(mode as string)

/** Creates the service that stores a person's choices. */
export const createPreferences = (context: ShellContext): Preferences => ({
  choose: change => context.patch(preferencesSlice, change),
})

export function createTheme(
  context: ShellContext,
  { choose }: Preferences,
  { mode, variables }: Partial<ThemeState> = {},
  isFixed = false,
): Theme {
  const look = (mode: unknown) =>
    context.update(themeSlice, state => {
      if (isMode(mode)) state.mode = mode
    })
  const paint = (variables?: ThemeState['variables']) =>
    context.update(themeSlice, state => {
      state.variables = { ...state.variables, ...variables }
    })
  look(mode)
  paint(variables)
  // The choice is stored in one slice, and the theme follows it, also when another tab changed it.
  // Where only the host decides, nothing is stored, and stored choices do not count (decision 87).
  if (!isFixed) context.watch(read => read.state(preferencesSlice).mode, look)
  return {
    setMode: isFixed ? look : mode => choose({ mode }),
    setVariables: paint,
  }
}
