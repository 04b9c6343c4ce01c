import { definePlugin } from '@portico/kernel'
import { textSlice } from '@portico/kernel/contracts'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { kernelWith } from '../../test/render.js'
import { ConfirmButton, KernelProvider } from '../index.js'
import de from '../text/de.js'

const speaking = definePlugin({
  id: 'test/speaking',
  owns: [textSlice],
  setup: context => context.update(textSlice, state => void Object.assign(state, { language: 'de', messages: de })),
})
/** The text of a confirmation in this window. */
function textIn(window: object, kernel = kernelWith().kernel): string {
  vi.stubGlobal('window', window)
  const markup = renderToString(
    <KernelProvider kernel={kernel}>
      <ConfirmButton>Sign</ConfirmButton>
    </KernelProvider>,
  )
  return markup.replaceAll(/<!-- -->|<[^>]+>/g, '')
}
const framedBy = (ancestorOrigins?: readonly string[]) => ({ self: 1, top: 2, location: { ancestorOrigins }, document: { referrer: '' } })
afterEach(() => vi.unstubAllGlobals())

describe('a confirmation', () => {
  it('[S12] names the origin of the page that frames this one', () => {
    const words = 'This page is shown inside https://evil.example. Continue only if you trust that website.'
    expect(textIn(framedBy(['https://evil.example']))).toBe(`${words}Sign`)
  })
  it('[S12] names the nearest and the topmost of several framing pages', () => {
    expect(textIn(framedBy(['https://shop.example', 'https://evil.example']))).toContain('inside https://shop.example, https://evil.example.')
  })
  it('[S12] says that the page is framed where the browser names no origin', () => {
    expect(textIn(framedBy())).toBe('This page is shown inside another website. Continue only if you trust that website.Sign')
  })
  it('[S12] says so in the language on screen', () => {
    expect(textIn(framedBy(['https://evil.example']), kernelWith(speaking).kernel)).toContain('Diese Seite wird innerhalb von https://evil.example angezeigt.')
  })
  it('[S12] says nothing of frames where the page is not framed', () => {
    expect(textIn({ ...framedBy(['https://evil.example']), top: 1 })).toBe('Sign')
  })
})
