// @vitest-environment happy-dom
import { definePlugin, defineService } from '@portico/kernel'
import { type ThemeState, themeSlice } from '@portico/kernel/shell'
import { describe, expect, it, vi } from 'vitest'
import { kernelWith } from '../../test/render.js'
import { adoptStyles } from './adopt-styles.js'
import { followTheme } from './follow-theme.js'
import { derived, tokenRules, tokens } from './tokens.js'

const setTheme = defineService<(theme: Partial<ThemeState>) => void>('test/theme')
const themed = () =>
  kernelWith(
    definePlugin({
      id: 'test/theme',
      owns: [themeSlice],
      provides: [setTheme],
      setup: context =>
        void context.provide(setTheme, theme =>
          context.update(themeSlice, state => void Object.assign(state, theme)),
        ),
    }),
  ).kernel

describe('the theme', () => {
  it('[S1.18] [S1.19] [S1.20] The theme is dark and 360 px wide by default, and a host can set every property', () => {
    expect(themedHost().dataset.mode).toBe('dark')
    expect(tokens.width[0]).toBe('360px')
    for (const name of [...Object.keys(tokens), ...Object.keys(derived)]) {
      expect(tokenRules).toContain(`--_${name}:var(--portico-${name},`)
      expect(tokenRules).toContain(`--portico-${name}:var(--_${name});`)
    }
  })

  it('The font stack names only families that every browser knows, so that no font of the system is searched for', () => {
    for (const stack of tokens.font) expect(stack.split(',')).toEqual(['system-ui', 'sans-serif'])
  })

  it('[S1.18] followTheme sets the variables of the host on an element and removes those that the host no longer sets', () => {
    const kernel = themed()
    const host = document.createElement('portico-root')
    const stop = followTheme(kernel, host)
    kernel.use(setTheme)({ variables: { 'portico-accent': '#f60', 'portico-font': 'inherit' } })
    expect(host.style.getPropertyValue('--portico-accent')).toBe('#f60')
    expect(host.dataset.font).toBe('inherit')
    kernel.use(setTheme)({ variables: { 'portico-radius': '4px' } })
    expect(host.style.getPropertyValue('--portico-accent')).toBe('')
    expect(host.style.getPropertyValue('--portico-radius')).toBe('4px')
    expect(host.dataset.font).toBe('own')
    stop()
    kernel.use(setTheme)({ mode: 'light' })
    expect(host.dataset.mode).toBe('dark')
  })

  it('followTheme follows the color scheme of the system in the mode auto, until it is stopped', () => {
    const listeners = new Set<() => void>()
    const system = {
      matches: true,
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }
    vi.spyOn(window, 'matchMedia').mockReturnValue(system as unknown as MediaQueryList)
    const kernel = themed()
    const host = document.createElement('portico-root')
    const stop = followTheme(kernel, host)
    kernel.use(setTheme)({ mode: 'auto' })
    expect(host.dataset.mode).toBe('light')
    system.matches = false
    for (const listener of listeners) listener()
    expect(host.dataset.mode).toBe('dark')
    stop()
    expect(listeners.size).toBe(0)
    vi.restoreAllMocks()
  })
})

function themedHost(): HTMLElement {
  const host = document.createElement('portico-root')
  followTheme(themed(), host)()
  return host
}

describe('styles', () => {
  it('[D40a] adoptStyles adds a constructed style sheet to a root once and keeps the existing sheets', () => {
    const root = document.createElement('div').attachShadow({ mode: 'open' })
    const own = new CSSStyleSheet()
    root.adoptedStyleSheets = [own]
    adoptStyles(root, '.a{color:red}')
    adoptStyles(root, '.a{color:red}')
    adoptStyles(root, '.b{color:red}')
    expect(root.adoptedStyleSheets.length).toBe(3)
    expect(root.adoptedStyleSheets[0]).toBe(own)
    expect(root.querySelector('style')).toBeNull()
  })
})
