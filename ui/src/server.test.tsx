import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { everything } from '../test/everything.js'
import { counting, kernelWith } from '../test/render.js'
import * as ui from './index.js'

describe('on a server', () => {
  it('[R28] Every component renders on a server, where there is no window, without a warning', () => {
    expect(typeof window).toBe('undefined')
    const { kernel, reports } = kernelWith(counting)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    for (const [name, element] of Object.entries(everything))
      expect(
        renderToString(<ui.KernelProvider kernel={kernel}>{element}</ui.KernelProvider>),
        name,
      ).toEqual(expect.any(String))
    expect(said).not.toHaveBeenCalled()
    expect(reports).toEqual([])
    said.mockRestore()
  })

  it('The server test covers every exported component', () => {
    const components = Object.keys(ui).filter(
      name => /^[A-Z]/.test(name) && !['KernelProvider', 'ErrorBoundary'].includes(name),
    )
    expect(Object.keys(everything).sort()).toEqual(components.sort())
  })

  it('The buttons of the page are rendered on a server with one class, no style attribute and the label of the initial state', () => {
    const { kernel } = kernelWith()
    const markup = renderToString(
      <ui.KernelProvider kernel={kernel}>{everything.ConnectButton}</ui.KernelProvider>,
    )
    expect(markup).toBe(
      '<button data-state="disconnected" aria-haspopup="dialog" aria-expanded="false" type="button" class="portico-button">Connect wallet</button>',
    )
  })
})
