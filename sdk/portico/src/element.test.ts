// @vitest-environment happy-dom
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { liveConnections, sessionSlice } from '@portico/kernel/session'
import { modalOpenedEvent, shellService, shellSlice } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { attach } from './element.js'
import { connectionService, createPortico, memoryStorage, type Portico } from './index.js'

const ends: (() => void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  await vi.dynamicImportSettled()
})
function open(errors: unknown[] = []): Portico {
  const portico = createPortico({
    plugins: [tally({ wallets: [tallyWallet()] })],
    storage: memoryStorage(),
    onError: error => void errors.push(error),
  })
  ends.push(() => portico.dispose())
  return portico
}
async function connect({ kernel }: Portico) {
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect(kernel.items(connectorsSlot)[0]?.id ?? '')
}
const place = (html: string) => {
  const part = document.createElement('div')
  part.append(...new DOMParser().parseFromString(html, 'text/html').body.children)
  document.body.append(part)
  return part
}
const buttonIn = (part: Element, name = 'portico-button') =>
  part.querySelector(`${name} button`) as HTMLButtonElement

describe('[D6c] a page without React', () => {
  it('a page without React has a button that opens the modal and shows the connected account', async () => {
    const portico = open()
    const part = place('<portico-button></portico-button>')
    expect(buttonIn(part)).toBeNull()
    ends.push(attach(portico))
    const button = buttonIn(part)
    expect([button.textContent, button.type, button.getAttribute('aria-expanded')]).toEqual([
      'Connect wallet',
      'button',
      'false',
    ])
    const opened: string[] = []
    portico.kernel.on(modalOpenedEvent, ({ view }) => void opened.push(view))
    button.click()
    expect(opened).toEqual(['Connect'])
    expect(button.getAttribute('aria-expanded')).toBe('true')
    portico.close()

    const connections = portico.kernel.use(connectionService)
    await connect(portico)
    expect(liveConnections(portico.kernel)).toHaveLength(1)
    expect([button.textContent, button.dataset.state, button.getAttribute('aria-label')]).toEqual([
      't_ada',
      'connected',
      expect.stringContaining('t_ada'),
    ])
    await connections.disconnect()
    expect([button.textContent, button.getAttribute('aria-label')]).toEqual([
      'Connect wallet',
      null,
    ])
  })

  it('an element uses a property that was set before its class was defined', () => {
    const portico = open()
    const element = document.createElement('portico-button')
    Object.defineProperty(element, 'portico', {
      value: portico,
      configurable: true,
      enumerable: true,
      writable: true,
    })
    document.body.append(element)
    expect(buttonIn(document.body).textContent).toBe('Connect wallet')
  })

  it('an element shows the namespace of its attribute at the next change', async () => {
    const portico = open()
    ends.push(attach(portico))
    const part = place('<portico-button></portico-button>')
    await connect(portico)
    expect(buttonIn(part).textContent).toBe('t_ada')
    part.firstElementChild?.setAttribute('namespace', 'other')
    portico.open()
    expect(buttonIn(part).textContent).toBe('Connect wallet')
    await portico.kernel.use(connectionService).disconnect()
  })

  it('`open()` opens the modal, and `close()` closes the modal', async () => {
    const portico = open()
    portico.open()
    expect(portico.kernel.state(shellSlice).open).toBe(true)
    await vi.waitFor(
      () => expect([...document.body.children].some(element => element.shadowRoot)).toBe(true),
      5_000,
    )
    expect(portico.close()).toBe(true)
    expect(portico.kernel.state(shellSlice).open).toBe(false)
  })

  it('an element follows its Portico while the element is in the page, and not after its removal', async () => {
    const portico = open()
    ends.push(attach(portico))
    const part = place('<portico-button></portico-button>')
    const button = buttonIn(part)
    part.remove()
    await connect(portico)
    expect(button.textContent).toBe('Connect wallet')
    button.click()
    expect(portico.kernel.state(shellSlice).open).toBe(false)
    document.body.append(part)
    expect(button.textContent).toBe('t_ada')
    expect(part.querySelectorAll('button')).toHaveLength(1)
  })

  it('a page may have two Porticos, one for each part, and an element uses the Portico that it is given', () => {
    const [one, two, three] = [open(), open(), open()]
    const [left, right] = [
      place('<portico-button></portico-button>'),
      place('<portico-button></portico-button>'),
    ]
    ends.push(attach(one, left), attach(two, right))
    buttonIn(left).click()
    expect([one, two].map(portico => portico.kernel.state(shellSlice).open)).toEqual([true, false])
    Object.assign(right.querySelector('portico-button') ?? {}, { portico: three })
    buttonIn(right).click()
    expect([two, three].map(portico => portico.kernel.state(shellSlice).open)).toEqual([
      false,
      true,
    ])
    expect(three.kernel.state(sessionSlice).connections).toEqual({})
  })

  it('[R27] an element uses the Portico that attached first, and the next one after its disposal', () => {
    const [one, two, three] = [open(), open(), open()]
    const detach = attach(one)
    ends.push(attach(two))
    const part = place('<portico-button></portico-button>')
    const isOpen = () => [one, two, three].map(portico => portico.kernel.state(shellSlice).open)
    buttonIn(part).click()
    expect(isOpen()).toEqual([true, false, false])
    one.close()
    detach()
    ends.push(attach(three))
    buttonIn(part).click()
    expect(isOpen()).toEqual([false, true, false])
    expect(part.querySelectorAll('button')).toHaveLength(1)
  })

  it('the button opens the modal for the namespace that it names', () => {
    const portico = open()
    ends.push(attach(portico))
    buttonIn(place('<portico-button namespace="tally"></portico-button>')).click()
    expect(portico.kernel.state(shellSlice)).toMatchObject({ open: true, namespace: 'tally' })
  })

  it('[S2.34] the modal is shown only in <portico-modal>, until the element is removed', async () => {
    const errors: unknown[] = []
    const portico = open(errors)
    ends.push(attach(portico))
    const part = place('<portico-modal></portico-modal>')
    await vi.waitFor(
      () => expect(portico.kernel.state(shellSlice)).toMatchObject({ open: true, embedded: true }),
      5_000,
    )
    await vi.dynamicImportSettled()
    await vi.waitFor(
      () =>
        expect(
          part.querySelector('portico-root')?.shadowRoot?.querySelector('section'),
        ).not.toBeNull(),
      5_000,
    )
    expect(document.body.querySelectorAll('portico-root')).toHaveLength(1)
    part.remove()
    await vi.waitFor(
      () =>
        expect(portico.kernel.state(shellSlice)).toMatchObject({ open: false, embedded: false }),
      5_000,
    )
    expect(errors).toEqual([])
  })

  it('a modal stays embedded when its element is removed and put back at once, as effects in StrictMode do', async () => {
    const portico = open()
    const part = place('<div></div>')
    portico.embed(part)()
    ends.push(portico.embed(part))
    await vi.waitFor(
      () =>
        expect(
          part.querySelector('portico-root')?.shadowRoot?.querySelector('section'),
        ).not.toBeNull(),
      5_000,
    )
    await vi.dynamicImportSettled()
    expect(part.querySelectorAll('portico-root')).toHaveLength(1)
    expect(portico.kernel.state(shellSlice)).toMatchObject({ open: true, embedded: true })
  })

  it('the modal stays in the remaining <portico-modal> when another one is removed', async () => {
    const portico = open()
    ends.push(attach(portico))
    const panelIn = (part: Element) =>
      part.querySelector('portico-root')?.shadowRoot?.querySelector('section')
    const old = place('<portico-modal></portico-modal>')
    await vi.waitFor(() => expect(panelIn(old)).toBeTruthy(), 5_000)
    const next = place('<portico-modal></portico-modal>')
    await vi.waitFor(() => expect(panelIn(next)).toBeTruthy(), 5_000)
    old.remove()
    await vi.dynamicImportSettled()
    portico.open()
    await vi.dynamicImportSettled()
    expect(portico.kernel.state(shellSlice)).toMatchObject({ open: true, embedded: true })
    expect(panelIn(next)).toBeTruthy()
    expect(document.querySelectorAll('portico-root')).toHaveLength(1)
    next.remove()
    await vi.waitFor(
      () =>
        expect(portico.kernel.state(shellSlice)).toMatchObject({ open: false, embedded: false }),
      5_000,
    )
  })

  it('the modal is embedded in a part that is added to the page later', async () => {
    const portico = open()
    const part = document.createElement('div')
    ends.push(portico.embed(part))
    await vi.waitFor(
      () =>
        expect(
          part.querySelector('portico-root')?.shadowRoot?.querySelector('section'),
        ).toBeTruthy(),
      5_000,
    )
    expect(portico.kernel.state(shellSlice)).toMatchObject({ open: true, embedded: true })
  })

  it('a Portico that is disposed while its modal is open closes it silently', async () => {
    const errors: unknown[] = []
    const portico = open(errors)
    portico.open()
    await vi.waitFor(
      () =>
        expect(
          document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open,
        ).toBe(true),
      5_000,
    )
    await vi.dynamicImportSettled()
    portico.dispose()
    portico.dispose()
    expect(document.querySelector('portico-root')).toBeNull()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(errors).toEqual([])
    expect(() => portico.kernel.use(shellService)).toThrow(
      'No running plugin provides the service "shell"',
    )
  })

  it('a disposed Portico removes its embedded modal, also while the modal is loading', async () => {
    const errors: unknown[] = []
    for (const isShown of [true, false]) {
      const portico = open(errors)
      const part = place('<div></div>')
      const end = portico.embed(part)
      if (isShown)
        await vi.waitFor(
          () =>
            expect(
              part.querySelector('portico-root')?.shadowRoot?.querySelector('section'),
            ).not.toBeNull(),
          5_000,
        )
      portico.dispose()
      await vi.dynamicImportSettled()
      await new Promise(resolve => setTimeout(resolve, 50))
      expect(part.querySelector('portico-root')).toBeNull()
      end()
    }
    expect(errors).toEqual([])
  })

  it('a modal that is open over the page moves into a new <portico-modal>', async () => {
    const portico = open()
    ends.push(attach(portico))
    portico.open()
    const panelOf = (root: Element | null) => root?.shadowRoot?.querySelector('dialog')
    await vi.waitFor(
      () => expect(panelOf(document.querySelector('portico-root'))?.open).toBe(true),
      5_000,
    )
    const page = document.querySelector('portico-root')
    const part = place('<portico-modal></portico-modal>')
    await vi.waitFor(
      () =>
        expect(
          part.querySelector('portico-root')?.shadowRoot?.querySelector('section'),
        ).toBeTruthy(),
      5_000,
    )
    expect(panelOf(page)?.open).toBe(false)
    part.remove()
    await vi.waitFor(() => expect(portico.kernel.state(shellSlice).open).toBe(false), 5_000)
    portico.open()
    await vi.waitFor(() => expect(panelOf(page)?.open).toBe(true), 5_000)
  })
})
