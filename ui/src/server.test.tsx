import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { everything } from '../test/everything.js'
import { counting, kernelWith } from '../test/render.js'
import * as ui from './index.js'

describe('on a server', () => {
  it('[R28] there is no window, and every component renders without a warning', () => {
    expect(typeof window).toBe('undefined')
    const { kernel, reports } = kernelWith(counting)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    for (const [name, element] of Object.entries(everything))
      expect(renderToString(<ui.KernelProvider kernel={kernel}>{element}</ui.KernelProvider>), name).toEqual(expect.any(String))
    expect(said).not.toHaveBeenCalled()
    expect(reports).toEqual([])
    said.mockRestore()
  })

  it('every component that is exported is among them', () => {
    const components = Object.keys(ui).filter(name => /^[A-Z]/.test(name) && !['KernelProvider', 'ErrorBoundary'].includes(name))
    expect(Object.keys(everything).sort()).toEqual(components.sort())
  })

  it('the buttons of the page are plain: one class, no style attribute, the words of the state before start', () => {
    const { kernel } = kernelWith()
    const markup = renderToString(<ui.KernelProvider kernel={kernel}>{everything.ConnectButton}</ui.KernelProvider>)
    expect(markup).toBe(
      '<button data-state="disconnected" aria-haspopup="dialog" aria-expanded="false" type="button" class="portico-button">Connect wallet</button>',
    )
  })
})
