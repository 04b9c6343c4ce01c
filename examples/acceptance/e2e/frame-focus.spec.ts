import { expect, test } from '@playwright/test'
import { settled } from './animations.js'
import { focused, open, setUpFrame, visit } from './frame-page.js'

setUpFrame()

test.describe('the frame', () => {
  test('the modal takes the focus, keeps it, and returns it to the button that opened it', async ({
    page,
  }) => {
    await visit(page)
    await page.getByRole('button', { name: 'Connect wallet' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeFocused()
    const seen = new Set<string>()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      seen.add(await focused(page))
    }
    expect(seen).toContain('Close')
    expect([...seen].join()).toContain('Fox Wallet')
    expect([...seen].join()).not.toContain('A link of the page')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
  })

  test('[D40c] Tab goes from the last element of the panel to the first and Shift+Tab back, and never leaves the panel', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await settled(page)
    const round = async (key: string) => {
      const names: string[] = []
      while (names.length < 30 && (names.length < 2 || names.at(-1) !== names[0])) {
        await page.keyboard.press(key)
        names.push(await focused(page))
      }
      return names
    }
    const forward = await round('Tab')
    expect(forward.length).toBeGreaterThan(3)
    expect(forward).toEqual([forward[0], ...forward.slice(1, -1), forward[0]])
    expect(forward).not.toContain('')
    const back = await round('Shift+Tab')
    expect(back.length).toBe(forward.length)
    expect(back).not.toContain('')
  })

  test('[D40c] Tab and Shift+Tab reach any kind of last element of the panel, and pass over elements that cannot take the focus', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await settled(page)
    await page.evaluate(() => {
      const view = document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-view')
      const add = (tag: string, name: string, change?: (element: HTMLElement) => void) => {
        const element = document.createElement(tag)
        element.setAttribute('aria-label', name)
        change?.(element)
        view?.append(element)
      }
      add('textarea', 'Notes')
      add('div', 'Editor', element => {
        element.contentEditable = 'true'
      })
      add('select', 'Choice', element => element.append(new Option('One')))
      add('button', 'Hidden', element => {
        element.style.visibility = 'hidden'
      })
      add('button', 'Inert', element => {
        element.inert = true
      })
      add('button', 'Disabled', element => element.toggleAttribute('disabled', true))
    })
    const round = async (key: string) => {
      const names: string[] = []
      while (names.length < 30 && (names.length < 2 || names.at(-1) !== names[0])) {
        await page.keyboard.press(key)
        names.push(await focused(page))
      }
      return names.slice(1)
    }
    const forward = await round('Tab')
    const back = await round('Shift+Tab')
    // Where a round begins is of no importance.
    for (const names of [forward, back.toReversed()])
      expect([...names, ...names].join()).toContain('Notes,Editor,Choice')
    expect(new Set(back)).toEqual(new Set(forward))
    expect([...forward].filter(name => ['', 'Hidden', 'Inert', 'Disabled'].includes(name))).toEqual(
      [],
    )
  })

  test('the focus is in the field of a view that requests it, and on the dialog in any other view', async ({
    page,
  }) => {
    await visit(page)
    await open(page, 'Connect')
    await page.getByRole('button', { name: 'Fox Wallet' }).click()
    await expect(page.getByRole('heading', { name: 'Open Fox Wallet to approve' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Fox Wallet' })).toBeFocused()
    await page.evaluate(() => window.frame.push('Networks'))
    await expect(page.getByRole('searchbox', { name: 'Search networks' })).toBeFocused()
  })

  test('[D40c] the dialog gets the focus when a focused alert disappears, and takes no focus that had left the alert', async ({
    page,
  }) => {
    const warn = () =>
      page.evaluate(() =>
        window.frame.toasts.alert({ kind: 'warning', title: { id: 'y', en: 'Not allowed here' } }),
      )
    const closeAlert = page.getByRole('alert').getByRole('button', { name: 'Close' })
    await visit(page)
    await open(page, 'Connect')
    await warn()
    await closeAlert.focus()
    await page.keyboard.press('Enter')
    await expect(closeAlert).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeFocused()

    await visit(page, 'inline')
    await warn()
    await closeAlert.focus()
    await page.evaluate(() => window.frame.toasts.dismissAlert())
    await expect(page.getByRole('region', { name: 'Connect a wallet' })).toBeFocused()
    await warn()
    await closeAlert.focus()
    await closeAlert.blur()
    await page.evaluate(() => window.frame.toasts.dismissAlert())
    await expect(closeAlert).toHaveCount(0)
    await page.waitForTimeout(50)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})
