// @vitest-environment happy-dom
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'

// The host on React 18.3 in this repository has a copy of its own; here everything uses that one.
const host = join(import.meta.dirname, '../../examples/react-18/package.json')
const require = createRequire(host)
const has18 = existsSync(host) && require('react/package.json').version.startsWith('18.3')
vi.mock('react', () => require('react'))
vi.mock('react/jsx-runtime', () => require('react/jsx-runtime'))
vi.mock('react/jsx-dev-runtime', () => require('react/jsx-dev-runtime'))
vi.mock('react-dom/client', () => require('react-dom/client'))

describe.skipIf(!has18)('on React 18.3', () => {
  it('[D6b] Every component renders on the server and in the page on React 18.3 without a console error', async () => {
    const { act, createElement, version } = (await import('react')) as typeof import('react')
    expect(version).toMatch(/^18\.3/)
    const { everything } = await import('../test/everything.js')
    const { counting, kernelWith, render, unmount } = await import('../test/render.js')
    const { KernelProvider } = await import('./index.js')
    const { renderToString } = require('react-dom/server') as typeof import('react-dom/server')
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const { kernel, reports } = kernelWith(counting)
    for (const element of Object.values(everything)) {
      expect(renderToString(createElement(KernelProvider, { kernel }, element))).toEqual(
        expect.any(String),
      )
      await render(kernel, element)
    }
    await act(async () => undefined)
    // Loaded in the middle of a test, it cannot ask to be called after it.
    await unmount()
    expect(said.mock.calls).toEqual([])
    expect(reports).toEqual([])
    said.mockRestore()
  })

  it('[D6b] The modal opens, moves to the next view and closes on React 18.3', async () => {
    const { act } = (await import('react')) as typeof import('react')
    const { openFrame } = await import('../test/frame.js')
    const frame = await openFrame()
    expect(frame.text()).toContain('First view')
    await act(async () => frame.push())
    expect(frame.text()).toContain('Second view')
    await act(async () => frame.close())
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => frame.dispose())
  })
})
