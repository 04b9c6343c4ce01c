/** The sheet that the modal is on a phone, in states of the gallery. */

import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import { phone, test, visit } from './gallery-page.js'
import { expect } from './visit.js'

test.describe.configure({ mode: 'parallel' })

test.describe('the sheet on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })
  const sheet = (page: Page) => page.getByRole('dialog')

  test('the sheet on a phone keeps clear of the safe area at the bottom', async ({ page }) => {
    await visit(page, 'connecting/declined')
    const padding = () => sheet(page).evaluate(dialog => getComputedStyle(dialog).paddingBottom)
    expect(await padding()).toBe('0px')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
    await expect.poll(padding).toBe('34px')
    const cancel = await page.getByRole('button', { name: 'Cancel' }).boundingBox()
    expect((cancel?.y ?? 0) + (cancel?.height ?? 0)).toBeLessThanOrEqual(phone.height - 34)
  })

  for (const [state, action] of [
    ['networks/many', 'Ethereum'],
    ['connecting/declined', 'Try again'],
  ] as const)
    test(`the sheet on a phone is above the keyboard, with its first action visible: ${state}`, async ({
      page,
    }) => {
      const keyboard = 320
      await page.addInitScript(() => {
        const high = { covered: 0 }
        Object.assign(window, { high })
        const real = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')
        Object.defineProperty(VisualViewport.prototype, 'height', {
          get: () => (real?.get?.call(visualViewport) as number) - high.covered,
        })
      })
      await visit(page, state)
      await page.evaluate(keyboard => {
        Object.assign((window as unknown as { high: { covered: number } }).high, {
          covered: keyboard,
        })
        visualViewport?.dispatchEvent(new Event('resize'))
      }, keyboard)
      const bottomOf = async (box: Promise<{ y: number; height: number } | null>) => {
        const found = await box
        return Math.round((found?.y ?? 0) + (found?.height ?? 0))
      }
      await expect.poll(() => bottomOf(sheet(page).boundingBox())).toBe(phone.height - keyboard)
      expect(Math.round((await sheet(page).boundingBox())?.y ?? -1)).toBeGreaterThanOrEqual(24)
      expect(
        await bottomOf(page.getByRole('button', { name: action }).first().boundingBox()),
      ).toBeLessThanOrEqual(phone.height - keyboard)
    })

  test('a swap in the account is not cut off on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit(page, 'swap/swapped')
    const sentence = page.getByText(/^Swapped 1 ETH to [\d.,]+ USDC$/).last()
    await expect(sentence).toBeVisible()
    expect(await sentence.evaluate(title => title.scrollWidth - title.clientWidth)).toBe(0)
  })

  test('a message that scrolls fades at its lower edge, and its last line stays readable', async ({
    page,
  }) => {
    await visit(page, 'sign-in/full')
    const message = page.getByRole('region', { name: 'The message, as it will be signed' })
    expect(
      await message.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeGreaterThan(0)
    const clear = await message.evaluate(box => {
      const fade = getComputedStyle(box, '::after')
      box.scrollTop = box.scrollHeight
      const words = document.createRange()
      words.selectNodeContents(box)
      return {
        sticks: fade.position === 'sticky',
        px:
          box.getBoundingClientRect().bottom -
          words.getBoundingClientRect().bottom -
          Number.parseFloat(fade.height),
      }
    })
    expect(clear.sticks).toBe(true)
    expect(clear.px).toBeGreaterThan(-1)
  })

  test('the sheet on a phone closes when dragged down by its head, and ignores a tap on its head', async ({
    page,
  }) => {
    await visit(page, 'account/full')
    await settled(page)
    const head = await page.locator('.p-grabber').boundingBox()
    const from = { x: 195, y: (head?.y ?? 0) + 2 }
    await page.mouse.click(from.x, from.y)
    await expect(sheet(page)).toBeVisible()
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 160, { steps: 5 })
    await page.mouse.up()
    await expect(sheet(page)).toBeHidden()
  })
})
