import type { Page } from '@playwright/test'
import {
  close,
  connect,
  connectButton,
  dialog,
  disconnectButton,
  expect,
  fox,
  inModal,
  openConnect,
  owl,
  test,
  title,
  waitForRequest,
} from './visit.js'

/** Whether the focus is in the modal. */
const isInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.localName === 'portico-root')
/**
 * Nothing of the page has it: past its last button the browser itself does, as with every native
 * dialog, and then the first button.
 */
const isOutsidePage = (page: Page) =>
  page.evaluate(() => /^(portico-root|body)$/.test(document.activeElement?.localName ?? ''))
const isTopmost = (page: Page) =>
  page.locator('portico-root dialog').evaluate(panel => {
    const { left, top, width, height } = panel.getBoundingClientRect()
    return (
      document.elementFromPoint(left + width / 2, top + height / 2)?.localName === 'portico-root'
    )
  })

test.describe('the modal beside dialogs of the page', () => {
  test('[D40c] the modal opens above a modal dialog of the page, works, and returns the focus into that dialog', async ({
    page,
    visit,
  }) => {
    await visit()
    await page.evaluate(() => {
      const own = document.createElement('dialog')
      own.id = 'own'
      const button = document.createElement('button')
      button.textContent = 'Pay with a wallet'
      button.onclick = () => window.host.portico.open()
      own.append('Checkout', button)
      document.body.append(own)
      own.showModal()
    })
    await page.getByRole('button', { name: 'Pay with a wallet' }).click()
    await expect(title(page, 'Connect wallet')).toBeVisible()
    expect(await isTopmost(page)).toBe(true)
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      expect(await isOutsidePage(page)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(page.locator('portico-root dialog')).toBeHidden()
    // One Escape closes one dialog.
    await expect(page.locator('#own')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay with a wallet' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('#own')).toBeHidden()
  })

  test('[D40c] the modal waits below a dialog that the page opens later, and works again after that dialog closes', async ({
    page,
    visit,
  }) => {
    await visit()
    await openConnect(page)
    await page.evaluate(() => {
      const own = document.createElement('dialog')
      own.id = 'own'
      const button = document.createElement('button')
      button.textContent = 'Stay signed in'
      button.onclick = () => own.close()
      own.append(button)
      document.body.append(own)
      own.showModal()
    })
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(title(page, 'Connect wallet')).toBeVisible()
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await close(page)
  })

  test('[D40c] the modal opens above a popover of the page, and closing the modal leaves the popover open', async ({
    page,
    visit,
  }) => {
    await visit()
    await page.evaluate(() => {
      const own = document.createElement('div')
      own.id = 'own'
      own.popover = 'manual'
      own.style.cssText = 'inset:0;width:100%;height:100%'
      const button = document.createElement('button')
      button.textContent = 'Wallets'
      button.onclick = () => window.host.portico.open()
      own.append(button)
      document.body.append(own)
      own.showPopover()
    })
    await page.getByRole('button', { name: 'Wallets' }).click()
    await expect(title(page, 'Connect wallet')).toBeVisible()
    expect(await isTopmost(page)).toBe(true)
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('portico-root dialog')).toBeHidden()
    await expect(page.locator('#own')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wallets' })).toBeFocused()
  })

  test('[D40c] the modal works above a fullscreen element of the page whose focus trap pulls the focus back', async ({
    page,
    visit,
  }) => {
    await visit()
    await page.evaluate(async () => {
      const main = document.querySelector('main')
      main?.addEventListener('click', () => main.requestFullscreen(), { once: true })
    })
    await page.locator('h1').click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe('main')
    await page.evaluate(() => {
      const main = document.querySelector('main')
      const first = main?.querySelector('a')
      // As dialog libraries do.
      document.addEventListener('focusin', event => {
        if (!main?.contains(event.target as Node)) first?.focus()
      })
    })
    await openConnect(page)
    expect(await isTopmost(page)).toBe(true)
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
  })
})

test.describe('a wallet that draws its window in the page', () => {
  /** What such a wallet puts over the page until its owner answers. */
  const drawn = (page: Page) =>
    page.evaluate(() => {
      const layer = document.createElement('div')
      layer.id = 'wallet-window'
      layer.style.cssText = 'position:fixed;inset:0;z-index:1000;background:#fffc'
      const button = document.createElement('button')
      button.textContent = 'Approve in Fox'
      button.onclick = () => {
        layer.remove()
        window.mockWallets.Fox?.approve()
      }
      layer.append(button)
      document.body.append(layer)
    })
  test('[D40d] a wallet that draws an undeclared window in the page can be answered there, and then the panel is modal again', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox({ policy: 'ask' })] })
    await openConnect(page)
    await inModal(page, 'Fox').click()
    await waitForRequest(page, 'Fox')
    await drawn(page)
    await page.getByRole('button', { name: 'Approve in Fox' }).click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    expect(await dialog(page).evaluate(panel => panel.matches(':modal'))).toBe(true)
    await expect.poll(() => isInside(page)).toBe(true)
    await close(page)
    await expect(connectButton(page)).toBeFocused()
  })

  const isModal = (page: Page) => dialog(page).evaluate(panel => panel.matches(':modal'))
  const layer = (page: Page, style: string, parent = 'body') =>
    page.evaluate(
      ([style, parent]) => {
        const layer = document.createElement('div')
        layer.id = 'wallet-window'
        layer.style.cssText = `background:#fffc;${style}`
        layer.innerHTML = '<button>Approve in Fox</button>'
        layer.onclick = () => {
          layer.style.display = 'none'
          window.mockWallets.Fox?.approve()
        }
        document.querySelector(parent as string)?.append(layer)
      },
      [style, parent],
    )
  const over = 'position:fixed;inset:0;z-index:1000;'
  const shown = (page: Page) =>
    page.evaluate(() =>
      document.querySelector<HTMLElement>('#wallet-window')?.style.setProperty('display', 'block'),
    )
  const approve = async (page: Page) => {
    await expect.poll(() => isModal(page)).toBe(false)
    await page.getByRole('button', { name: 'Approve in Fox' }).click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    expect(await isModal(page)).toBe(true)
  }

  for (const [kept, parent] of [
    ['in the body', 'body'],
    ['within a part of the page', 'footer'],
  ] as const)
    test(`[D40d] a wallet can be answered in a hidden window ${kept} that it shows again`, async ({
      page,
      visit,
    }) => {
      await visit({ wallets: [fox({ policy: 'ask' })] })
      await page.evaluate(() => document.body.append(document.createElement('footer')))
      await layer(page, `${over}display:none`, parent)
      await openConnect(page)
      await inModal(page, 'Fox').click()
      await waitForRequest(page, 'Fox')
      await page.waitForTimeout(300)
      expect(await isModal(page)).toBe(true)
      await shown(page)
      await approve(page)
    })

  test('[D40d] a wallet window that is visible before the modal knows of the request can be answered', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox({ policy: 'ask' })] })
    await layer(page, `${over}display:none`)
    await openConnect(page)
    // As a wallet does that gets another request while its prompt is open.
    await page.evaluate(() => {
      const root = document.querySelector('portico-root')?.shadowRoot
      root?.addEventListener(
        'click',
        () =>
          document
            .querySelector<HTMLElement>('#wallet-window')
            ?.style.setProperty('display', 'block'),
        true,
      )
    })
    await inModal(page, 'Fox').click()
    await waitForRequest(page, 'Fox')
    await approve(page)
  })

  test('[D40d] an element of the page that grows behind the modal is not taken for a wallet window', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox({ policy: 'ask' })] })
    await page.evaluate(() => {
      const part = document.body.appendChild(document.createElement('section'))
      part.style.height = '10px'
      document.body.prepend(part)
    })
    await openConnect(page)
    await inModal(page, 'Fox').click()
    await waitForRequest(page, 'Fox')
    await page.waitForTimeout(300)
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('body>section')?.style.setProperty('height', '100vh'),
    )
    await page.waitForTimeout(300)
    expect(await isModal(page)).toBe(true)
  })
})

