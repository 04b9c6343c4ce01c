// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { behaveAsSheet } from './sheet.js'

const phone = { width: 390, height: 844 }
const keyboard = 320
/** What is seen of the page. */
const viewport = Object.assign(new EventTarget(), { ...phone, scale: 1, offsetTop: 0 })
const see = (height: number, scale = 1) => {
  Object.assign(viewport, { width: phone.width / scale, height, scale })
  viewport.dispatchEvent(new Event('resize'))
}
const windowOf = (innerWidth: number, innerHeight: number) => {
  for (const [name, value] of Object.entries({ innerWidth, innerHeight }))
    Object.defineProperty(window, name, { configurable: true, value })
}
const own = Object.getOwnPropertyDescriptor(window, 'visualViewport')
beforeEach(() => {
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: viewport })
  windowOf(phone.width, phone.height)
  see(phone.height)
})
afterEach(() =>
  own
    ? void Object.defineProperty(window, 'visualViewport', own)
    : Reflect.deleteProperty(window, 'visualViewport'),
)

function sheet() {
  const panel = document.body.appendChild(document.createElement('dialog'))
  panel.innerHTML = '<div class="p-head"></div>'
  panel.setPointerCapture = () => undefined
  const head = panel.querySelector('.p-head')
  return {
    panel,
    stop: behaveAsSheet(panel, () => true),
    lifted: () => panel.style.getPropertyValue('--p-keyboard'),
    touch: (type: string, clientY: number) =>
      head?.dispatchEvent(new PointerEvent(type, { clientY, isPrimary: true, bubbles: true })),
  }
}

describe('the sheet', () => {
  it('The sheet stands above the on-screen keyboard, also one that was open before the sheet', () => {
    const { lifted } = sheet()
    see(phone.height - keyboard)
    expect(lifted()).toBe('320px')
    expect(sheet().lifted()).toBe('320px')
  })

  it('The sheet does not take a pinch zoom for a keyboard, and recognizes a keyboard while the page is zoomed', () => {
    const { lifted } = sheet()
    see(phone.height / 2, 2)
    expect(lifted()).toBe('0px')
    see((phone.height - keyboard) / 2, 2)
    expect(lifted()).toBe('320px')
  })

  it('The sheet does not take a page that overflows sideways for a keyboard', () => {
    windowOf(phone.width * 1.5, phone.height * 1.5)
    const { lifted } = sheet()
    expect(lifted()).toBe('0px')
    see(phone.height - keyboard)
    expect(lifted()).toBe('320px')
  })

  it('A disposed sheet removes the offsets of the keyboard and of an unfinished drag', () => {
    const { panel, stop, touch } = sheet()
    see(phone.height - keyboard)
    touch('pointerdown', 400)
    touch('pointermove', 500)
    expect(panel.style.getPropertyValue('translate')).toBe('0 100px')
    stop()
    expect(panel.style.length).toBe(0)
  })
})
