import { defineService, defineSlice, type ServiceRef } from '../refs.js'

export type ThemeMode = 'dark' | 'light' | 'auto'
export interface ThemeState {
  /** `auto` follows the system. */
  readonly mode: ThemeMode
  /** Values of the public custom properties, by name without dashes before it: `{ 'portico-accent': '#f60' }`. Undefined: its default again. */
  readonly variables: Readonly<Record<`portico-${string}`, string | undefined>>
}
export const themeSlice = /* @__PURE__ */ defineSlice<ThemeState>({ id: 'theme', initial: () => ({ mode: 'dark', variables: {} }) })

export interface Theme {
  setMode(mode: ThemeMode): void
  /** Sets some variables; undefined gives one back to its default. */
  setVariables(variables: Readonly<Record<`portico-${string}`, string | undefined>>): void
}
export const theme: ServiceRef<Theme> = /* @__PURE__ */ defineService<Theme>('theme')