test.describe('two kernels on one page', () => {
  test('[R27] two kernels on one page have their own modal and button each, and follow each other’s connections', async ({
    page,
    visit,
  }) => {
    await visit({ wallets: [fox(), owl()], plain: true })
    await page.evaluate(() => window.hostPage.second?.())
    const buttons = page.locator('portico-button').getByRole('button')
    await expect(buttons).toHaveCount(2)
    await buttons.nth(1).click()
    await expect(title(page, 'Connect wallet')).toBeVisible()
    await page.keyboard.press('Escape')
    await buttons.nth(0).click()
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(buttons.nth(0)).toHaveAttribute('data-state', 'connected')
    await expect(buttons.nth(1)).toHaveAttribute('data-state', 'connected')
    expect(await page.evaluate(() => window.host.errors)).toEqual([])
    await page.evaluate(() => window.host.disconnect())
    await expect(buttons.nth(1)).toHaveAttribute('data-state', 'disconnected')
    await page.waitForTimeout(500)
    await expect(buttons.nth(0)).toHaveAttribute('data-state', 'disconnected')
  })
})

test.describe('the modal and keys of the browser', () => {
  test('[S2.01] the browser’s back button leaves the modal as it is, and the modal adds no history entries', async ({
    page,
    visit,
  }) => {
    await visit()
    await page.evaluate(() => {
      history.pushState({}, '', '#one')
      history.pushState({}, '', '#two')
    })
    const entries = await page.evaluate(() => history.length)
    await connect(page)
    await inModal(page, 'Settings').click()
    await expect(title(page, 'Settings')).toBeVisible()
    await page.goBack()
    expect(new URL(page.url()).hash).toBe('#one')
    await expect(title(page, 'Settings')).toBeVisible()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await inModal(page, 'Back').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await close(page)
    await expect(connectButton(page)).toBeFocused()
  })

  test('[D40a] the focus stays in the modal through every view, forwards and backwards, while the list changes', async ({
    page,
    visit,
  }) => {
    await visit({
      wallets: [fox(), owl(), fox({ name: 'Late', rdns: 'test.late', announce: false })],
    })
    await openConnect(page)
    const walkAround = async (steps: number) => {
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(step % 3 === 2 ? 'Shift+Tab' : 'Tab')
        expect(await isOutsidePage(page)).toBe(true)
      }
    }
    await walkAround(6)
    await page.evaluate(() => window.mockWallets.Late?.announce())
    await expect(inModal(page, 'Late')).toBeVisible()
    await walkAround(4)
    await inModal(page, 'Fox').press('Enter')
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await expect.poll(() => isInside(page)).toBe(true)
    await walkAround(6)
    await inModal(page, 'Settings').press('Enter')
    await expect(title(page, 'Settings')).toBeVisible()
    await walkAround(6)
    // A click on nothing, and a part of the page that asks for the focus.
    await title(page, 'Settings').click()
    await page.evaluate(() => document.querySelector('a')?.focus())
    await page.keyboard.press('Tab')
    expect(await isOutsidePage(page)).toBe(true)
    const wayOut = disconnectButton(page)
    await wayOut.focus()
    // It may have come into sight only now.
    await expect(wayOut).toBeEnabled()
    await wayOut.press('Enter')
    await expect(title(page, 'Connect wallet')).toBeVisible()
    await expect.poll(() => isInside(page)).toBe(true)
    await close(page)
    await expect(connectButton(page)).toBeFocused()
  })
})
