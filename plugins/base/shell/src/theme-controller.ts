import { type Theme, type ThemeState, themeSlice } from '@portico/kernel/contracts'
import { isMode, preferencesSlice, type ShellContext } from './refs.js'

export function createTheme(context: ShellContext, { mode, variables }: Partial<ThemeState> = {}): Theme {
  const look = (mode: unknown) =>
    context.update(themeSlice, state => {
      if (isMode(mode)) state.mode = mode
    })
  const paint: Theme['setVariables'] = variables =>
    context.update(themeSlice, state => {
      const all = Object.entries({ ...state.variables, ...variables })
      state.variables = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as ThemeState['variables']
    })
  look(mode)
  paint(variables ?? {})
  // The choice is kept in one place; the look follows it, also when another tab made it.
  context.watch(read => read.state(preferencesSlice).mode, look)
  return {
    setMode: mode =>
      context.update(preferencesSlice, state => {
        state.mode = mode
      }),
    setVariables: paint,
  }
}
