import { defineService, defineSlice, type ServiceRef } from '../../refs.js'

export type ThemeMode = 'dark' | 'light' | 'auto'
/**
 * The public custom properties, without dashes before them. What each is for stands in the guide to
 * theming.
 */
export type ThemeVariable =
  `portico-${'accent' | 'on-accent' | 'accent-text' | 'accent-soft' | 'surface' | 'surface-raised' | 'surface-hover' | 'surface-scrim' | 'text' | 'text-muted' | 'text-faint' | 'line' | 'good' | 'good-soft' | 'warn' | 'warn-soft' | 'bad' | 'bad-soft' | 'shadow' | 'radius' | 'radius-row' | 'radius-chip' | 'width' | 'font' | 'font-size' | 'font-small' | 'font-tiny' | 'font-amount' | 'speed' | 'ease' | 'z-index'}`
export interface ThemeState {
  /** `auto` follows the system. */
  readonly mode: ThemeMode
  /**
   * Values of the public custom properties: `{ 'portico-accent': '#f60' }`. Undefined: its default
   * again.
   */
  readonly variables: { readonly [Name in ThemeVariable]?: string | undefined }
}
export const themeSlice = /* @__PURE__ */ defineSlice<ThemeState>({
  id: 'theme',
  initial: () => ({ mode: 'dark', variables: {} }),
})

export interface Theme {
  setMode(mode: ThemeMode): void
  /** Sets some variables; undefined gives one back to its default. */
  setVariables(variables: ThemeState['variables']): void
}
export const themeService: ServiceRef<Theme> = /* @__PURE__ */ defineService<Theme>('theme')
